import type { Severity } from '@assay/kernel';
import type { ClassForm, Expression, FunctionForm, Place, Statement, Target, VariableId } from '../ir';
import { CheckedPlaces } from './checked-places';
import type { EvaluatedArgument } from './evaluated-call';
import { type Frame, contextOf } from './frame';
import { isLeftToAdministrators, isLeftToKeyHolders } from './gates';
import { NO_PARTS, type RouteParts } from './javascript/route-patterns';
import type { LanguageOfTarget } from './language-of-target';
import type { Repeated } from './plain-calls';
import type { Proof } from './proof/proof';
import { ALL_WEAKNESSES, type FlowRules } from '../rules';
import { type HeapObject, type Kin, State, objectLike, objectOf } from './state';
import { OverBudget, StepLimits } from './step-limits';
import type { Parts } from './run-parts';
import type { Told } from './told';
import { ValuesOfVariables } from './written';
import {
  type Closure,
  type Step,
  type Taint,
  UNKNOWN,
  type Value,
  WHOLLY,
  type WrittenPlace,
  valueLike,
  withDoubt,
} from './values';

/** An input that reaches a dangerous place. */
export interface Flow {
  readonly weakness: string;
  readonly file: string;
  readonly at: Place;
  readonly taint: Taint;
  /** The use at the dangerous place, as text. */
  readonly reaches: string;
  /** The functions that were running, the outermost first. */
  readonly within?: readonly FunctionForm[];
  /** A condition lets none but the holders of a key get there. */
  readonly isOfKeyHolders?: true;
  /** The text that the input is a part of, with a hole for each unknown part, if it is known. */
  readonly text?: string;
  /** Calls that make the flow harmless, if one of them is in the file. */
  readonly unlessCalled?: readonly string[];
  /** Calls of which the file must have one for the flow to be dangerous. */
  readonly onlyCalled?: readonly string[];
  /** Why it is for a reader to judge, as the row says. */
  readonly reservation?: string;
  /** The place to show instead: if many files lead to one place, it is reported for each of them. */
  readonly shown?: { readonly file: string; readonly at: Place };
  /** Other ways to the same place, the best ones first. */
  readonly others?: readonly Flow[];
}

/** A call that is weak because of a constant argument. */
export interface Weakness {
  readonly weakness: string;
  readonly file: string;
  readonly at: Place;
  /** The description of the argument, as text. */
  readonly says: string;
  /** Default: the severity of the rule. */
  readonly severity?: Severity;
  /** Each path by which the constant gets there passes through a test or an example. */
  readonly isTried?: true;
  /** How what makes it weak gets there, if that comes from another place. */
  readonly way?: WayOfWeakness;
}

/** The limits beyond which something is not followed, although input gets there. */
export type Bound =
  /** More calls lie within each other. */
  | 'calls'
  /** A call may mean more functions. */
  | 'meanings'
  /** A class has more ancestors. */
  | 'ancestors'
  /** Objects lie deeper within what a dangerous call gets. */
  | 'objects';

/** A function, or for ancestors a class, at which a limit was met. */
export interface LeftOut {
  readonly file: string;
  readonly name: string;
  readonly bound: Bound;
}

/** The way of a constant, an object or an input to a call that is weak with it. */
export interface WayOfWeakness {
  readonly last: Step;
  /** The first step, as text. */
  readonly begin: string;
  /** The use at its end, as text. */
  readonly end: string;
}

const MAX_DEPTH = 12;
/** An entry that has taken its steps follows calls within each other up to this depth. */
const DEPTH_OF_LONG = 2;
/** For languages with memory: up to this limit, each call that gets a block is followed by itself. */
const STEPS_OF_DETAIL = 2_000;
const DETAILED_DEPTH = 5;
/** A field name with more functions than this belongs to a framework: each call of it would mean all of them. */
const MAX_HELD = 40;

/** Tests and a developer's machine show errors, and need no token in forms. */
const FOR_DEVELOPERS: ReadonlySet<string> = new Set(['error-shown', 'forgery-unchecked']);

