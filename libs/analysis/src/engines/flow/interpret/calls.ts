import { PREDICTABLE } from '../../../catalogue/flow/rows';
import { ALL_WEAKNESSES, IN_QUOTES, bitOf } from '../rules';
import type { Argument, ClassForm, Expression, FunctionForm, Place } from '../ir';
import { builtin } from './builtins';
import { escapesMarkup } from './escapers';
import type { EvaluatedArgument, EvaluatedCall } from './evaluated-call';
import { asReference } from './java/references';
import { pathsOfCall } from './called-paths';
import { firstWritten, fixedBytes, givesBytes, makesOfConstants } from './constants';
import { allTaints, contentOf, elementsOf, putContent, putContents } from './contents';
import { constantsGiven, keepObjects, restoreObjects } from './kept-objects';
import { fieldsOf, isStillThere, keepLeft, leaveAgain, leftOf } from './left-fields';
import { ofKnownType, sourced } from './sources';
import { noteGate, notePassedOn, tellUser } from './gates';
import { guessed } from './guessed';
import { isAbstract } from './implementations';
import { handle } from './handlers';
import { fitting } from './overloads';
import { bindParameters, settingGiven } from './parameters';
import { keepPlain, plainKey, repeatOf, repeated, withoutConstants } from './plain-calls';
import { protect } from './guards';
import { basesOf, kinOf } from './kin';
import { type Field, fieldCallee } from './methods';
import { extensionNamed, extensionResult } from './extensions';
import { calledOn, newObjectOf } from './function-objects';
import { setOutputs } from './outputs';
import { calledInC, handedToC } from './memory/calls';
import { neverComesBack } from './memory/endings';
import { giveBack, withoutBlocks } from './memory/functions';
import { responseTypeOf, setResponseType } from './response-type';
import { believed, forget, isExact, isWhollyKnown, safeWhereverItStands } from './proof/belief';
import { unknownOf } from './proof/proof';
import type { Run } from './run';
import { judgeCall, setField, withSettings } from './settings';
import { settingsCall } from './settings-files';
import { isSql, sinksOfCall } from './sinks';
import { raisesUnlessNamed } from './python/enumerations';
import { judgePattern } from './slow-patterns';
import { safeBy } from './probes';
import { noteRouter, noteRoutes } from './routers';
import { renderTemplate } from './templates';
import { keepTold, tellArguments } from './told';
import { unknownCall } from './unknown-call';
import { noteUnopened } from './unopened-routes';
import { tellData } from './ways-of-weakness';
import {
  type Closure,
  FIXED,
  MAX_ALTERNATIVES,
  MAYBE_PROTOTYPE,
  type Step,
  UNKNOWN,
  type Value,
  doubted,
  join,
  madeFor,
  madeSafe,
  stepped,
  valueLike,
  withPaths,
  withTaints,
} from './values';
import { objectLike, objectOf } from './state';

type Call = Extract<Expression, { kind: 'call' }>;

const PATH_TRAVERSAL = bitOf('path-traversal');
const MARKUP = bitOf('cross-site-scripting');
/** Functions whose names promise to make something safe. */
const CLEANING = new RegExp(
  '(?:^|[._])(?:(?:[a-z]+_)?(?:esc|escape|encode|sanitize|sanitise|purify|quote|strip|' +
    'neutralize|neutralise)(?![a-z])|' +
    '(?:[Gg]et|[Mm]ake|[Tt]o)?_?(?:[Vv]alid|[Ss]afe)_?[Ff]ile_?[Nn]ame)',
);

