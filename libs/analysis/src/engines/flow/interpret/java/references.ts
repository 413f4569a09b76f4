import type { Expression } from '../../ir';
import { contentOf, elementsOf } from '../contents';
import type { EvaluatedArgument } from '../evaluated-call';
import type { Run } from '../run';
import { type Closure, UNKNOWN, type Value, valueLike, withTaints } from '../values';

interface Called {
  readonly target: Value;
  readonly args: readonly EvaluatedArgument[];
}

/** `Person::name` as a function: a method of an instance is called on the first of what the function gets. */
export function asReference(
  run: Run,
  { isReference }: Extract<Expression, { kind: 'call' }>,
  target: Value,
  args: readonly EvaluatedArgument[],
): Called {
  const [all] = args;
  if (isReference !== true || all === undefined || run.proof) return { target, args };
  if (target.functions.length === 0 || !target.functions.every(({ self }) => isOfClass(self))) return { target, args };
  const first = contentOf(run, all.value, '0') ?? UNKNOWN;
  const functions = target.functions.map((each): Closure => ({ ...each, self: objectFor(each.self!, first) }));
  const rest = elementsOf(run, all.value)?.slice(1) ?? [];
  return { target: valueLike(target, { functions }), args: rest.map((value) => ({ value })) };
}

/** Whether only the class of the object is known: the method was found by the name of its class. */
const isOfClass = (self: Value | undefined): boolean =>
  self !== undefined && self.objects.length === 0 && self.classes.length > 0;

const objectFor = (self: Value, first: Value): Value =>
  first.objects.length > 0 ? first : withTaints(self, first.taints);
