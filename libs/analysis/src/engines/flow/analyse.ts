import { BestWays } from './best-ways';
import type { ClassForm, FunctionForm, ModuleForm, VariableId } from './ir';
import { instanceOf, instantiate, invoke } from './interpret/calls';
import { contentOf } from './interpret/contents';
import { evaluate } from './interpret/expressions';
import { entryArguments } from './interpret/handlers';
import { isRemote } from './interpret/go/filled-parameters';
import { knowImplementations } from './interpret/implementations';
import { forgetElements } from './interpret/memory/blocks';
import { knowDeclared, knowExported, knowReturned } from './interpret/exported';
import { runModules } from './interpret/modules';
import type { CheckedPlace } from './interpret/checked-places';
import type { JudgedPlace } from './interpret/proof/proof';
import { type IsWhole, prove } from './interpret/proof/prove';
import type { LanguageOfTarget } from './interpret/language-of-target';
import { type Bound, type Flow, Run, type Weakness } from './interpret/run';
import { State } from './interpret/state';
import { OverBudget } from './interpret/step-limits';
import { asOpened } from './interpret/unopened-routes';
import { assign, execute } from './interpret/statements';
import { refine } from './interpret/guards';
import {
  type Closure,
  type Step,
  UNKNOWN,
  type Value,
  doubted,
  firstStep,
  join,
  valueLike,
  withDoubt,
} from './interpret/values';
import { judgeLifetimes } from './lifetimes/lifetimes';
import type { FlowRules } from './rules';

/** A function or module that was not followed to its end. */
export interface Unfinished {
  readonly file: string;
  readonly name: string;
  /** The error that the interpreter itself raised there; absent if the limit of steps or of nesting was exceeded. */
  readonly fault?: unknown;
  /** The limit at which input was not followed further, if that is what was left out. */
  readonly bound?: Bound;
}

type Leave = (form: Pick<FunctionForm, 'file' | 'name'>, fault?: unknown) => void;

export interface Analysis {
  readonly flows: readonly Flow[];
  readonly weaknesses: readonly Weakness[];
  /** Places that are safe whatever input arrives. Empty unless `isWhole` is given. */
  readonly proven: readonly JudgedPlace[];
  /** Dangerous calls that only checked input reached, in files that were followed to their end. */
  readonly checked: readonly CheckedPlace[];
  /** Functions and modules that exceeded the limit of steps or of nesting. */
  readonly unfinished: readonly Unfinished[];
}

interface AnalysisOptions {
  readonly progress?: (done: number) => void;
  /** Makes the analysis prove places safe in the files for which it returns true. Default: no file. */
  readonly isWhole?: IsWhole;
}

/** The state that the functions of one analysis share. */
interface Walk {
  readonly run: Run;
  /** The state that all functions begin with. */
  readonly base: State;
  readonly modules: readonly ModuleForm[];
  readonly language: LanguageOfTarget;
  readonly captured: ReadonlySet<VariableId>;
  /** Runs `work` from a state. A form that exceeds the limit of steps or of nesting is recorded as unfinished. */
  readonly attempt: (form: FunctionForm, state: State, work: () => void) => void;
}

/** Interprets a target: each module, and then each function for which no call was seen. */
export function analyse(
  modules: readonly ModuleForm[],
  rules: FlowRules,
  language: LanguageOfTarget,
  captured: ReadonlySet<VariableId>,
  { progress = () => undefined, isWhole }: AnalysisOptions = {},
): Analysis {
  const ways = new BestWays(language.isTrial);
  const weaknesses = new Map<string, Weakness>();
  const unfinished: Unfinished[] = [];
  const imports = new Set(modules.flatMap((module) => module.imports.map((name) => name.replace(/^node:/, ''))));
  const parts = { evaluate, execute, refine, assign, invoke, instantiate, instanceOf };
  const judge = (found: Weakness) => keepWeakness(weaknesses, found);
  const run = new Run(parts, rules, language, (flow) => ways.add(flow), judge, imports, captured);
  run.importsOfFiles = new Map(modules.map((module) => [module.file, module.imports]));
  run.plainParts = plainPartsOf(modules);
  const leave: Leave = ({ file, name }, fault) =>
    void unfinished.push({ file, name, ...(fault !== undefined && { fault }) });
  const attempt = attempting(run, leave);
  const walk: Walk = { run, base: new State(), modules, language, captured, attempt };

  runTopLevels(walk);
  knowBeforeFunctions(walk);
  for (const [index, module] of modules.entries()) {
    enterFunctions(walk, module);
    if (language.hasMemory) enterMethodsAsFunctions(walk, module);
    else for (const form of module.classes) enterClass(walk, module, form);
    progress(index + 1);
  }
  for (const { file, faults = [] } of modules) for (const fault of faults) judge({ ...fault, file });
  if (language.hasMemory) judgeLifetimes({ modules, language, captured, judge, unfinished: leave });
  ways.dropUnlessCalled(run.calledIn);
  const { promising } = run;
  const proven = isWhole ? prove({ modules, rules, language, captured, imports, parts, promising, isWhole }) : [];
  unfinished.push(...run.cutShort.values());
  const cut = new Set(unfinished.map(({ file }) => file));
  return {
    flows: ways.all((flow) => asOpened(run, asRouted(run, flow))),
    weaknesses: [...weaknesses.values()],
    proven,
    checked: run.checked.all().filter(({ file }) => !cut.has(file)),
    unfinished: [...unfinished, ...run.leftOut.values()],
  };
}