export function call(run: Run, expression: Call): Value {
  const { callee, at } = expression;
  const receiver = callee.kind === 'field' ? run.evaluate(callee.object) : undefined;
  const name = callee.kind === 'field' || callee.kind === 'own' ? callee.name : undefined;
  const found = receiver ? fieldCallee(run, receiver, callee as Field) : run.evaluate(callee);
  const given = expression.args.map((argument) => evaluatedArgument(run, argument));
  const { target, args } = asReference(run, expression, found, given);
  const paths = target.paths.some(isOfModule) ? target.paths.filter((path) => !isOfModule(path)) : target.paths;

  const { isJudgedSafe, safe, handled } = run.rules.isAboutCall(paths, name)
    ? byRows(run, target, receiver, paths, name, args, expression)
    : UNTOLD;
  if (run.weakCalls.size > 0) tellData(run, expression, name ?? lastName(paths), args);
  const set = setField(run, receiver, name, args);
  const only = target.functions.length === 1 ? target.functions[0]! : undefined;
  const extension =
    callee.kind === 'field' && !isOfTarget(target)
      ? extensionNamed(run, callee.name, expression.args.length)
      : undefined;
  // Facts that an earlier call established hold for the arguments of that call.
  if (only && run.told.size > 0) run.told.delete(only.form);
  if (extension && run.told.size > 0) run.told.delete(extension);
  const evaluated: EvaluatedCall = { target, receiver, name, args, at, handled, isNew: expression.isNew === true };
  const result =
    set ?? (makesOfConstants(run, evaluated) ? ofConstants(run, evaluated) : resultOf(run, evaluated, expression));
  if ((only || extension) && run.told.size > 0) {
    const guard = (place: Expression, mask: number) => protect(run, place, mask);
    if (only) tellArguments(run, only, expression.args, undefined, guard);
    if (extension && callee.kind === 'field')
      tellArguments(run, { form: extension }, [{ value: callee.object }, ...expression.args], undefined, guard);
  }
  const isNamed = tellRaised(run, target, name, expression);
  setOutputs(run, expression.args, evaluated, safe);
  if (run.rules.watched.size > 0) for (const path of paths) noteWatched(run, path, args);
  if (run.rules.ends.size > 0 && paths.some((path) => run.rules.ends.has(path))) run.state.isDead = true;
  if (run.language.hasMemory) run.state.isDead ||= neverComesBack(run.language, run.file, expression);
  else {
    tellUser(run, expression, only?.form);
    noteRouter(run, expression);
    if (!handled) noteRoutes(run, expression, args);
    noteUnopened(run, expression, args);
    if (run.language.hasFunctionObjects) notePassedOn(run, expression);
  }
  const called =
    paths.length === 0
      ? paths
      : paths.map((path) => (expression.isNew ? run.rules.known(path) : run.rules.knownCall(path)));
  const known = isKnownToServer(run, evaluated) ? UNKNOWN : isNamed ? madeSafe(result, ALL_WEAKNESSES) : result;
  const value = called.length === 0 ? known : withPaths(known, pathsOfCall(known.paths, called));
  const judged =
    safe === undefined ? guessed(run, callee, args.length, target, value) : madeSafe(cleaned(run, value, args), safe);
  const told = withSettings(run, judged, called, args, at);
  // A method that overrides a framework's, and is followed, says by itself what it returns.
  const brought = isOverridden(run, target, receiver) ? told : sourced(run, told, at, called);
  const all = brought.taints === judged.taints ? brought : cleanedByFlag(run, brought, paths, name, args);
  if (run.proof === undefined) return all;
  const exact = run.rules.safeFor(paths, undefined, () => args.map((each) => each.value.paths)) ?? 0;
  const made = { value: all, safe: safeWhereverItStands(exact, IN_QUOTES), isJudgedSafe };
  return believed(run, expression, evaluated, made);
}

/**
 * Rules out for the arguments of a call of Python those values for which it raises an error.
 * @returns whether the result is one of the values that an enumeration names
 */
function tellRaised(run: Run, target: Value, name: string | undefined, { callee, args }: Call): boolean {
  // `path.relative_to(root)` raises one unless the path begins with the root.
  if (name === 'relative_to' && callee.kind === 'field') protect(run, callee.object, PATH_TRAVERSAL);
  return raisesUnlessNamed(run, target, args, (place, mask) => protect(run, place, mask));
}

/** The answers of rows about a call, before it is followed. */
interface ToldByRows {
  readonly isJudgedSafe: boolean | undefined;
  /** The weaknesses that its result cannot cause. */
  readonly safe: number | undefined;
  readonly handled: boolean;
}

const UNTOLD: ToldByRows = { isJudgedSafe: undefined, safe: undefined, handled: false };

