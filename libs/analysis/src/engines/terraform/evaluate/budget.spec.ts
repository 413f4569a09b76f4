import { HOLE, UNKNOWN, type Value, listOf, objectOf } from '../../infrastructure/value';
import { Budget } from '../../infrastructure/budget';
import { type Scope, evaluate } from './expressions';
import { type HclParser, loadHclParser } from '../syntax/parse-hcl';

let parse: HclParser;
beforeAll(async () => {
  parse = await loadHclParser();
});

const text = 'x'.repeat(200_000);
const items = listOf(Array.from({ length: 2_000 }, (_, index) => index));
const nested = listOf(Array.from({ length: 50 }, () => items));
const values: Readonly<Record<string, Value>> = {
  text,
  items,
  nested,
  texts: listOf(Array.from({ length: 2_000 }, () => text)),
  object: objectOf(Array.from({ length: 2_000 }, (_, index) => [`k${index}`, index] as const)),
};

function evaluated(source: string, steps: number): { readonly value: Value; readonly spent: boolean } {
  const budget = new Budget(steps);
  const scope: Scope = { budget, file: 'main.tf', lookUp: ([name = '']) => values[name] };
  const { value } = parse('main.tf', `a = ${source}\n`).body.attributes.get('a')!;
  return { value: evaluate(value, scope), spent: budget.isSpent };
}

describe('the steps of a target', () => {
  it.each([
    ['length(text)', 3_000],
    ['upper(text)', 3_000],
    ['trim(text, "y")', 3_000],
    ['jsonencode(items)', 2_000],
    ['contains(nested, nested)', 40],
    ['contains(nested, items)', 2_000],
    ['distinct(nested)', 90_000],
    ['sort(nested)', 1_000],
    ['keys(object)', 2_000],
    ['nested == nested', 90_000],
    ['file(text)', 3_000],
  ])('are counted for what %s looks at', (source, least) => {
    expect(evaluated(source, least)).toMatchObject({ spent: true });
    expect(evaluated(source, 1_000_000)).toMatchObject({ spent: false });
  });

  it.each([
    'join(text, texts)',
    'format("%s%s%s", text, text, text)',
    `"${'${text}'.repeat(3_000)}"`,
    'replace(text, "x", text)',
  ])('are not needed for a text that is longer than any memory: %#', (source) =>
    expect(evaluated(source, 1_000_000)).toEqual({ value: UNKNOWN, spent: false }),
  );

  it('put no text of JSON together that is longer than any memory', () => {
    const { value } = evaluated('jsonencode(texts)', 1_000_000);
    expect(value === UNKNOWN || (value as string).includes(HOLE)).toBe(true);
  });

  it.each([
    ['length("a😀b")', 3],
    ['trim("😀a😀b😀", "😀")', 'a😀b'],
    ['trim("yy", "y")', ''],
    ['replace("a$b", "$", "$&")', 'a$&b'],
    ['format("%s-%%-%d", "a", 2)', 'a-%-2'],
    ['merge({ a = 1 }, { a = 2, b = 3 })["a"]', 2],
    ['length(distinct([[1, 2], [1, 2], [1]]))', 2],
  ])('change nothing of what %s is', (source, value) =>
    expect(evaluated(source, 1_000)).toEqual({ value, spent: false }),
  );
});
