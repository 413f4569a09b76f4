import * as fc from 'fast-check';
import { type PositionedJson, lineOfPath, parsePositionedJson } from './positioned-json';

/** The value without the lines. */
const plain = (json: PositionedJson): unknown => {
  switch (json.kind) {
    case 'object':
      return Object.fromEntries([...json.members].map(([key, value]) => [key, plain(value)]));
    case 'array':
      return json.items.map(plain);
    case 'scalar':
      return json.value;
  }
};

/** A comment makes it text that only TypeScript reads. */
const readLeniently = (text: string): PositionedJson => parsePositionedJson(`${text}//`);

describe('JSON with positions', () => {
  it('has the line of each member, item and value', () => {
    const json = parsePositionedJson('{\n  "name": "a",\n  "files":\n  [\n    "b",\n    {}\n  ]\n}\n');
    expect(plain(json)).toEqual({ name: 'a', files: ['b', {}] });
    expect(json.line).toBe(1);
    expect(lineOfPath(json, ['name'])).toBe(2);
    expect(lineOfPath(json, ['files'])).toBe(3);
    expect(lineOfPath(json, ['files', '0'])).toBe(5);
    expect(lineOfPath(json, ['files', '1'])).toBe(6);
  });

  it('keeps the last value of a repeated key', () => {
    expect(plain(parsePositionedJson('{"a": 1, "b": 2, "a": 3}'))).toEqual({ a: 3, b: 2 });
  });

  it('reads comments and trailing commas', () => {
    const json = parsePositionedJson('// of people\n{\n  "a": 1, /* one */\n}');
    expect(plain(json)).toEqual({ a: 1 });
    expect(lineOfPath(json, ['a'])).toBe(3);
  });

  it.each(['', '{', '{"a" 1}', '{a: 1}', '[1,,2', '"a" "b"'])('refuses %j', (text) => {
    expect(() => parsePositionedJson(text)).toThrow(/no JSON: line 1/);
  });

  it('refuses what is nested deeper than any manifest', () => {
    expect(() => parsePositionedJson('['.repeat(101) + ']'.repeat(101))).toThrow(/nested more than 100 levels/);
  });

  it('reads JSON as TypeScript reads it', () => {
    const breaks = fc.constantFrom('', ' ', '\n', '\r\n', '\r', '\t\n ');
    const texts = fc
      .tuple(fc.jsonValue({ maxDepth: 4, stringUnit: 'binary' }), fc.array(breaks, { minLength: 1 }))
      .map(([value, gaps]) => {
        let gap = 0;
        // The gaps come where JSON allows them: around each bracket, comma and colon outside of texts.
        return JSON.stringify(value).replace(/"(?:[^"\\]|\\.)*"|[[\]{},:]/g, (token) =>
          token.startsWith('"') ? token : gaps[gap++ % gaps.length] + token + gaps[gap++ % gaps.length],
        );
      });
    fc.assert(
      fc.property(texts, (text) => {
        expect(parsePositionedJson(text)).toEqual(readLeniently(text));
      }),
    );
  });

  it.each([
    '"\u2028"',
    '["\u2029",\n1]',
    '-0',
    '1e400',
    '-1.5E-3',
    '"\\ud800"',
    '{"__proto__": {"a": 1}}',
    '12345678901234567890',
  ])('reads %j as TypeScript reads it', (text) => {
    expect(parsePositionedJson(text)).toEqual(readLeniently(text));
  });
});