function byRows(
  run: Run,
  target: Value,
  receiver: Value | undefined,
  paths: readonly string[],
  name: string | undefined,
  args: readonly EvaluatedArgument[],
  expression: Call,
): ToldByRows {
  const { at } = expression;
  const own = target.functions.length > 0;
  // A method of the target does not become a method of a library by its name alone: what it does is followed.
  const isFollowed = own && target.functions.every(({ form }) => !isAbstract(form));
  const sinks = isOverridden(run, target, receiver)
    ? undefined
    : run.rules.find(run.rules.sinks, paths, isFollowed ? undefined : name);
  const isJudgedSafe = sinksOfCall(run, own ? sinks?.filter(({ only }) => only !== 'object') : sinks, {
    receiver,
    args,
    at,
  });
  judgeCall(run, paths, name, receiver, args, expression);
  judgePattern(run, paths, name, receiver, args, at);
  // One that is named after cleaning may clean in ways that are not known.
  const cleaner = isFollowed && !CLEANING.test(name ?? '') ? undefined : name;
  const safe = run.rules.safeFor(paths, cleaner, () => args.map(({ value }) => value.paths));
  setResponseType(run, paths, name, args, expression.args);
  renderTemplate(run, paths, args, expression);
  return { isJudgedSafe, safe, handled: handle(run, paths, name, args, expression) };
}

/** Notes a call that makes others of its file harmless or dangerous: rows may name the argument that it must get. */
function noteWatched(run: Run, path: string, args: readonly EvaluatedArgument[]): void {
  if (run.rules.watched.has(path)) run.calledIn.add(`${run.file} ${path}`);
  for (const { value } of args) {
    const given = typeof value.constant === 'boolean' ? String(value.constant) : value.paths[0];
    const told = given === undefined ? undefined : `${path}(${given})`;
    if (told !== undefined && run.rules.watched.has(told)) run.calledIn.add(`${run.file} ${told}`);
  }
}

/** Whether a method of the target's own class is called, for which the framework has one of this name, too. */
const isOverridden = (run: Run, { functions }: Value, receiver: Value | undefined): boolean =>
  receiver !== undefined &&
  functions.length > 0 &&
  // One that is running calls itself by `super`.
  functions.every(({ form, self }) => self !== undefined && !isAbstract(form) && !run.isRunning(form));

const isOfModule = (path: string): boolean => path.startsWith('module ');

/** `crypto.createHash` is `createHash`. */
const lastName = ([path = 'a call']: readonly string[]): string => path.slice(path.lastIndexOf('.') + 1);

const isOfTarget = ({ functions, classes }: Value): boolean => functions.length + classes.length > 0;

/** The result of a call with constants; only for some calls is it known which constant. */
function ofConstants(run: Run, evaluated: EvaluatedCall): Value {
  const { name, receiver, at } = evaluated;
  const isPart = (name === 'slice' || name === 'subarray') && receiver!.objects.length > 0;
  const written = firstWritten(run, evaluated);
  if (isPart || givesBytes(evaluated)) return fixedBytes(run, at, written);
  const result = builtin(run, evaluated);
  if (result === undefined) return valueLike(FIXED, { written });
  if (result.objects.length > 0) return result;
  return valueLike(result, result.constant === undefined ? { written, fixed: true } : { written });
}

/** `$validated['file']->getRealPath()`: the name under which the server has put an uploaded file. */
function isKnownToServer(run: Run, { target, receiver, name, args }: EvaluatedCall): boolean {
  if (name === undefined || args.length > 0 || !run.rules.ofUploads.has(name) || isOfTarget(target)) return false;
  return receiver?.paths.some((path) => run.rules.isOfInput(path)) === true;
}

/** `filter_input(INPUT_GET, 'n', FILTER_SANITIZE_NUMBER_INT)`: the call that brings in the input also cleans it. */
function cleanedByFlag(
  run: Run,
  value: Value,
  paths: readonly string[],
  name: string | undefined,
  args: readonly EvaluatedArgument[],
): Value {
  const safe = run.rules.safeByFlag(paths, name, () => args.map(({ value: each }) => each.paths));
  return safe === undefined ? value : madeSafe(value, safe);
}