/** The router whose parts of paths are found by their names: other routers have other patterns. */
const GORILLA = 'github.com/gorilla/mux';

/** The names of parts of routes whose pattern is plain in each route that has a part of the name. */
function plainPartsOf(modules: readonly ModuleForm[]): ReadonlySet<string> {
  const parts = modules.flatMap(({ imports, routeParts = [] }) => (imports.includes(GORILLA) ? routeParts : []));
  const open = new Set(parts.filter(({ isPlain }) => !isPlain).map(({ name }) => name));
  return new Set(parts.map(({ name }) => name).filter((name) => !open.has(name)));
}

const attempting =
  (run: Run, leave: Leave): Walk['attempt'] =>
  (form, state, work) => {
    run.beginEntry(state, form.file);
    try {
      work();
      if (run.isLong) leave(form);
    } catch (error) {
      // A target may nest to any depth. The interpreter counts levels; a RangeError comes from recursion that it does
      // not count. A fault of the interpreter itself loses this function alone.
      if (error instanceof OverBudget || error instanceof RangeError) leave(form);
      else leave(form, error);
    }
  };

/** Runs each module, or each script by itself, and keeps the variables that they set. */
function runTopLevels({ run, base, modules, language, captured, attempt }: Walk): void {
  if (!language.hasScripts) runModules(run, modules, ({ main }, work) => attempt(main, base, work));
  else
    for (const module of modules) {
      const script = base.beside();
      attempt(module.main, script, () => run.within(module.main, 0, () => run.execute(module.main.body)));
      run.state.isDead = false;
      base.mergeBeside(run.state, (id) => captured.has(id));
    }
  // A script that runs by itself passes to the next one only the values that it stores somewhere.
  if (language.hasMemory) forgetElements(base);
  if (language.hasScripts) base.changeAll((value) => doubted(value, 'kept'));
}

/** Records what any function may meet: functions in fields, implementations, shared variables, exports. */
function knowBeforeFunctions({ run, base, modules, language, attempt }: Walk): void {
  for (const module of modules)
    attempt(module.main, base, () =>
      run.within(module.main, 0, () => {
        holdFunctions(run, module);
        knowImplementations(run, module);
      }),
    );
  for (const { shared } of modules) for (const id of shared) base.set(id, join(base.get(id) ?? UNKNOWN, UNKNOWN));
  if (language.isPublished)
    for (const module of modules) if (language.isPublished(module.file)) knowDeclared(run, module);
  for (const module of language.entries ?? [])
    attempt(module.main, base, () => run.within(module.main, 0, () => knowExported(run, module)));
}

/** Calls a function with what it gets from outside. */
const call = (run: Run, closure: Closure): unknown =>
  invoke(run, closure, entryArguments(run, closure.form, closure.self), closure.form.at);

/**
 * Enters a function as a caller outside of the target would.
 * @param own the instance or class that it is called on
 */
const enter = ({ run, language }: Walk, module: ModuleForm, form: FunctionForm, own?: Value): Value | undefined =>
  run.within(module.main, 0, () => {
    run.beginsHere();
    const self = own ?? run.selves.get(form);
    run.isForAdministrators = form.isForAdministrators === true || language.forAdministrators?.has(form) === true;
    const given = invoke(run, self ? { form, self } : { form }, entryArguments(run, form, own), form.at);
    // Others call the function that it returns, with its own arguments still in scope: `func New(db) Handler`.
    for (const closure of language.hasMemory ? [] : (given?.functions ?? []))
      if (closure.form !== form && closure.form.isGetter !== true) call(run, closure);
    const isExported = language.hasFunctionObjects !== undefined && run.exported.has(form);
    for (const closure of isExported && given ? knowReturned(run, given) : []) {
      run.state.isDead = false;
      call(run, closure);
    }
    return given;
  });