/** The state that the parts of the interpreter share. */
export class Run {
  /** Calls of the entry that are weak by what is done to data: a later call of their result may bring the data. */
  readonly weakCalls = new Map<Expression, Weakness>();
  /** The limits at which input was not followed further, each once. */
  readonly leftOut = new Map<string, LeftOut>();
  /** Functions that a framework calls and that took more steps than an entry may. */
  readonly cutShort = new Map<string, Pick<LeftOut, 'file' | 'name'>>();
  /** `id name`: methods that more classes implement than are followed. */
  readonly implementedByTooMany = new Set<string>();
  /** Fields whose name has more functions than are kept. */
  readonly heldByTooMany = new Set<string>();
  /** `file path` of the calls that make others in their file harmless. */
  readonly calledIn = new Set<string>();
  state = new State();
  frame!: Frame;
  /** Functions that were interpreted with the arguments of a call. */
  readonly called = new Set<FunctionForm>();
  /** The results of functions for calls without input: such a call is interpreted once. */
  readonly plainResults = new Map<FunctionForm, Map<string, Value>>();
  /** For languages with memory: functions that exceeded the limit of steps. Their callers do not try again. */
  readonly abandoned = new Set<FunctionForm>();
  /** Functions whose results a framework sends as pages. */
  readonly answering = new Set<FunctionForm>();
  /** Functions in which a call was judged by its arguments: the constants that reach them make a difference. */
  readonly judging = new Set<FunctionForm>();
  /** Functions with a place that may be proven safe. */
  readonly promising = new Set<FunctionForm>();
  /** Dangerous calls that only checked input reached. */
  readonly checked = new CheckedPlaces();
  private readonly safeResults = new Map<FunctionForm, Map<string, number>>();
  /** How often the entry has called each function with input. */
  private readonly calls = new Map<FunctionForm, number>();
  /** The results of such calls, by the key for calls that look alike. */
  readonly repeated = new Map<string, Repeated>();
  /** How many calls were not followed, since they lay too deep or their function was already running. */
  leftOutCalls = 0;
  /** By function: the facts that the result of its last call with input gives about that input. */
  readonly told = new Map<FunctionForm, Told>();
  /** Whether a function runs only to find out its effects: nothing in it is reported. */
  isProbing = false;
  readonly written = new ValuesOfVariables();
  /** Whether some call has set the content type of a response. */
  setsResponseType = false;
  /** Whether only administrators call the running code. */
  isForAdministrators = false;
  /** The parts of its path, as the route tells them by which the running code is called. */
  route: RouteParts = NO_PARTS;
  /** Functions that come back for administrators alone. */
  readonly gates = new Set<FunctionForm>();
  /** Whether a handler lets none but administrators pass on to the next one. */
  readonly passedOn = new Map<FunctionForm, boolean>();
  /** Whether each way by which a framework calls a function is for administrators alone. */
  readonly routed = new Map<FunctionForm, boolean>();
  /** Whether no link opens any route of a function: see unopened-routes.ts. */
  readonly unopened = new Map<FunctionForm, boolean>();
  /** The functions that fields of a name hold somewhere in the target. */
  readonly held = new Map<string, Closure[]>();
  private readonly stack: Frame[] = [];
  /** The places where functions set a field of an object that was found by a name from outside. */
  readonly polluting = new Map<FunctionForm, Place>();
  /** Functions that a published package exports: their callers choose the arguments. */
  readonly exported = new Set<FunctionForm>();
  /** The receivers of exported functions: the object that holds them, or one that their constructor makes. */
  readonly selves = new Map<FunctionForm, Value>();
  /** For each class of the target, the classes that extend or implement it. */
  readonly implementations = new Map<ClassForm, readonly ClassForm[]>();
  /** Classes of which an instance is being given its fields. */
  private readonly made = new Set<ClassForm>();
  private readonly kins = new Map<ClassForm, Kin>();
  private readonly sources = new Map<string, Map<Place, string>>();
  private readonly objectKeys = new Map<string, number>();
  /** For each context of calls, the keys of the objects that a function makes, by place. */
  private readonly objectsOf = new Map<string, Map<Place, number>>();
  private objectCount = 0;
  /** The meanings of names from outside of the target, by the expressions that read them in a file. */
  readonly elsewhere = new Map<Expression, { readonly file: string; readonly value: Value }>();
  /** The packages that each file imports, by its path. */
  importsOfFiles: ReadonlyMap<string, readonly string[]> = new Map();
  /** The names of the parts of routes that hold nothing but letters, digits, `_`, `-` and `.`, in each route. */
  plainParts: ReadonlySet<string> = new Set();
  /** Whether the entry has put input where a function finds it that gets none: a class, a variable of a module. */
  keepsInput = false;
  /** Whether the last object was made at the same place as an earlier one. */
  wasThere = false;
  private readonly limits: StepLimits;
  /** How many functions run around the running entry. */
  private entered = 0;