/** A sanitizer returns its argument, made safe. */
const cleaned = (run: Run, value: Value, args: readonly EvaluatedArgument[]): Value =>
  withTaints(
    valueLike(value, { objects: [] }),
    args.reduce<Value>((all, argument) => withTaints(all, allTaints(run, argument.value)), UNKNOWN).taints,
  );

function evaluatedArgument(run: Run, { value, name, isSpread }: Argument): EvaluatedArgument {
  if (name === undefined && !isSpread && value.kind !== 'map') return { value: run.evaluate(value) };
  return {
    value: run.evaluate(value),
    ...(name !== undefined && { name, at: value.at }),
    ...(isSpread && { isSpread }),
    ...(value.kind === 'map' && { written: value }),
  };
}

function resultOf(run: Run, evaluated: EvaluatedCall, written: Call): Value {
  const { target, args, receiver } = evaluated;
  if (run.proof === undefined) return resultOfAny(run, evaluated, written);
  if (isOfTarget(target))
    return isWhollyKnown(run, target) ? resultOfAny(run, evaluated, written) : unknownCall(run, evaluated);
  const result = resultOfAny(run, evaluated, written);
  if (isExact(run, evaluated)) return result;
  forget(run, [...args.map(({ value }) => value), receiver ?? UNKNOWN]);
  return unknownOf(result);
}

function resultOfAny(run: Run, evaluated: EvaluatedCall, { args: written }: Call): Value {
  const { target, args } = evaluated;
  if (mayMeanOthers(run, evaluated) && carryInput(run, args)) run.leaveOut('meanings', run.frame.form);
  const results = meansFunctions(run, evaluated) ? followed(run, evaluated, written) : undefined;
  if (results && results.length > 0) return results.reduce(join);
  const inC = run.language.hasMemory ? calledInC(run, evaluated, written) : undefined;
  const extended = extensionResult(run, evaluated, (form, given, place) => invoke(run, { form }, given, place));
  const known =
    inC ?? extended ?? readByCall(run, evaluated) ?? builtin(run, evaluated) ?? settingsCall(run, evaluated);
  if (known) return known;
  const result = unknownCall(run, evaluated);
  // A value without taints need not be made safe. Checking that with `safeBy` took four fifths of the time on a parser.
  if (target.functions.length === 0 || result.taints.length === 0) return result;
  const safe = target.functions.map((closure) => safeBy(run, closure, args)).reduce((one, other) => one & other, -1);
  const given = madeSafe(result, safe);
  // A function that lies too deep within calls to be followed may refuse the input.
  return target.functions.some(({ form }) => run.isRunning(form)) ? given : doubted(given, 'handed-over');
}

/** Whether a call may mean a function or class of the target: most mean none. */
const meansFunctions = (run: Run, { target, name }: EvaluatedCall): boolean =>
  isOfTarget(target) || (name !== undefined && run.held.has(name));

/** The results of the functions and classes of the target that a call may mean. */
function followed(run: Run, evaluated: EvaluatedCall, written: Call['args']): readonly Value[] {
  const { target, args, at } = evaluated;
  // `Job(other)` of Go converts a value.
  const isConverted = run.language.embeds && !evaluated.isNew && target.classes.length > 0;
  const results: Value[] = isConverted
    ? [converted(args[0]?.value ?? UNKNOWN, target)]
    : target.classes.map((form) => instantiate(run, form, spreadOut(run, args), at));
  // A method in an object literal gets the object as this.
  const hasFields = run.language.hasFunctionObjects && (evaluated.receiver?.objects.length ?? 0) > 0;
  for (const closure of chosenAmong(run, evaluated)) {
    // `new` on a function makes an object, which the function gets as `this`.
    const isMaker = evaluated.isNew && closure.form.self !== undefined && !closure.self;
    const made = isMaker ? newObjectOf(run, closure, at) : undefined;
    const self = made ?? (hasFields ? evaluated.receiver : undefined);
    const result = invoke(run, self ? calledOn(closure, self) : closure, spreadOut(run, args), at);
    if (made) results.push(made);
    else if (result) results.push(result);
    if (closure.form.isMacro && result) giveBack(run, closure.form, written);
  }
  if (target.functions.length === 1 && target.functions[0]!.form.neverReturns) run.state.isDead = true;
  return results;
}

