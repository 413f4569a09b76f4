import type { Argument, FunctionForm, Place } from '../ir';
import { allTaints, anyContentOf, contentOf } from './contents';
import type { EvaluatedArgument, EvaluatedCall } from './evaluated-call';
import { fitting } from './overloads';
import type { Run } from './run';
import { UNKNOWN, type Value, carrying, join, madeSafe } from './values';

/**
 * Gives the places that `out` and `ref` name what the function left in its parameters.
 * @param safe the weaknesses that a row says the call makes safe for
 */
export function setOutputs(
  run: Run,
  written: readonly Argument[],
  evaluated: EvaluatedCall,
  safe: number | undefined,
): void {
  if (!written.some(({ sets }) => sets !== undefined)) return;
  for (const [index, { sets }] of written.entries())
    if (sets) run.assign(sets, madeSafe(outputAt(run, evaluated, index), safe ?? 0), evaluated.at);
}

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

const carried = (run: Run, value: Value): Value => ({ ...UNKNOWN, taints: allTaints(run, value) });

/** An extension method gets what it is called on as its first argument. */
export function extensionResult(
  run: Run,
  { target, receiver, name, args, at }: EvaluatedCall,
  invoke: (form: EvaluatedExtension, args: readonly EvaluatedArgument[], at: Place) => Value | undefined,
): Value | undefined {
  if (receiver === undefined || name === undefined || target.functions.length + target.classes.length > 0)
    return undefined;
  const forms = run.language.byFirstArgument?.get(name);
  if (forms === undefined) return undefined;
  const all = [{ value: receiver }, ...args];
  const closures = fitting(
    run,
    forms.map((form) => ({ form })),
    all,
  );
  const results = closures.slice(0, MAX_EXTENSIONS).flatMap(({ form }) => invoke(form, all, at) ?? []);
  return results.length === 0 ? undefined : results.reduce(join);
}

/**
 * The extension method that a call of the name means where there is one of it.
 * @param count how many arguments are given beside the one that it is called on
 */
export function extensionNamed(run: Run, name: string, count: number): FunctionForm | undefined {
  const forms = run.language.byFirstArgument?.get(name);
  const only = forms?.length === 1 ? forms[0] : undefined;
  return only !== undefined && only.parameters.length > count ? only : undefined;
}

type EvaluatedExtension = NonNullable<ReturnType<NonNullable<Run['language']['byFirstArgument']>['get']>>[number];

/** Of more than these of one name, nobody knows which one is meant. */
const MAX_EXTENSIONS = 3;