/** In C, a function is done once its result for plain arguments is known: most are defined before their callers. */
const isDone = ({ run, language }: Walk, form: FunctionForm): boolean =>
  language.hasMemory ? run.plainResults.has(form) : run.called.has(form) && !isRemote(run, form);

/** A function is entered before those within it: it knows what they capture, and most often calls them. */
function enterFunctions(walk: Walk, module: ModuleForm): void {
  for (const form of module.functions.toSorted((one, other) => one.at - other.at))
    if (!isDone(walk, form) || walk.run.exported.has(form))
      walk.attempt(form, walk.base.fork(), () => enter(walk, module, form));
}

/** For a language with memory. A method does not find in an instance what another method left there. */
function enterMethodsAsFunctions(walk: Walk, module: ModuleForm): void {
  for (const { methods } of module.classes)
    for (const { function: form } of methods)
      if (!isDone(walk, form)) walk.attempt(form, walk.base.fork(), () => enter(walk, module, form));
}

/** Makes an instance of a class, and calls each of its methods on that instance, as an entry of its own. */
function enterClass(walk: Walk, module: ModuleForm, form: ClassForm): void {
  const { run, base, language, attempt } = walk;
  const constructor = form.methods.find(({ name, function: each }) => name === 'constructor' && run.exported.has(each));
  let instance: Value | undefined;
  attempt(module.main, base.fork(), () => {
    instance = run.within(module.main, 0, () =>
      instantiate(run, form, constructor ? entryArguments(run, constructor.function, undefined) : [], form.at),
    );
  });
  // An instance that takes too long to make is not known.
  const made = instance === undefined ? base.fork() : run.state;
  for (const method of form.methods) {
    if (method.name === 'constructor' || (method.function.isHidden && run.called.has(method.function))) continue;
    const ofClass = language.classMethod ? valueLike(UNKNOWN, { classes: [form] }) : undefined;
    const self = method.isStatic ? ofClass : instance;
    // Each request has an object of its own.
    attempt(method.function, language.hasMessages ? made.fork() : made, () => {
      const functions = (instance && contentOf(run, instance, method.name)?.functions) ?? [];
      const closure = functions.find((each) => each.form === method.function) ?? functions[0];
      enter(walk, module, closure?.form ?? method.function, self);
    });
    made.isDead = false;
  }
}

/** A handler that was also followed by itself gets its input by its routes alone. */
const asRouted = (run: Run, flow: Flow): Flow =>
  flow.within?.some((form) => run.routed.get(form) === true || run.language.forAdministrators?.has(form)) === true
    ? { ...flow, taint: withDoubt(flow.taint, 'administrators') }
    : flow;

/** Remembers the functions that the literals of a module put into fields. */
function holdFunctions(run: Run, { held }: ModuleForm): void {
  for (const { name, value } of held) run.hold(name, run.evaluate(value).functions);
}

/** A constant of the program itself takes precedence over one of a test. */
function keepWeakness(weaknesses: Map<string, Weakness>, found: Weakness): void {
  const key = `${found.file}|${found.at}|${found.weakness}`;
  const known = weaknesses.get(key);
  // The gravest finding wins, however many others are less grave.
  if (known && !known.isTried && found.severity !== undefined && known.severity === undefined) return;
  if (known === undefined || known.isTried || !found.isTried) weaknesses.set(key, withShorterWay(found, known));
}

/** Several ways lead to one call: the shortest is the easiest to follow, and does not depend on what came first. */
function withShorterWay(found: Weakness, known: Weakness | undefined): Weakness {
  if (known?.way === undefined || (known.isTried && !found.isTried)) return found;
  const isShorter = found.way !== undefined && orderOf(found.way.last) < orderOf(known.way.last);
  return isShorter ? found : { ...found, way: known.way };
}

const orderOf = (last: Step): string => {
  const { file, at } = firstStep(last);
  return `${String(last.length).padStart(3, '0')} ${file} ${String(at).padStart(12, '0')}`;
};