const converted = (value: Value, { classes }: Value): Value =>
  value.objects.length > 0 ? value : valueLike(value, { classes });

/** The content of a field, in languages where a call reads a field. */
function readByCall(run: Run, { target, receiver, name, args }: EvaluatedCall): Value | undefined {
  if (!run.language.hasMessages || name === undefined || args.length > 0 || target.functions.length > 0)
    return undefined;
  const isThere =
    receiver === undefined
      ? target.objects.length + target.taints.length > 0
      : receiver.objects.some((key) => run.state.object(key)?.fields.has(name));
  return isThere ? valueLike(target, { paths: [] }) : undefined;
}

/** Follows some methods of one name at most. How many functions a field holds is limited where they are put. */
function chosenAmong(run: Run, evaluated: EvaluatedCall): readonly Closure[] {
  const functions = meant(run, evaluated);
  const fit = fitting(run, functions, evaluated.args);
  return functions === evaluated.target.functions ? fit.slice(0, MAX_ALTERNATIVES) : fit;
}

/**
 * The functions that a call may mean. For a field of an unknown object, these include the functions that the target
 * puts into fields of that name.
 */
function meant(run: Run, { target, receiver, name }: EvaluatedCall): readonly Closure[] {
  const held = name === undefined ? undefined : run.held.get(name);
  const isKnown = receiver === undefined || (receiver.objects.length === 1 && target.functions.length > 0);
  // The path of a field of the target's own types is that of its type: a type of functions.
  const isOwn = receiver !== undefined && receiver.classes.length + receiver.objects.length > 0;
  const isNamed = target.classes.length > 0 || (!isOwn && target.paths.length > 0);
  if (held === undefined || isKnown || isNamed) return target.functions;
  return [...target.functions, ...held.filter(({ form }) => !target.functions.some((each) => each.form === form))];
}

/** `f(...all)` with elements at known places is `f(a, b)`. */
const spreadOut = (run: Run, args: readonly EvaluatedArgument[]): readonly EvaluatedArgument[] =>
  args.every(({ isSpread }) => !isSpread)
    ? args
    : args.flatMap((argument) =>
        argument.isSpread
          ? (elementsOf(run, argument.value)?.map((value) => ({ value })) ?? namedIn(run, argument.value) ?? [argument])
          : [argument],
      );

/** `f(**options)` with known keys has arguments of these names. */
function namedIn(run: Run, { objects }: Value): EvaluatedArgument[] | undefined {
  const object = run.language.hasMessages && objects.length === 1 ? run.state.object(objects[0]!) : undefined;
  if (object?.kind !== 'map' || object.kin !== undefined || object.rest !== UNKNOWN) return undefined;
  return [...object.fields].map(([name, value]) => ({ name, value }));
}

/** Whether a call may mean functions that are not followed, because they are too many. */
const mayMeanOthers = (run: Run, { target, receiver, name, args }: EvaluatedCall): boolean =>
  (target.functions.length >= MAX_ALTERNATIVES && fitting(run, target.functions, args).length >= MAX_ALTERNATIVES) ||
  (name !== undefined &&
    (run.heldByTooMany.has(name) ||
      receiver?.classes.some(({ id }) => run.implementedByTooMany.has(`${id} ${name}`)) === true));

/** Other calls may give constants of their own. A method of .NET without parameters gives one pattern each time. */
const keptOf = (run: Run, { parameters }: FunctionForm, returned: Value): Value =>
  parameters.length === 0 && returned.paths.includes('Regex')
    ? returned
    : withoutBlocks(run, withoutConstants(run, returned));

const carryInput = (run: Run, args: readonly EvaluatedArgument[]): boolean =>
  args.some(({ value }) => allTaints(run, value).some(({ label }) => label !== PREDICTABLE));

/** Records a call that is not followed. */
function refused(run: Run, form: FunctionForm, args: readonly EvaluatedArgument[]): void {
  run.leftOutCalls += 1;
  if (args.some(({ value }) => value.paths.includes(MAYBE_PROTOTYPE))) run.callsItself(form, args);
  if (!run.isRunning(form) && carryInput(run, args)) run.leaveOut('calls', form);
}

