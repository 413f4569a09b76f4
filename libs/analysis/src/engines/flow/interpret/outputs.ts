import type { Argument } from '../ir';
import { allTaints, anyContentOf, contentOf } from './contents';
import type { EvaluatedCall } from './evaluated-call';
import { fitting } from './overloads';
import type { Run } from './run';
import { UNKNOWN, type Value, carrying, join, madeSafe, ofTaints } from './values';

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
  for (const [index, { sets, fills }] of written.entries())
    if (sets) run.assign(sets, madeSafe(outputAt(run, evaluated, index), safe ?? 0), evaluated.at);
    else if (fills && mayFill(run, evaluated, index)) run.assign(fills, outputAt(run, evaluated, index), evaluated.at);
}

/** Whether the function of a call has a parameter for the argument that its caller gets back. */
const mayFill = (run: Run, { target, args }: EvaluatedCall, index: number): boolean =>
  target.functions.length > 0 &&
  fitting(run, target.functions, args).some(({ form }) => form.parameters[index]?.isFilled === true);

function outputAt(run: Run, { target, receiver, name, args }: EvaluatedCall, index: number): Value {
  const left = fitting(run, target.functions, args).flatMap(({ form }): Value[] => {
    const parameter = form.parameters.find((each) => each.name === args[index]!.name) ?? form.parameters[index];
    if (parameter?.target.kind !== 'variable') return [];
    return [run.state.get(parameter.target.id) ?? UNKNOWN];
  });
  if (left.length > 0) return left.reduce(join);
  if (name === 'TryGetValue' && receiver) return looked(run, receiver, args[0]?.value);
  const others = args.filter((_, each) => each !== index).map(({ value }) => value);
  return carrying([...(receiver ? [receiver] : []), ...others].map((value) => carried(run, value)));
}

function looked(run: Run, receiver: Value, key: Value | undefined): Value {
  const constant = key?.constant;
  const found = constant === undefined ? anyContentOf(run, receiver) : contentOf(run, receiver, String(constant));
  return found ?? carried(run, receiver);
}

const carried = (run: Run, value: Value): Value => ofTaints(allTaints(run, value));
