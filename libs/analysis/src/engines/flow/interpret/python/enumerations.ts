import type { Argument, ClassForm, Expression } from '../../ir';
import { ALL_WEAKNESSES } from '../../rules';
import type { Run } from '../run';
import type { Value } from '../values';

const NAMES_ALL = /^enum\.(?:Str|Int)?Enum$/;

/** Whether a class of Python names all of its values, and makes no others when it is called. */
export const namesAllValues = (run: Run, { bases, methods }: ClassForm): boolean =>
  bases.some((base) => run.evaluate(base).paths.some((path) => NAMES_ALL.test(path))) &&
  methods.every(({ name }) => name !== '_missing_');

/** `Method(name)` raises an error unless the enumeration has such a value: after it, the text is one of those. */
export function raisesUnlessNamed(
  run: Run,
  { classes }: Value,
  args: readonly Argument[],
  protect: (place: Expression, mask: number) => void,
): boolean {
  const [only, ...others] = classes;
  const [given] = args;
  if (only === undefined || others.length > 0 || given === undefined || args.length > 1) return false;
  if (run.language.hasMemory || run.proof || !namesAllValues(run, only)) return false;
  const { value } = given;
  for (const part of value.kind === 'text' ? value.parts : [value]) protect(part, ALL_WEAKNESSES);
  return true;
}