/** Calls a function of the target. Undefined if it is already running, or calls are nested too deep. */
export function invoke(
  run: Run,
  { form, self }: Closure,
  args: readonly EvaluatedArgument[],
  at: Place,
): Value | undefined {
  if (!run.canCall(form)) {
    refused(run, form, args);
    return undefined;
  }
  if (run.isCalling && run.abandoned.has(form)) return undefined;
  const key = plainKey(run, form, self, args);
  const known = key === undefined ? undefined : resultBefore(run, { form, self }, args, key);
  if (known) return returnedBy(form, known, args, { file: run.file, at });
  const repeat = key !== undefined || run.proof ? undefined : repeatOf(run, form, self, args);
  const before = repeat && repeated(run, repeat);
  if (before) {
    if (before.told) run.told.set(form, before.told);
    return before.result;
  }
  if (run.isBeyondLong) return undefined;
  const { file, state, leftOutCalls } = run;
  const type = responseTypeOf(run);
  const passed = allPassedTo({ form, self }, args, file, at);
  const had = key === undefined ? undefined : fieldsOf(run, self);
  const constants = key === undefined || run.language.hasMemory ? undefined : constantsGiven(run, form, args, self);
  const isNarrow = run.proof !== undefined && passed.some(({ value }) => madeFor(value) !== 0);
  if (isNarrow) run.proof!.narrow += 1;
  return run.within(form, at, (frame) => {
    run.state = state.fork();
    if (form.self !== undefined && self) run.state.set(form.self, self);
    bindParameters(run, form, passed, self);
    run.execute(form.settingFields ? settingGiven(form, form.settingFields, passed) : form.body);
    if (frame.again) executeAgain(run, form, frame.again);
    const end = run.state;
    if (isNarrow) run.proof!.narrow -= 1;
    run.state = state;
    const ends = end.isDead ? frame.exits : [...frame.exits, end];
    if (!run.language.hasMemory) noteGate(run, form, state, ends);
    // A function that only throws leaves nothing behind, and its caller may catch that. In C, it has ended the program.
    if (ends.length > 0) state.merge(ends, (id) => run.captured.has(id));
    else if (run.language.hasMemory) state.isDead = true;
    const returned = ofDeclaredType(run, form, frame.returned ?? UNKNOWN);
    // A call that sets the content type is followed each time.
    if (key !== undefined && responseTypeOf(run) === type && !run.isLong) {
      keepPlain(run, form, key, keptOf(run, form, returned));
      if (had) keepLeft(run, form, key, had, self, args);
      if (constants !== undefined) keepObjects(run, form, key, constants, [returned, ...leftOf(run, form, key)]);
    }
    const result = returnedBy(form, returned, args, { file, at });
    keepTold(run, { form, ...(self && { self }) }, passed, end.isDead ? frame.ways : [...frame.ways, { state: end }]);
    // A function at which the entry was given up is followed once more, as an entry of its own.
    run.called.add(form);
    const isCut = run.isLong || run.leftOutCalls > leftOutCalls;
    if (repeat) run.repeated.set(repeat.key, { result, told: run.told.get(form), isCut });
    return result;
  });
}

/** The result of the same call before, with what it left behind. */
function resultBefore(
  run: Run,
  { form, self }: Closure,
  args: readonly EvaluatedArgument[],
  key: string,
): Value | undefined {
  const known = run.plainResults.get(form)?.get(key);
  if (!known) return undefined;
  // An object that the function made for one entry does not exist for the next entry.
  restoreObjects(run, form, key, () => constantsGiven(run, form, args, self));
  if (!isStillThere(run, known) || !leaveAgain(run, form, key, self, args)) return undefined;
  if (run.judging.has(form)) run.judgesHere();
  if (run.language.hasMemory)
    for (const value of [...args.map((each) => each.value), self ?? UNKNOWN]) handedToC(run, value);
  return known;
}

/** The result of a function, with what its declared type says of it. */
function ofDeclaredType(run: Run, { returns, places }: FunctionForm, given: Value): Value {
  if (places) namePlaces(run, places, given);
  return returns ? ofKnownType(run, given, run.evaluate(returns)) : given;
}

