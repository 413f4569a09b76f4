import type { ConditionExpression } from './expressions';

/** The knowledge of a value: the texts that it may be, how it begins and ends, or only whether it is true. */
export type KnownValue =
  | { readonly texts: readonly string[] }
  | { readonly begin: string; readonly end: string }
  | { readonly truth: boolean }
  | undefined;

export const EMPTY: KnownValue = { texts: [''] };

/** The knowledge of each value, by its path in lower case; undefined where there is none. */
export type Lookup = (path: string) => KnownValue;

const truth = (value: boolean | undefined): KnownValue => (value === undefined ? undefined : { truth: value });

/** Evaluates an expression as far as its values are known. */
export function evaluated(expression: ConditionExpression, lookup: Lookup): KnownValue {
  const { kind } = expression;
  if (kind === 'text') return { texts: [expression.text] };
  if (kind === 'truth') return { truth: expression.truth };
  if (kind === 'value') return lookup(expression.path);
  if (kind === 'call') return called(expression, lookup);
  if (kind === 'not') {
    const of = isTrue(evaluated(expression.of, lookup));
    return truth(of === undefined ? undefined : !of);
  }
  return ofPair(expression, lookup);
}

/** Whether a value counts as true, where that is known. */
export function isTrue(value: KnownValue): boolean | undefined {
  if (value === undefined) return undefined;
  if ('truth' in value) return value.truth;
  if ('begin' in value) return value.begin !== '' || value.end !== '' ? true : undefined;
  return agreed(value.texts.map((text) => text !== ''));
}

/** The answer on which all agree. */
const agreed = (answers: readonly (boolean | undefined)[]): boolean | undefined =>
  answers.length > 0 && answers.every((each) => each === answers[0]) ? answers[0] : undefined;

function ofPair({ sign, left, right }: ConditionExpression & { kind: 'pair' }, lookup: Lookup): KnownValue {
  const first = evaluated(left, lookup);
  if (sign === '||' || sign === '&&') {
    const decides = sign === '||';
    const isFirst = isTrue(first);
    if (isFirst === decides) return first;
    const second = evaluated(right, lookup);
    if (isFirst !== undefined) return second;
    return isTrue(second) === decides ? truth(decides) : undefined;
  }
  if (sign === 'other') return undefined;
  const equal = isEqual(first, evaluated(right, lookup));
  return truth(equal === undefined ? undefined : equal === (sign === '=='));
}

/** GitHub does not tell capital letters from small ones when it compares. */
const lower = (text: string): string => text.toLowerCase();

function isEqual(left: KnownValue, right: KnownValue): boolean | undefined {
  if (left === undefined || right === undefined) return undefined;
  if ('truth' in left) return 'truth' in right ? left.truth === right.truth : isEqual(right, left);
  // An empty text counts as 0, as false does. What other texts count as depends on whether they are numbers.
  if ('truth' in right)
    return 'texts' in left && left.texts.every((text) => text === '') ? right.truth === false : undefined;
  if ('begin' in left) return 'begin' in right ? undefined : isEqual(right, left);
  if ('begin' in right) return left.texts.some((text) => fits(text, right)) ? undefined : false;
  return agreed(left.texts.flatMap((one) => right.texts.map((other) => lower(one) === lower(other))));
}

const fits = (text: string, { begin, end }: { readonly begin: string; readonly end: string }): boolean =>
  lower(text).startsWith(lower(begin)) && lower(text).endsWith(lower(end));

const TESTS: Readonly<Record<string, (text: string, part: string) => boolean>> = {
  contains: (text, part) => text.includes(part),
  endswith: (text, part) => text.endsWith(part),
  startswith: (text, part) => text.startsWith(part),
};

function called({ name, given }: ConditionExpression & { kind: 'call' }, lookup: Lookup): KnownValue {
  if (name === 'always') return { truth: true };
  const test = Object.hasOwn(TESTS, name) ? TESTS[name]! : undefined;
  const [value, part] = given.map((each) => evaluated(each, lookup));
  if (test === undefined || value === undefined || part === undefined || !('texts' in part)) return undefined;
  if ('texts' in value)
    return truth(agreed(value.texts.flatMap((one) => part.texts.map((other) => test(lower(one), lower(other))))));
  if (!('begin' in value) || name !== 'startswith') return undefined;
  const begin = lower(value.begin);
  return truth(
    agreed(
      part.texts.map((each) => {
        if (begin.startsWith(lower(each))) return true;
        return lower(each).startsWith(begin) ? undefined : false;
      }),
    ),
  );
}
