import type { Severity } from '@assay/kernel';
import type { ClassForm, Expression, FunctionForm, Place, Statement, Target, VariableId } from '../ir';
import type { EvaluatedArgument } from './evaluated-call';
import { type Frame, lastTwo } from './frame';
import type { LanguageOfTarget } from './language-of-target';
import type { Proof } from './proof/proof';
import type { FlowRules } from '../rules';
import { type HeapObject, type Kin, State } from './state';
import type { Parts } from './run-parts';
import type { Told } from './told';
import { ValuesOfVariables } from './written';
import { type Closure, type Taint, UNKNOWN, type Value, WHOLLY } from './values';

/** Something from outside that reaches a dangerous place. */
export interface Flow {
  readonly weakness: string;
  readonly file: string;
  readonly at: Place;
  readonly taint: Taint;
  /** What it reaches there, for a person. */
  readonly reaches: string;
  /** Nothing of the program stands before what came in, as far as that is known. */
  readonly isBegun?: true;
  /** Calls of which one in the file makes it harmless. */
  readonly unlessCalled?: readonly string[];
  /** Where it is shown instead: a place that many files lead to is told of each of them. */
  readonly shown?: { readonly file: string; readonly at: Place };
}

/** A call that is weak by a constant that it gets. */
export interface Weakness {
  readonly weakness: string;
  readonly file: string;
  readonly at: Place;
  /** What it gets, for a person. */
  readonly says: string;
  /** Missing: that of the rule. */
  readonly severity?: Severity;
  /** A test or an example is on each way on which the constant gets there. */
  readonly isTried?: true;
}

/** An entry took more steps than it may, or is nested deeper: what it does is not known. */
export class OverBudget extends Error {}

/**
 * Expressions that are evaluated for one entry, calls included, and for all entries of a file. A file of tests has
 * hundreds of entries, each of which calls the whole program, and what reaches a test is of low severity. Entries after
 * those of a file get the steps of a short one.
 */
const STEPS = { entry: 60_000, file: 600_000 };
const STEPS_OF_TRIALS = { entry: 20_000, file: 60_000 };
const STEPS_OF_LATE_ENTRY = 1_000;
const MAX_DEPTH = 12;
/** At most half as many as the stack holds, whatever the compiler has made of the interpreter. */
const MAX_NESTED = 400;
/** Of languages with memory: so far, each call is followed by itself that gets a block. */
const STEPS_OF_DETAIL = 2_000;
const DETAILED_DEPTH = 5;
/** A field that holds more functions than this is a framework's: each call of it would mean each of them. */
const MAX_HELD = 40;