  constructor(
    private readonly parts: Parts,
    readonly rules: FlowRules,
    readonly language: LanguageOfTarget,
    private readonly report: (flow: Flow) => void,
    private readonly judge: (weakness: Weakness) => void,
    /** Packages that some file of the target imports. */
    readonly imports: ReadonlySet<string>,
    /** Variables that outlive the call in which they are declared. */
    readonly captured: ReadonlySet<VariableId>,
    /** Present if the run looks for proofs instead of flows. */
    readonly proof?: Proof,
  ) {
    // A proof needs all of an entry, and in a language with memory what a call left out may have freed a block.
    const isStrict = proof !== undefined || language.hasMemory === true;
    this.limits = new StepLimits((file) => language.isTrial?.(file) === true, isStrict);
  }

  /** @throws OverBudget */
  evaluate(expression: Expression): Value {
    return this.parts.evaluate(this, expression);
  }

  /** @throws OverBudget */
  execute(statements: readonly Statement[]): void {
    this.parts.execute(this, statements);
  }

  /** Applies what a condition tells about places if it is true, or if it is false. */
  refine(condition: Expression, isTrue: boolean): void {
    this.parts.refine(this, condition, isTrue);
  }

  /** @param at the place of the step that is added to the value's path; undefined: no step */
  assign(target: Target, value: Value, at: Place | undefined): void {
    this.parts.assign(this, target, value, at);
  }

  /** Calls a function of the target. Undefined if it is already running, or calls are nested too deep. */
  invoke(closure: Closure, args: readonly EvaluatedArgument[], at: Place): Value | undefined {
    return this.parts.invoke(this, closure, args, at);
  }

  /** A new instance of a class of the target. */
  instantiate(form: ClassForm, args: readonly EvaluatedArgument[], at: Place): Value {
    return this.parts.instantiate(this, form, args, at);
  }

  get file(): string {
    return this.frame.form.file;
  }

  /** The source at a place of the running file: the same text each time, which is compared without reading it. */
  sourceAt(at: Place): string {
    const { file } = this;
    let ofFile = this.sources.get(file);
    if (ofFile === undefined) this.sources.set(file, (ofFile = new Map<Place, string>()));
    let source = ofFile.get(at);
    if (source === undefined) ofFile.set(at, (source = `${file}:${at}`));
    return source;
  }

  /** The id of the running function. */
  get here(): number {
    return this.frame.form.id;
  }

  /**
   * Takes a step, and enters a level as {@link goDown} does.
   * @throws OverBudget
   */
  step(): void {
    if (this.limits.take()) this.giveUp();
  }

  /**
   * Enters a level of nested expressions and statements.
   * @throws OverBudget
   */
  goDown(): void {
    if (this.limits.goDown()) this.giveUp();
  }

  /** Leaves a level. Not called if an error ends the entry. */
  goUp(): void {
    this.limits.nested -= 1;
  }

