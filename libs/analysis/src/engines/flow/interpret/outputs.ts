import type { Argument } from '../ir';
import { allTaints, anyContentOf, contentOf } from './contents';
import type { EvaluatedCall } from './evaluated-call';
import { fitting } from './overloads';
import type { Run } from './run';
import { UNKNOWN, type Value, carrying, join, madeSafe, ofTaints, valueLike } from './values';

/**
 * Sets the variables that `out` and `ref` name to what the function left in its parameters.
 * @param safe the weaknesses for which a row says that the call makes the values safe
 */
export function setOutputs(
  run: Run,
  written: readonly Argument[],
  evaluated: EvaluatedCall,
  safe: number | undefined,
): void {
  if (!written.some(({ sets, fills }) => sets !== undefined || fills !== undefined)) return;
  const isFilled = placesFilled(run, evaluated);
  for (const [index, { sets, fills }] of written.entries())
    if (sets) run.assign(sets, madeSafe(outputAt(run, evaluated, index), safe ?? 0), evaluated.at);
    else if (fills && isFilled.has(index)) run.assign(fills, outputAt(run, evaluated, index), evaluated.at);
}

/** The places of the arguments that the functions of a call give back to their caller. */
function placesFilled(run: Run, { target, args }: EvaluatedCall): ReadonlySet<number> {
  const places = new Set<number>();
  if (!target.functions.some(({ form }) => form.parameters.some((each) => each.isFilled))) return places;
  for (const { form } of fitting(run, target.functions, args))
    for (const [index, { isFilled }] of form.parameters.entries()) if (isFilled) places.add(index);
  return places;
}

function outputAt(run: Run, { target, receiver, name, args }: EvaluatedCall, index: number): Value {
  const left = fitting(run, target.functions, args).flatMap(({ form }): Value[] => {
    const parameter = form.parameters.find((each) => each.name === args[index]!.name) ?? form.parameters[index];
    if (parameter?.target.kind !== 'variable') return [];
    return [run.state.get(parameter.target.id) ?? UNKNOWN];
  });
  if (left.length > 0) return left.reduce(join);
  if (name !== undefined && TAKES_ONE.test(name) && receiver && receiver.objects.length > 0)
    return valueLike(anyContentOf(run, receiver), { paths: [] });
  if (name === 'TryGetValue' && receiver) return looked(run, receiver, args[0]?.value);
  const others = args.filter((_, each) => each !== index).map(({ value }) => value);
  return carrying([...(receiver ? [receiver] : []), ...others].map((value) => carried(run, value)));
}

/** Methods of queues, stacks and bags that give an element to a variable. */
const TAKES_ONE = /^Try(?:Dequeue|Take|Peek|Pop)$/;

function looked(run: Run, receiver: Value, key: Value | undefined): Value {
  const constant = key?.constant;
  const found = constant === undefined ? anyContentOf(run, receiver) : contentOf(run, receiver, String(constant));
  return found ?? carried(run, receiver);
}

const carried = (run: Run, value: Value): Value => ofTaints(allTaints(run, value));