/** What the parts of the interpreter share while it runs. */
export class Run {
  /** `file path` of the calls that make others of their file harmless. */
  readonly calledIn = new Set<string>();
  state = new State();
  frame!: Frame;
  /** Functions that were interpreted with what somebody calls them with. */
  readonly called = new Set<FunctionForm>();
  /** What functions return that get nothing from outside: they are interpreted once for all such calls. */
  readonly plainResults = new Map<FunctionForm, Map<string, Value>>();
  /** Of languages with memory: functions that took more steps than they may. Whoever calls them does not try again. */
  readonly abandoned = new Set<FunctionForm>();
  /** Functions in which calls were judged by what they get: what constants reach them makes a difference. */
  readonly judging = new Set<FunctionForm>();
  /** Functions with a place of which it may be proven that it is safe. */
  readonly promising = new Set<FunctionForm>();
  private readonly safeResults = new Map<FunctionForm, number>();
  /** How often the entry has called a function with something from outside. */
  private readonly calls = new Map<FunctionForm, number>();
  /** What such calls gave, by what they look like. */
  readonly repeated = new Map<string, { readonly result: Value; readonly told: Told | undefined }>();
  /** What the last call of a function that got something from outside tells about that. */
  readonly told = new Map<FunctionForm, Told>();
  /** Whether a function is only asked what it does: nothing that it does is a finding. */
  isProbing = false;
  readonly written = new ValuesOfVariables();
  /** Whether none but administrators call what runs. */
  isForAdministrators = false;
  /** The functions that fields of a name hold somewhere in the target. */
  readonly held = new Map<string, Closure[]>();
  private readonly stack: Frame[] = [];
  /** Where functions set a field of an object that a name from outside found. */
  readonly polluting = new Map<FunctionForm, Place>();
  /** Functions that a published package exports: whoever calls them chooses what they get. */
  readonly exported = new Set<FunctionForm>();
  /** What exported functions are called on: the object that they lie in, or one that their constructor makes. */
  readonly selves = new Map<FunctionForm, Value>();
  /** The classes of the target that extend or implement one of them. */
  readonly implementations = new Map<ClassForm, readonly ClassForm[]>();
  /** Classes of which an instance gets its fields. */
  private readonly made = new Set<ClassForm>();
  private readonly kins = new Map<ClassForm, Kin>();
  private readonly objectKeys = new Map<string, number>();
  /** The keys of the objects that a function makes when called from somewhere, by where it makes them. */
  private readonly objectsOf = new Map<string, Map<Place, number>>();
  private objectCount = 0;
  /** What names mean that are not of the target, where they are read in a file. */
  readonly elsewhere = new Map<Expression, { readonly file: string; readonly value: Value }>();
  /** Whether the last object was made where an earlier one was. */
  wasThere = false;
  private steps = 0;
  /** The steps that the entry which runs may take. */
  private stepsOfEntry = STEPS.entry;
  /** The file of the entry which runs, and what the entries of each file took. */
  private entered = '';
  private readonly spent = new Map<string, number>();
  private nested = 0;

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
    /** Where what is certain is looked for, and not what may reach what. */
    readonly proof?: Proof,
  ) {}

  /** @throws OverBudget */
  evaluate(expression: Expression): Value {
    return this.parts.evaluate(this, expression);
  }

  /** @throws OverBudget */
  execute(statements: readonly Statement[]): void {
    this.parts.execute(this, statements);
  }

  /** What a condition tells about places, where it is true or where it is false. */
  refine(condition: Expression, isTrue: boolean): void {
    this.parts.refine(this, condition, isTrue);
  }

  /** @param at where a step is added to the value's way; undefined for none */
  assign(target: Target, value: Value, at: Place | undefined): void {
    this.parts.assign(this, target, value, at);
  }

  /** Calls a function of the target; undefined where it is running already, or calls are nested too deep. */
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

  /** The id of the function that runs. */
  get here(): number {
    return this.frame.form.id;
  }

  /** @throws OverBudget */
  step(): void {
    this.steps += 1;
    if (this.steps > this.stepsOfEntry) this.giveUp();
  }

  /**
   * Counts expressions and statements within others, so that all runs give up at the same one.
   * @throws OverBudget
   */
  goDown(): void {
    this.nested += 1;
    if (this.nested > MAX_NESTED) this.giveUp();
  }

  /** Not told where an error ends the entry. */
  goUp(): void {
    this.nested -= 1;
  }

  private giveUp(): never {
    if (this.language.hasMemory) for (const { form } of this.stack) this.abandoned.add(form);
    throw new OverBudget();
  }

  /** @param file whose steps are counted for all of its entries; missing: each entry has its own */
  beginEntry(state: State, file = ''): void {
    this.spent.set(this.entered, (this.spent.get(this.entered) ?? 0) + this.steps);
    this.entered = file;
    const most = this.language.isTrial?.(file) === true ? STEPS_OF_TRIALS : STEPS;
    const isLate = file !== '' && (this.spent.get(file) ?? 0) > most.file;
    this.stepsOfEntry = isLate ? STEPS_OF_LATE_ENTRY : most.entry;
    this.steps = 0;
    this.nested = 0;
    this.calls.clear();
    this.repeated.clear();
    this.told.clear();
    this.proof?.beginEntry();
    this.stack.length = 0;
    this.isForAdministrators = false;
    this.state = state;
  }

  /** Reports what reaches a dangerous place. */
  found(flow: Flow): void {
    if (this.isProbing) return;
    this.report(this.isForAdministrators ? { ...flow, taint: { doubt: 'administrators', ...flow.taint } } : flow);
  }

  /** Reports a call that is weak by what it is told. */
  weak(weakness: Weakness): void {
    if (this.isProbing) return;
    const isMild = this.isForAdministrators && weakness.weakness === 'mass-assignment';
    this.judge({ ...weakness, ...(isMild && { severity: 'low' }), ...(this.isTried() && { isTried: true }) });
  }

  /** Whether a test or an example runs, or has called what runs. */
  isTried(): boolean {
    const { isTrial } = this.language;
    return isTrial !== undefined && this.stack.some(({ form }) => isTrial(form.file));
  }

  /** Remembers that a call is judged in the function that runs, and in all that called it. */
  judgesHere(): void {
    for (const { form } of this.stack) this.judging.add(form);
  }

  /**
   * What a function makes safe: asked once, with no other call around and nothing left behind.
   * @throws OverBudget
   */
  safeBy(form: FunctionForm, ask: () => number): number {
    const known = this.safeResults.get(form);
    if (known !== undefined) return known;
    const { state } = this;
    const around = this.stack.splice(0);
    this.state = state.fork();
    this.isProbing = true;
    try {
      const safe = ask();
      this.safeResults.set(form, safe);
      return safe;
    } finally {
      this.isProbing = false;
      this.state = state;
      this.stack.splice(0, this.stack.length, ...around);
    }
  }

  /** Whether an entry has taken so many steps that calls which get nothing from outside are followed once for all. */
  get isThrifty(): boolean {
    return this.steps > STEPS_OF_DETAIL || this.stack.length > DETAILED_DEPTH;
  }

  /** @returns how often the entry has called the function */
  countCall(form: FunctionForm): number {
    const count = (this.calls.get(form) ?? 0) + 1;
    this.calls.set(form, count);
    return count;
  }

  /** Whether no condition that is not known led here since a function on the stack ran by itself. */
  isSureSince(form: number | undefined): boolean {
    for (const [index, frame] of this.stack.toReversed().entries()) {
      // A condition around a call may rule out what the function would do wrong.
      if (frame.form.id === form) return index === 0 || frame.unsure === 0;
      if (frame.unsure > 0) return false;
    }
    return false;
  }

  /** Whether what is invoked is called by a function, and no entry. */
  get isCalling(): boolean {
    return this.stack.length > 1;
  }

  isRunning(form: FunctionForm): boolean {
    return this.stack.some((frame) => frame.form === form);
  }

  /** Remembers what a running function calls itself with. */
  callsItself(form: FunctionForm, args: readonly EvaluatedArgument[]): void {
    const frame = this.stack.find((each) => each.form === form);
    if (frame) frame.again ??= args;
  }

  canCall(form: FunctionForm): boolean {
    return this.stack.length < MAX_DEPTH && !this.isRunning(form);
  }

  /** Remembers functions that a field of the name holds. */
  hold(name: string, functions: readonly Closure[]): void {
    const known = this.held.get(name) ?? [];
    const added = functions.filter(({ form }) => !known.some((each) => each.form === form));
    if (added.length === 0 || known.length >= MAX_HELD) return;
    this.held.set(name, [...known, ...added].slice(0, MAX_HELD));
    // What was interpreted before may have called the field: it may call these functions, too.
    this.plainResults.clear();
  }

  /** Runs work in a frame of the function, called from a place. */
  within<Result>(form: FunctionForm, at: Place, work: (frame: Frame) => Result): Result {
    const outer = this.frame as Frame | undefined;
    const context = outer === undefined ? '' : `${lastTwo(outer.context)}>${outer.form.id}:${at}`;
    this.frame = {
      form,
      context,
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

  /** Gives a new instance its fields, unless that is what makes it: classes hold instances of each other. */
  making(form: ClassForm, initialise: () => void): void {
    if (this.made.has(form)) return;
    this.made.add(form);
    try {
      initialise();
    } finally {
      this.made.delete(form);
    }
  }

  /** An instance of a class of which nobody was seen making it. */
  instanceOf(form: ClassForm, at: Place): Value {
    return this.parts.instanceOf(this, form, at);
  }

  /** What instances of a class share: made at the first one. */
  kinOf(form: ClassForm, make: () => Kin): Kin {
    const known = this.kins.get(form);
    if (known) return known;
    const kin = make();
    this.kins.set(form, kin);
    return kin;
  }

  /** The one object of a name that an entry may use wherever it is: the attributes of a session. */
  sharedObject(name: string): Value {
    let key = this.objectKeys.get(name);
    if (key === undefined) {
      key = this.objectCount++;
      this.objectKeys.set(name, key);
    }
    if (this.state.object(key) === undefined)
      this.state.setObject(key, { kind: 'map', fields: new Map(), rest: UNKNOWN });
    return { ...UNKNOWN, objects: [key] };
  }

  /** Whether there is an object of the name. */
  hasShared(name: string): boolean {
    const key = this.objectKeys.get(name);
    return key !== undefined && this.state.object(key) !== undefined;
  }

  /** The object that an expression makes: the same one each time that the same call gets there. */
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
      return { ...UNKNOWN, objects: [key] };
    }
    // Objects that one place makes are told apart no more.
    this.state.setObject(key, this.wasThere ? { ...object, isChanged: true } : object);
    return { ...UNKNOWN, objects: [key], made: WHOLLY };
  }

  private objectsMadeBy({ context, form }: Frame): Map<Place, number> {
    const call = `${context}|${form.id}`;
    let keys = this.objectsOf.get(call);
    if (keys === undefined) {
      keys = new Map();
      this.objectsOf.set(call, keys);
    }
    return keys;
  }

  /** Runs each of the works on a fork of today's state, and brings the forks together. */
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