  private giveUp(): never {
    if (this.language.hasMemory) for (const { form } of this.stack) this.abandoned.add(form);
    throw new OverBudget();
  }

  /** @param file the file whose entries share the limit of steps; missing: each entry has its own limit */
  beginEntry(state: State, file = ''): void {
    this.limits.beginEntry(file);
    this.calls.clear();
    this.repeated.clear();
    this.told.clear();
    this.weakCalls.clear();
    this.proof?.beginEntry();
    this.stack.length = 0;
    this.entered = 0;
    this.isForAdministrators = false;
    this.keepsInput = false;
    this.route = NO_PARTS;
    this.state = state;
  }

  /** Whether the running entry has taken its steps: what it finds out from now on is not all that there is. */
  get isLong(): boolean {
    return this.limits.isLong;
  }

  /** The next function that is called begins the entry: what runs around it is no part of it. */
  beginsHere(): void {
    this.entered = this.stack.length;
  }

  /** Whether the function or script that runs has been called by no other one. */
  get isOutermost(): boolean {
    return this.stack.length === 1;
  }

  /** Whether no more calls are followed here, so that the rest of a long entry is. */
  get isBeyondLong(): boolean {
    return this.limits.isLong && this.stack.length - this.entered > DEPTH_OF_LONG;
  }

  /**
   * Runs a function that a framework calls, with the limit of steps of an entry: the entry that adds hundreds of routes
   * would reach its own before the last of them. Once the limit of the file is reached, it counts as a part of the
   * entry.
   */
  asEntry(form: FunctionForm, work: () => void): void {
    if (this.proof !== undefined || this.isProbing || this.limits.isLate()) return work();
    const { state, isForAdministrators, route, entered } = this;
    this.beginsHere();
    const followed = this.limits.asEntry(work);
    this.entered = entered;
    if (followed === 'whole') return;
    this.called.add(form);
    const { file, name } = form;
    this.cutShort.set(`${file} ${name}`, { file, name });
    if (followed === 'in part') return;
    this.state = state;
    this.isForAdministrators = isForAdministrators;
    this.route = route;
  }

  /** Reports an input that reaches a dangerous place. */
  found(flow: Flow): void {
    if (this.isProbing || this.unjudgedAt === this.stack.length) return;
    const within = this.stack.map(({ form }) => form);
    const isForAdministrators = this.isForAdministrators || isLeftToAdministrators(this.state);
    this.report({
      ...flow,
      within,
      ...(isForAdministrators && { taint: withDoubt(flow.taint, 'administrators') }),
      ...(isLeftToKeyHolders(this.state) && { isOfKeyHolders: true as const }),
    });
  }

  /** Reports a call that is weak because of its arguments. */
  weak(weakness: Weakness): void {
    if (this.isProbing || this.unjudgedAt === this.stack.length) return;
    const isTried = this.isTried();
    if (isTried && FOR_DEVELOPERS.has(weakness.weakness)) return;
    const isForAdministrators = this.isForAdministrators || isLeftToAdministrators(this.state);
    const isMild = isForAdministrators && weakness.weakness === 'mass-assignment';
    this.judge({ ...weakness, ...(isMild && { severity: 'low' }), ...(isTried && { isTried: true }) });
  }

  /** Evaluates something that is no part of the running file, without reports. */
  unjudged<Result>(evaluate: () => Result): Result {
    const before = this.unjudgedAt;
    // A function that is called there has places of its own file.
    this.unjudgedAt = this.stack.length;
    try {
      return evaluate();
    } finally {
      this.unjudgedAt = before;
    }
  }

  private unjudgedAt: number | undefined;

  /** Whether a test or an example is running, or has called the running code. */
  isTried(): boolean {
    const { isTrial } = this.language;
    return isTrial !== undefined && this.stack.some(({ form }) => isTrial(form.file));
  }

  /** Records that a call was judged in the running function, and in all its callers. */
  judgesHere(): void {
    for (const { form } of this.stack) this.judging.add(form);
  }

