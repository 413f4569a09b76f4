import { finding, measuredOf } from '../../test/findings';
import { briefOf } from './brief';
import { checkedProse } from './checked-prose';

const brief = briefOf({
  format: 'full',
  target: 'shop 2024',
  measures: measuredOf([
    finding({ id: 'fnd_1' }),
    finding({ id: 'fnd_2', line: 9 }),
    finding({ id: 'fnd_3', rule: 'weak-hash', title: 'SHA-1 is weak', severity: 'medium', file: 'src/hash2.js' }),
  ]),
  tools: { completed: 12, foundNothing: 9, missingNames: ['spelling'] },
});
const check = (text: unknown, cites: unknown = ['rule1']) => checkedProse({ topConcerns: [{ text, cites }] }, brief);
const kept = (text: string, ...cites: string[]) => check(text, cites).prose.topConcerns;

describe('a sentence of a report', () => {
  it('stands with the findings of the evidence that it names', () =>
    expect(kept('Code is evaluated in 2 places, first at src/server.js:7.', 'rule1')).toEqual([
      {
        text: 'Code is evaluated in 2 places, first at src/server.js:7.',
        findingIds: ['fnd_1', 'fnd_2'],
        total: 2,
      },
    ]));

  it.each([
    ['numbers within a name that it quotes', 'SHA-1 is weak in src/hash2.js.', ['rule2']],
    ['the name of the target', 'The risk of shop 2024 is high.', ['all']],
    ['a number as a word', 'Twelve tools completed and nine found nothing.', ['tools']],
    ['an effort as it was computed', 'About 1 h 30 min of work.', ['rule1']],
    ['numbers of two pieces of evidence', '2 places here, and 1 there.', ['rule1', 'rule2']],
    ['the word one, which is a pronoun', 'This one is worst.', ['rule1']],
  ])('may have %s', (_, text, cites) => expect(kept(text, ...cites)).toHaveLength(1));

  it.each([
    ['a number that nothing has', 'Code is evaluated in 3 places.', ['rule1'], 'unknown_number'],
    ['a number of other evidence', 'Code is evaluated in 12 places.', ['rule1'], 'unknown_number'],
    ['a number as a word', 'Code is evaluated in seventeen places.', ['rule1'], 'unknown_number'],
    ['a vague quantity', 'Dozens of places evaluate code.', ['rule1'], 'unknown_number'],
    ['a percentage of its own', 'That is 99.5 % of all.', ['rule1'], 'unknown_number'],
    ['evidence that there is not', 'Code is evaluated.', ['rule9'], 'unknown_evidence'],
    ['a finding of its own', 'Code is evaluated.', ['fnd_999'], 'unknown_evidence'],
    ['no evidence', 'Code is evaluated.', [], 'malformed'],
    ['evidence that is no list', 'Code is evaluated.', 'rule1', 'malformed'],
    ['a text that is none', { html: 1 }, ['rule1'], 'malformed'],
    ['nothing to say', '  ', ['rule1'], 'malformed'],
    ['no end', 'word '.repeat(200), ['rule1'], 'too_long'],
    ['markup', 'Code is <b>evaluated</b>.', ['rule1'], 'unsafe_text'],
    ['an address', 'See https://example.com/ for more.', ['rule1'], 'unsafe_text'],
    ['a link', '[Click](here) at once.', ['rule1'], 'unsafe_text'],
    ['a hidden character', 'Code is \u202eevaluated.', ['rule1'], 'unsafe_text'],
  ])('goes if it has %s', (_, text, cites, reason) => {
    const { prose, dropped, empty } = check(text, cites);
    expect({ prose: prose.topConcerns, dropped }).toEqual({ prose: [], dropped: { [reason]: 1 } });
    expect(empty).toContain('topConcerns');
  });

  it('goes if its part has enough of them', () => {
    const sentences = Array.from({ length: 7 }, () => ({ text: 'Code is evaluated.', cites: ['rule1'] }));
    const { prose, dropped } = checkedProse({ topConcerns: sentences }, brief);
    expect([prose.topConcerns.length, dropped]).toEqual([5, { too_many: 2 }]);
  });

  it.each([[undefined], [null], [[]], ['text'], [{ unknown: [] }], [{ headline: null }]])(
    'is not there in a draft that is %j',
    (draft) => expect(checkedProse(draft, brief).empty).toHaveLength(6),
  );
});

it('is told of no key that a title or path quotes', () => {
  const key = 'ghp_0123456789abcdefghijABCDEFGHIJ0123';
  const { rules, files } = briefOf({
    format: 'full',
    target: 'shop',
    measures: measuredOf([finding({ title: `Key ${key} in the source`, file: `keys/${key}.txt` })]),
    tools: { completed: 1, foundNothing: 0, missingNames: [] },
  });
  expect(JSON.stringify([rules, files])).not.toContain(key.slice(4));
  expect(rules[0]!.facts.title).toBe('Key ghp*** in the source');
});
