import { catalogue } from '.';

/** Characters: what fits on a line beside the severity and the place. */
const LONGEST = 60;
/** Engines whose messages name the parts that break a rule: the titles of their rules are what findings share. */
const WITH_TITLES: readonly string[] = ['ruff', 'apk-manifest', 'ipa-plist'];
const titled = catalogue.filter(({ engine }) => WITH_TITLES.includes(engine));

describe('the title of a rule', () => {
  it.each(titled.map((tool) => [tool.id, tool] as const))('is there for every rule of %s, short, and without a full stop', (_, { rules }) => {
    const unfit = Object.entries(rules).filter(([, { title = '' }]) => title === '' || title.length > LONGEST || title.endsWith('.'));
    expect(unfit.map(([rule, { title }]) => [rule, title])).toEqual([]);
  });

  it('is asked for of every engine that is named here', () => expect(new Set(titled.map(({ engine }) => engine))).toEqual(new Set(WITH_TITLES)));
});