  /**
   * The weaknesses that a function rules out: computed once, without any enclosing call and without lasting effects.
   * @param given which of its arguments carry input
   * @throws OverBudget
   */
  safeBy(form: FunctionForm, given: string, ask: () => number): number {
    const results = this.safeResults.get(form) ?? new Map<string, number>();
    const known = results.get(given);
    if (known !== undefined) return known;
    // The rest of a long entry is too short to find out: what is not followed there hands nothing on.
    if (this.isLong) return ALL_WEAKNESSES;
    const { state } = this;
    const { nested } = this.limits;
    const around = this.stack.splice(0);
    this.state = state.fork();
    this.isProbing = true;
    try {
      const safe = ask();
      if (!this.isLong) this.safeResults.set(form, results.set(given, safe));
      return safe;
    } finally {
      this.isProbing = false;
      this.state = state;
      this.limits.nested = nested;
      this.stack.splice(0, this.stack.length, ...around);
    }
  }

  /** Whether the entry has taken so many steps that calls without input are followed only once. */
  get isThrifty(): boolean {
    return this.limits.isAbove(STEPS_OF_DETAIL) || this.stack.length > DETAILED_DEPTH;
  }

  /** @returns how often the entry has called the function */
  countCall(form: FunctionForm): number {
    const count = (this.calls.get(form) ?? 0) + 1;
    this.calls.set(form, count);
    return count;
  }

  /** Whether no unknown condition led here since a function on the stack ran by itself. */
  isSureSince(form: number | undefined): boolean {
    for (const [index, frame] of this.stack.toReversed().entries()) {
      // A condition around a call may rule out the function's fault.
      if (frame.form.id === form) return index === 0 || frame.unsure === 0;
      if (frame.unsure > 0) return false;
    }
    return false;
  }

  /** Whether the invoked function is called by another function, not as an entry. */
  get isCalling(): boolean {
    return this.stack.length > 1;
  }

  isRunning(form: FunctionForm): boolean {
    return this.stack.some((frame) => frame.form === form);
  }

  /** Records the arguments of a recursive call. */
  callsItself(form: FunctionForm, args: readonly EvaluatedArgument[]): void {
    const frame = this.stack.find((each) => each.form === form);
    if (frame) frame.again ??= args;
  }

  canCall(form: FunctionForm): boolean {
    return this.stack.length < MAX_DEPTH && !this.isRunning(form);
  }

  /** Records that input is not followed further. In tests and examples, nobody misses that. */
  leaveOut(bound: Bound, { file, name }: Pick<FunctionForm, 'file' | 'name'>): void {
    if (this.isProbing || this.proof !== undefined || this.isTried()) return;
    this.leftOut.set(`${bound} ${file} ${name}`, { file, name, bound });
  }

  /** Records functions that a field of the name holds. */
  hold(name: string, functions: readonly Closure[]): void {
    const known = this.held.get(name) ?? [];
    const added = functions.filter(({ form }) => !known.some((each) => each.form === form));
    if (added.length === 0) return;
    if (known.length + added.length > MAX_HELD) this.heldByTooMany.add(name);
    if (known.length >= MAX_HELD) return;
    this.held.set(name, [...known, ...added].slice(0, MAX_HELD));
    // Functions that were interpreted earlier may have called the field, and so these functions.
    this.plainResults.clear();
  }

  /** Runs work in a frame of the function, called from a place. */
  within<Result>(form: FunctionForm, at: Place, work: (frame: Frame) => Result): Result {
    const outer = this.frame as Frame | undefined;
    this.frame = {
      form,
      at,
      outer,
      given: [],
      exits: [],
      ways: [],
      returned: undefined,
      again: undefined,
      loops: [],
      starts: [this.state],
      unsure: 0,
      objects: undefined,
    };
    this.stack.push(this.frame);
    try {
      return work(this.frame);
    } finally {
      this.stack.pop();
      if (outer) this.frame = outer;
    }
  }

