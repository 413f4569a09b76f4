import { exampleOf } from '../../../../test/secret-examples';
import { SECRET_FORMATS } from '../../../catalogue/secret-formats';
import { FormatSearch, NamedFormats } from './format-search';

const anchored = SECRET_FORMATS.filter(({ named }) => named === undefined);
const named = SECRET_FORMATS.filter((format) => format.named !== undefined);

const search = new FormatSearch(SECRET_FORMATS);
const found = (text: string) => search.search(text).map(({ format, value }) => ({ id: format.id, value }));

describe('the formats of credentials', () => {
  it('are at least two hundred, each with an id of its own', () => {
    expect(SECRET_FORMATS.length).toBeGreaterThanOrEqual(200);
    expect(new Set(SECRET_FORMATS.map(({ id }) => id)).size).toBe(SECRET_FORMATS.length);
    for (const { id } of SECRET_FORMATS) expect(id).toMatch(/^[a-z\d]+(-[a-z\d]+)*$/);
  });

  it.each(anchored.map((format) => [format.id, format] as const))('knows a made-up %s', (id, format) => {
    const value = exampleOf(format);
    expect(found(`# one\nkey: "${value}"\n`)).toContainEqual({ id, value });
    expect(found(value).map((each) => each.id)).toContain(id);
    // A text that is cut off is none.
    expect(found(`key: "${value.slice(0, -12)}"`).filter((each) => each.id === id && each.value === value)).toEqual([]);
  });

  it.each(named.map((format) => [format.id, format] as const))('knows a made-up %s by its name', (id, format) => {
    const value = exampleOf(format);
    const formats = new NamedFormats([format]);
    for (const name of format.named!) expect(formats.formatOf(`my${name}`, value)?.id).toBe(id);
    expect(formats.formatOf('somethingelse9', value)).toBeUndefined();
    expect(formats.formatOf(`my${format.named![0]}`, `${value}~~`)).toBeUndefined();
  });

  it('leaves what stands for a credential', () => {
    expect(found(`id = AKIA${'IOSFODNN7EXAMPLE'}`)).toEqual([]);
    expect(found(`token = nfp_${'x'.repeat(40)}`)).toEqual([]);
    expect(found(`token = rdme_${'abcdefghijklmnopqrstuvwxyz0123456789'.repeat(2).slice(0, 70)}`)).toEqual([]);
  });

  it('leaves a value that its checksum contradicts', () => {
    for (const format of anchored.filter(({ checksum }) => checksum !== undefined)) {
      const value = exampleOf(format);
      const last = value.at(-1)!;
      const other = last === last.toUpperCase() ? 'Q' : 'q';
      expect(found(value.slice(0, -1) + (last === other ? 'Z' : other)).filter(({ id }) => id === format.id)).toEqual(
        [],
      );
    }
  });

  /** Texts made to cost most: anchors side by side, and beginnings of credentials that never end. */
  const hostile: readonly (readonly [string, string])[] = [
    ['anchors', anchored.map(({ anchor, shape }) => anchor ?? shape.slice(0, 4)).join('')],
    ['beginnings', anchored.map((format) => exampleOf(format).slice(0, -2)).join('~')],
    ['one beginning', 'eyJ'],
    ['a beginning and its run', `eyJ${'a'.repeat(600)}.eyJ`],
    ['dots', 'dp.st.'],
  ];

  it.each(hostile)('takes work that grows as the text does, for %s', (_, part) => {
    const steps = (times: number) => {
      const fresh = new FormatSearch(SECRET_FORMATS);
      fresh.search(part.repeat(times));
      return fresh.steps;
    };
    const [one, two] = [steps(20), steps(40)];
    expect(two).toBeLessThanOrEqual(2.1 * one + 10_000);
    expect(one).toBeLessThan(part.length * 20 * 20_000);
  });
});