/** The parts of a tuple have the names that the type of the function gives them, too. */
function namePlaces(run: Run, places: readonly (string | undefined)[], tuple: Value): void {
  for (const [index, name] of places.entries()) {
    const part = name === undefined ? undefined : contentOf(run, tuple, String(index));
    if (part !== undefined) putContent(run, tuple, name, part);
  }
}

/** The arguments as the function gets them: each names the parameter that it goes to. */
function allPassedTo(
  { form, self }: Closure,
  args: readonly EvaluatedArgument[],
  file: string,
  at: Place,
): readonly EvaluatedArgument[] {
  const skipped = self !== undefined && form.self === undefined ? 1 : 0;
  return args.map((argument, index) => {
    const into = argument.name ?? form.parameters[index + skipped]?.name;
    return passedTo(form, argument, file, at, into);
  });
}

const passedTo = (
  form: FunctionForm,
  argument: EvaluatedArgument,
  file: string,
  at: Place,
  into: string | undefined,
): EvaluatedArgument =>
  argument.value.taints.length === 0
    ? argument
    : { ...argument, value: stepped(argument.value, file, at, `passed to ${form.name}`, into) };

function returnedBy(
  form: FunctionForm,
  value: Value,
  args: readonly EvaluatedArgument[],
  { file, at }: Pick<Step, 'file' | 'at'>,
): Value {
  const given = stepped(value, file, at, `returned by ${form.name}`);
  const handed = value.taints.length > 0 && escapesMarkup(form) ? madeSafe(given, MARKUP) : given;
  if (value.taints.length === 0 || !CLEANING.test(form.name)) return handed;
  // `strip_control_chars($sql)`: a function that gets a whole statement cannot tell the values in it from the rest.
  return args.some((argument) => isStatement(argument.value)) ? handed : doubted(handed, 'cleaned');
}

const isStatement = ({ text }: Value): boolean => text !== undefined && isSql(text);

/** Runs a function again that called itself with an object found under a name from outside. */
function executeAgain(run: Run, form: FunctionForm, args: readonly EvaluatedArgument[]): void {
  const end = run.state;
  run.state = end.fork();
  run.state.isDead = false;
  bindParameters(run, form, args);
  run.execute(form.body);
  run.state = end;
}

/** An instance of a class of the target, without what its constructor does. */
export function instanceOf(run: Run, form: ClassForm, at: Place): Value {
  const kin = kinOf(run, form);
  // The fields that constructors of other classes set are not known.
  const isPart = run.proof !== undefined && form.bases.length > 0;
  const object = objectLike(objectOf('map', new Map(), UNKNOWN), isPart ? { kin, isChanged: true } : { kin });
  return valueLike(run.newObject(at, object), { paths: kin.paths });
}

/** A new instance of a class of the target. */
export function instantiate(run: Run, form: ClassForm, args: readonly EvaluatedArgument[], at: Place): Value {
  const made = instanceOf(run, form, at);
  const instance = valueLike(made, { paths: [] });
  run.making(form, () => initialise(run, form, instance, 0));
  const constructor = contentOf(run, made, 'constructor') ?? UNKNOWN;
  for (const closure of fitting(run, constructor.functions, args)) invoke(run, closure, args, at);
  return made;
}

/** Gives an instance its fields, those of its bases first. */
function initialise(run: Run, form: ClassForm, instance: Value, depth: number): void {
  for (const { classes } of basesOf(run, form, depth))
    for (const parent of classes) initialise(run, parent, instance, depth + 1);
  let waiting: (readonly [string, Value])[] = [];
  for (const { name, value } of form.fields) {
    // A call in such a value may read the fields before it, or change the object.
    if (!isSimple(value)) {
      putContents(run, instance, waiting);
      waiting = [];
    }
    waiting.push([name, run.evaluate(value)]);
  }
  putContents(run, instance, waiting);
}

/** The types of fields that are found without any call. */
const NAMED: ReadonlySet<Expression['kind']> = new Set(['global', 'variable', 'import', 'class']);

/** Whether the value of a field is found without any call. */
const isSimple = (value: Expression): boolean =>
  value.kind === 'literal' ||
  (value.kind === 'unknown' && value.parts.length === 0) ||
  (value.kind === 'typed' && isSimple(value.value) && NAMED.has(value.type.kind));