  /**
   * Gives a new instance its fields, unless that is already happening for its class: classes hold instances of each
   * other.
   */
  making(form: ClassForm, initialise: () => void): void {
    if (this.made.has(form)) return;
    this.made.add(form);
    try {
      initialise();
    } finally {
      this.made.delete(form);
    }
  }

  /** An instance of a class for which no constructor call was seen. */
  instanceOf(form: ClassForm, at: Place): Value {
    return this.parts.instanceOf(this, form, at);
  }

  /** The state that all instances of a class share. The first instance makes it. */
  kinOf(form: ClassForm, make: () => Kin): Kin {
    const known = this.kins.get(form);
    if (known) return known;
    const kin = make();
    this.kins.set(form, kin);
    return kin;
  }

  /** The one object of a name that all functions of an entry share, such as the attributes of a session. */
  sharedObject(name: string): Value {
    let key = this.objectKeys.get(name);
    if (key === undefined) {
      key = this.objectCount++;
      this.objectKeys.set(name, key);
    }
    if (this.state.object(key) === undefined) this.state.setObject(key, objectOf('map', new Map(), UNKNOWN));
    return valueLike(UNKNOWN, { objects: [key] });
  }

  /** Whether there is an object of the name. */
  hasShared(name: string): boolean {
    const key = this.objectKeys.get(name);
    return key !== undefined && this.state.object(key) !== undefined;
  }

  /** The object that an expression makes: the same object each time the same call reaches the expression. */
  newObject(at: Place, object: HeapObject): Value {
    const keys = (this.frame.objects ??= this.objectsMadeBy(this.frame));
    let key = keys.get(at);
    if (key === undefined) {
      key = this.objectCount++;
      keys.set(at, key);
    }
    this.wasThere = this.state.object(key) !== undefined;
    if (this.proof === undefined) {
      this.state.setObject(key, object);
      return valueLike(UNKNOWN, { objects: [key] });
    }
    // Objects made at one place are no longer distinguished. In a loop, the next round makes one at the same place.
    this.state.setObject(
      key,
      this.wasThere || this.proof.looping > 0 ? objectLike(object, { isChanged: true }) : object,
    );
    return valueLike(UNKNOWN, { objects: [key], made: WHOLLY });
  }

  /** The function and the place that made an object; undefined if the function is not known. */
  makerOf(key: number): WrittenPlace | undefined {
    for (const [call, keys] of this.objectsOf)
      for (const [at, made] of keys)
        if (made === key) {
          const id = Number(call.slice(call.lastIndexOf('|') + 1));
          const form = [...this.stack.map((frame) => frame.form), ...this.called].find((each) => each.id === id);
          return form && { form, at };
        }
    return undefined;
  }

  /** The calls by which a value came from the function in which it was written to the running one. */
  callsFrom({ form }: WrittenPlace, isPassed: (value: Value) => boolean): readonly Step[] {
    const first = this.stack.findLastIndex((frame) => frame.form === form);
    const steps: Step[] = [];
    for (const [index, { form: called, at, given }] of this.stack.entries())
      if (index > Math.max(first, 0) && given.some(({ value }) => isPassed(value)))
        steps.push({ file: this.stack[index - 1]!.form.file, at, note: `passed to ${called.name}`, length: 1 });
    return steps;
  }

  private objectsMadeBy(frame: Frame): Map<Place, number> {
    const call = `${contextOf(frame)}|${frame.form.id}`;
    let keys = this.objectsOf.get(call);
    if (keys === undefined) {
      keys = new Map();
      this.objectsOf.set(call, keys);
    }
    return keys;
  }

  /** Runs each of the works on a fork of the current state, and merges the forks. */
  branch(works: readonly (() => void)[]): void {
    const before = this.state;
    const forks = works.map((work) => {
      this.state = before.fork();
      work();
      return this.state;
    });
    this.state = before;
    before.merge(forks);
  }
}
