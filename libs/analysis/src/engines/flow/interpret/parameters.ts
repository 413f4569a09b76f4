import { BLOCK, type FunctionForm, type Parameter, type Statement } from '../ir';
import { elementsOf, newList, newMap } from './contents';
import { heldNumber, isNumber } from './proof/belief';
import type { Run } from './run';
import type { EvaluatedArgument } from './evaluated-call';
import { ofKnownType } from './sources';
import { UNKNOWN, type Value, join, madeSafe, valueLike, withTaints } from './values';
import { ALL_SANITIZED } from '../rules';

/** Binds a function's parameters to the arguments of a call. @param self goes to Python's first parameter */
export function bindParameters(run: Run, form: FunctionForm, args: readonly EvaluatedArgument[], self?: Value): void {
  run.frame.given = args;
  if (run.language.embeds && args.length === 1) args = eachResult(run, form, args);
  const takesSelf = self !== undefined && form.self === undefined;
  const hasNames = args.some(({ name }) => name !== undefined);
  const unnamed = hasNames ? args.filter(({ name }) => name === undefined) : args;
  const positional = takesSelf ? [{ value: self }, ...unnamed] : unnamed;
  // After a spread of unknown length, any of its elements may be at any place.
  const spread = positional.findIndex(({ isSpread }) => isSpread === true);
  const mapped = hasNames ? mappedParameter(run, form, args, positional.length) : -1;
  const given: Given = { args, positional, hasNames };
  for (let index = 0; index < form.parameters.length; index += 1) {
    const parameter = form.parameters[index]!;
    const isNamedOnly = run.language.hasMessages && parameter.isNamed;
    const place = isNamedOnly ? undefined : spread >= 0 && index >= spread ? positional[spread] : positional[index];
    const value = place?.value ?? (index === mapped ? mapOfNamed(run, form, args) : undefined);
    if (form.settingFields && !isForField(parameter, value, args)) continue;
    run.assign(parameter.target, valueOf(run, form, index, value, given), undefined);
  }
  if (form.all !== undefined && run.proof === undefined) run.state.set(form.all, allOf(run, form, positional));
}

/** Whether a field of a literal is set: an array is there although the literal does not name it. */
const isForField = ({ name, fallback }: Parameter, value: Value | undefined, args: readonly EvaluatedArgument[]) =>
  value !== undefined || fallback !== undefined || args.some((argument) => argument.name === name);

/** The statements that set the fields for which a literal has a value. */
export const settingGiven = (
  { parameters }: FunctionForm,
  settingFields: ReadonlyMap<string, readonly Statement[]>,
  args: readonly EvaluatedArgument[],
): readonly Statement[] => {
  const placed = args.every(({ name }) => name === undefined) ? args : [];
  return parameters.flatMap((parameter, index) =>
    isForField(parameter, placed[index]?.value, args) ? settingFields.get(parameter.name!)! : [],
  );
};

/** `store(load(name))`: the results of a function become as many arguments. */
function eachResult(
  run: Run,
  { parameters }: FunctionForm,
  args: readonly EvaluatedArgument[],
): readonly EvaluatedArgument[] {
  if (parameters.length < 2 || parameters.at(-1)!.takes !== undefined) return args;
  const results = elementsOf(run, args[0]!.value);
  return results?.length === parameters.length ? results.map((value) => ({ value })) : args;
}

/** All arguments by their places. A framework may pass more of them than rows tell: their number is not known. */
function allOf(run: Run, { at }: FunctionForm, given: readonly EvaluatedArgument[]): Value {
  const spread = given.findIndex(({ isSpread }) => isSpread === true);
  const placed = spread < 0 ? given : given.slice(0, spread);
  const others = given.slice(placed.length).flatMap(({ value }) => [value, ...(elementsOf(run, value) ?? [])]);
  const fields = new Map(placed.map(({ value }, index) => [String(index), value]));
  return newMap(run, at + 0.25, fields, others.reduce(join, UNKNOWN));
}

/**
 * The parameter that gets the named arguments as a map if no parameter has their names: the last one without an
 * argument.
 */
function mappedParameter(run: Run, { parameters }: FunctionForm, args: readonly EvaluatedArgument[], given: number) {
  if (!run.language.hasMessages || !args.some(({ name }) => isOption(name))) return -1;
  const takesNames = parameters.some(
    ({ takes, name }) => takes === 'options' || args.some((each) => isOption(each.name) && each.name === name),
  );
  if (takesNames) return -1;
  return parameters.findIndex(({ takes, isNamed }, index) => index >= given && takes === undefined && !isNamed);
}

/** A block is not an option. */
const isOption = (name: string | undefined): boolean => name !== undefined && name !== BLOCK;

const mapOfNamed = (run: Run, { at }: FunctionForm, args: readonly EvaluatedArgument[]): Value =>
  newMap(run, at + 0.5, new Map(args.flatMap(({ name, value }) => (isOption(name) ? [[name!, value] as const] : []))));

/**
 * The arguments of a call, prepared once: a hostile function has thousands of parameters, each of which looks for its
 * own.
 */
interface Given {
  readonly args: readonly EvaluatedArgument[];
  readonly positional: readonly EvaluatedArgument[];
  readonly hasNames: boolean;
}

function valueOf(
  run: Run,
  form: FunctionForm,
  index: number,
  value: Value | undefined,
  { args, positional, hasNames }: Given,
): Value {
  const parameter = form.parameters[index]!;
  if (parameter.takes === 'rest') {
    const rest = positional.slice(index);
    const [first, ...others] = rest;
    // `f(*names)`: as many as there are names, and nobody knows how many.
    const isOfAnyLength = first?.isSpread === true && elementsOf(run, first.value) === undefined;
    if (isOfAnyLength && others.every((each) => each.value === UNKNOWN)) return first.value;
    const known = rest.flatMap((each) =>
      each.isSpread ? (elementsOf(run, each.value) ?? [each.value]) : [each.value],
    );
    return newList(run, form.at, known);
  }
  if (parameter.takes === 'options') {
    const named = args.filter(({ name }) => isOption(name));
    // `f(**options)`: nobody knows which names they have.
    const others = args.filter(({ value: { objects }, isSpread }) => isSpread && objects.length === 0);
    const rest = others.reduce(
      (all, { value: { taints } }) => (taints.length === 0 ? all : withTaints(all, taints)),
      UNKNOWN,
    );
    return newMap(run, form.at, new Map(named.map((each) => [each.name!, each.value])), rest);
  }
  const named = hasNames ? args.find(({ name }) => name !== undefined && name === parameter.name) : undefined;
  const given = named?.value ?? value;
  if (given !== undefined && (given !== UNKNOWN || !parameter.type)) return typed(run, parameter, given);
  const fallback = parameter.fallback ? run.evaluate(parameter.fallback) : UNKNOWN;
  // A caller that was not seen may pass another value than the default.
  return typed(
    run,
    parameter,
    given === undefined && args.length > 0 ? fallback : valueLike(join(fallback, UNKNOWN), {}),
  );
}

/** The value with what the type of the parameter says about it. */
function typed(run: Run, { type, isHeld }: Parameter, value: Value): Value {
  const known = type ? ofKnownType(run, value, run.evaluate(type)) : value;
  if (run.proof && run.language.holdsTypes && isNumber(known)) return heldNumber(known);
  return isHeld ? madeSafe(known, ALL_SANITIZED) : known;
}
