import type { Argument, Expression, FunctionForm, Parameter } from '../ir';
import { accessKey } from './access-key';
import type { Protect } from './addresses';
import { allTaints } from './contents';
import type { EvaluatedArgument } from './evaluated-call';
import type { Run } from './run';
import type { State } from './state';
import { type Closure, type Taint, type Value, isTruthy } from './values';

/** One path through a function to its return, with the returned value. */
export interface Way {
  readonly state: State;
  /** Undefined if it returned nothing. */
  readonly returned?: { readonly value: Value; readonly written: Expression };
}

/**
 * The facts that the last call of a function gives about its arguments: if `assertSafe(name)` returns, the name is
 * safe.
 */
export interface Told {
  readonly ways: readonly Way[];
  /** The taints of the argument of each parameter. */
  readonly given: readonly (readonly Taint[])[];
  /** The states of the paths that returned something true, or something false. */
  readonly byTruth: Map<boolean, readonly State[]>;
}

/** At most this many paths are distinguished. */
const MAX_WAYS = 24;

/** Records the paths on which a function returned. */
export function keepTold(
  run: Run,
  { form, self }: Closure,
  args: readonly EvaluatedArgument[],
  ways: readonly Way[],
): void {
  run.told.delete(form);
  if (run.language.hasMemory || run.proof || ways.length === 0 || ways.length > MAX_WAYS) return;
  if (!args.some(({ value }) => value.taints.length + value.objects.length > 0)) return;
  const find = argumentsOf(args);
  const given = form.parameters.map((parameter, index) => {
    const argument = find(parameter, placeOf(form, self, index));
    return argument === undefined ? [] : allTaints(run, argument.value);
  });
  if (given.some((taints) => taints.length > 0)) run.told.set(form, { ways, given, byTruth: new Map() });
}

/** Python's first parameter is the receiver. */
const placeOf = (form: FunctionForm, self: Value | undefined, index: number): number =>
  self !== undefined && form.self === undefined ? index - 1 : index;

/** Finds the argument of a parameter. */
function argumentsOf<Item extends { readonly name?: string; readonly isSpread?: true }>(
  args: readonly Item[],
): (parameter: Parameter, place: number) => Item | undefined {
  if (args.some(({ isSpread }) => isSpread)) return () => undefined;
  const positional = args.filter((each) => each.name === undefined);
  const named = args.filter((each) => each.name !== undefined);
  return ({ name, takes }, place) => {
    if (takes !== undefined) return undefined;
    return positional[place] ?? (name === undefined ? undefined : named.find((each) => each.name === name));
  };
}

/**
 * Rules out for the arguments of a call what its function has ruled out for its parameters.
 * @param isTrue counts only the paths that return something true, or something false; undefined for all paths
 */
export function tellArguments(
  run: Run,
  closure: Closure,
  args: readonly Argument[],
  isTrue: boolean | undefined,
  protect: Protect,
): void {
  const told = run.told.get(closure.form);
  if (told === undefined) return;
  const states = statesOf(run, closure.form, told, isTrue);
  if (states.length === 0) return;
  const find = argumentsOf(args);
  for (const [index, parameter] of closure.form.parameters.entries()) {
    const argument = find(parameter, placeOf(closure.form, closure.self, index));
    if (argument === undefined || argument.value.kind === 'literal') continue;
    const mask = maskOf(states, parameter, told.given[index]!);
    if (mask !== 0) protect(argument.value, mask);
    tellBelow(run, states, parameter, argument.value);
    tellSources(run, states, told.given[index]!, argument.value);
  }
}

/** The weaknesses that a function rules out for its first argument if it returns something true or false. */
function toldOfElement(run: Run, { form }: Closure, isTrue: boolean): number {
  const told = run.told.get(form);
  const [parameter] = form.parameters;
  if (told === undefined || parameter === undefined) return 0;
  const states = statesOf(run, form, told, isTrue);
  return states.length === 0 ? 0 : maskOf(states, parameter, told.given[0]!);
}

/**
 * The weaknesses that a function with a single return statement rules out for its parameters; undefined for others.
 * @param given the value of the first parameter
 */
export function ruledOutByResult(
  run: Run,
  { form }: Closure,
  isTrue: boolean,
  given?: Value,
): readonly number[] | undefined {
  const [only, ...others] = form.body;
  if (only?.kind !== 'return' || only.value === undefined || others.length > 0 || !run.canCall(form)) return undefined;
  const { value } = only;
  run.within(form, only.at, () => {
    if (given && form.parameters[0]) run.assign(form.parameters[0].target, given, undefined);
    run.refine(value, isTrue);
  });
  return form.parameters.map(({ target }) => {
    if (target.kind !== 'variable') return 0;
    const mask = run.state.guard(target.id);
    run.state.forgetGuards(target.id);
    return mask;
  });
}

/** The weaknesses that functions rule out for their first argument if their result is true or false. */
export const ruledOutForElements = (run: Run, functions: readonly Closure[], isTrue: boolean): number =>
  functions.length === 0
    ? 0
    : functions
        .map((closure) => ruledOutByResult(run, closure, isTrue)?.[0] ?? toldOfElement(run, closure, isTrue))
        .reduce((one, other) => one & other);

function maskOf(states: readonly State[], { target }: Parameter, given: readonly Taint[]): number {
  if (target.kind !== 'variable') return 0;
  const { id } = target;
  const isAsGiven = (state: State) =>
    (state.get(id)?.taints ?? []).every((taint) =>
      given.some(({ source, step }) => source === taint.source && step === taint.step),
    );
  return states.every(isAsGiven) ? inAll(states, (state) => state.guard(id)) : 0;
}

/** A fact about a field of the parameter also holds for the field of the argument. */
function tellBelow(run: Run, states: readonly State[], { target }: Parameter, argument: Expression): void {
  const place = accessKey(argument);
  if (target.kind !== 'variable' || place === undefined) return;
  for (const key of states[0]!.guardsBelow(target.id)) {
    const mask = inAll(states, (state) => state.guard(key));
    const below = `${place}${key.slice(target.id.length)}`;
    if (mask !== 0) run.state.setGuard(below, run.state.guard(below) | mask);
  }
}

/** Applies what is known about all inputs of a parameter: `new URL(address).host` was compared. */
function tellSources(run: Run, states: readonly State[], given: readonly Taint[], argument: Expression): void {
  if (given.length === 0) return;
  const mask = given.reduce((all, { source }) => all & inAll(states, (state) => state.sourceGuard(source)), -1);
  if (mask === 0) return;
  for (const { source } of allTaints(run, run.evaluate(argument))) run.state.guardSource(source, mask);
}

const inAll = (states: readonly State[], maskIn: (state: State) => number): number =>
  states.reduce((all, state) => all & maskIn(state), -1);

/** The states in which a function returned something that may be true, or false, refined by that. */
function statesOf(run: Run, form: FunctionForm, told: Told, isTrue: boolean | undefined): readonly State[] {
  if (isTrue === undefined) return told.ways.map(({ state }) => state);
  const known = told.byTruth.get(isTrue);
  if (known) return known;
  // A recursive question gets no states.
  told.byTruth.set(isTrue, []);
  const { state: before } = run;
  const states = told.ways.flatMap(({ state, returned }) => {
    if (returned === undefined) return isTrue ? [] : [state];
    const { constant } = returned.value;
    if (constant !== undefined) return isTruthy(constant) === isTrue ? [state] : [];
    run.state = state.fork();
    run.within(form, form.at, () => run.refine(returned.written, isTrue));
    return [run.state];
  });
  run.state = before;
  told.byTruth.set(isTrue, states);
  return states;
}
