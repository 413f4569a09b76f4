import type { Expression, FunctionForm, Place, Statement, SwitchCase, Target, VariableId } from '../ir';
import { forgetLastReleases } from './memory/last-releases';
import { isStatic } from '../lower/scope';
import { anyContentOf, contentOf, iterated, putContent, putKey, tellsKeys } from './contents';
import { judgeElement, judgeUse } from './memory/access';
import { givenByIterator } from './iterators';
import { indexersOf } from './methods';
import { fieldOf } from './sources';
import { noteKept, withOwnFields } from './function-objects';
import { protect, protectElements, refine } from './guards';
import { reportReturn } from './handlers';
import { asFieldHolds } from './held-fields';
import { holderOfFields } from './javascript/request-fields';
import { answerProbe } from './probes';
import { ownsWhatIsPut, refineOtherCharacter, refineUnequal } from './refused-names';
import { accessKey } from './access-key';
import { nameOfVariable } from './called-names';
import { setResponseType } from './response-type';
import { collectThrown, handleThrown, throwValue } from './thrown';
import { judgeAssignment, setField } from './settings';
import { secretElement, secretNamed, sinkOfAssignment, sinkOfFoundField, sinkOfFoundName } from './sinks';
import { decided, doubtAll } from './proof/belief';
import type { Run } from './run';
import { OverBudget } from './step-limits';
import type { State } from './state';
import {
  MAYBE_PROTOTYPE,
  PUT,
  UNKNOWN,
  type Value,
  doubted,
  join,
  madeSafe,
  ofTaints,
  stepped,
  valueLike,
} from './values';
import { ALL_SANITIZED, ALL_WEAKNESSES, ASKED_IF_TRUE } from '../rules';

/**
 * The values of a loop stop changing after as many rounds as there are assignments that pass values on; more rounds are
 * rare.
 */
const MAX_ROUNDS = 4;
/** A proof must hold for all rounds. */
const MOST_ROUNDS = 16;

export function execute(run: Run, statements: readonly Statement[]): void {
  run.goDown();
  for (const statement of statements) {
    if (run.state.isDead) break;
    executeOne(run, statement);
  }
  run.goUp();
}

function executeOne(run: Run, statement: Statement): void {
  switch (statement.kind) {
    case 'evaluate':
      if (run.proof) run.proof.statement = statement.expression;
      run.evaluate(statement.expression);
      return;
    case 'if':
      executeIf(run, statement);
      return;
    case 'loop':
      executeLoop(run, statement);
      return;
    case 'switch':
      executeSwitch(run, statement);
      return;
    case 'try':
      executeTry(run, statement);
      return;
    case 'return': {
      const { frame } = run;
      const returned = statement.value === undefined ? UNKNOWN : run.evaluate(statement.value);
      const given = frame.form.returnsNumber ? madeSafe(returned, ALL_SANITIZED) : returned;
      reportReturn(run, frame.form, given, statement.at);
      const value = secretNamed(run, frame.form.name, given, statement.at, 'returnOf');
      frame.returned = frame.returned === undefined ? value : join(frame.returned, value);
      answerProbe(run, frame.returned);
      const state = leave(run, frame.starts[0]);
      frame.exits.push(state);
      frame.ways.push({ state, ...(statement.value && { returned: { value, written: statement.value } }) });
      return;
    }
    case 'throw':
      if (statement.value) throwValue(run, statement.value, run.evaluate(statement.value));
      run.state.isDead = true;
      return;
    case 'break':
    case 'continue':
      run.frame.loops.at(-1)?.push(leave(run, run.frame.starts.at(-1)));
      return;
  }
}

/** The current state as the run leaves it; the run does not continue from there. */
function leave(run: Run, start: State | undefined): State {
  // The copy stays as it is now: the states that this one was forked from still change.
  const left = run.state.snapshot(start);
  run.state.isDead = true;
  return left;
}

function executeIf(run: Run, { condition, then, otherwise }: Extract<Statement, { kind: 'if' }>): void {
  const isTrue = decided(run, run.evaluate(condition).constant);
  if (isTrue !== undefined) {
    execute(run, isTrue ? then : otherwise);
    return;
  }
  const branch = (holds: boolean, statements: readonly Statement[]) => () => {
    refine(run, condition, holds);
    execute(run, statements);
  };
  if (run.language.hasMemory) unsurely(run, () => run.branch([branch(true, then), branch(false, otherwise)]));
  else run.branch([branch(true, then), branch(false, otherwise)]);
}

/**
 * Runs a branch of an unknown condition. If the branch leaves the function or loop, the code after it depends on the
 * condition, too.
 */
function unsurely(run: Run, work: () => void): void {
  const { frame } = run;
  const ends = frame.exits.length + (frame.loops.at(-1)?.length ?? 0);
  frame.unsure += 1;
  work();
  if (frame.exits.length + (frame.loops.at(-1)?.length ?? 0) === ends) frame.unsure -= 1;
}

function executeLoop(run: Run, loop: Extract<Statement, { kind: 'loop' }>): void {
  const { target, over, byKey, condition, body, step } = loop;
  const collection = over && run.evaluate(over);
  const before = run.state;
  for (let round = 0; round < (run.proof ? MOST_ROUNDS : MAX_ROUNDS); round++) {
    const left: State[] = [];
    run.frame.loops.push(left);
    run.frame.starts.push(before);
    if (run.proof) run.proof.looping += 1;
    run.state = before.fork();
    if (condition) {
      const { constant } = run.evaluate(condition);
      if (decided(run, constant) === false && round === 0) run.state.isDead = true;
      else refine(run, condition, true);
    }
    if (target && collection && !run.state.isDead)
      assign(run, target, byKey ? keysOf(collection) : elementIn(run, collection, over!.at), undefined);
    if (run.language.hasMemory) unsurely(run, () => execute(run, body));
    else execute(run, body);
    if (step && !run.state.isDead) {
      run.evaluate(step);
      if (round === 0) forgetCount(run, before, step);
    }
    run.frame.loops.pop();
    run.frame.starts.pop();
    if (run.proof) run.proof.looping -= 1;
    // Another round may follow, or not: the values before the round stay possible.
    const mask = target && over ? ruledOutForAll(run, [run.state, ...left], target, body) : 0;
    const ends = [before.fork(), run.state, ...left];
    const isChanged = round === 0 ? before.mergeFirstRound(ends) : before.merge(ends);
    run.state = before;
    if (mask !== 0) protectElements(run, over!, mask);
    if (!isChanged) return;
  }
  // A proof would cover only some of the rounds.
  if (run.proof) throw new OverBudget();
}

/**
 * The count of a loop is one number in the first round, another one in the second, and unknown in all others. It is
 * unknown from the second round on, so that a third one is not needed to find that out.
 */
function forgetCount(run: Run, before: State, step: Expression): void {
  if (step.kind === 'sequence') for (const part of step.parts) forgetCount(run, before, part);
  if (step.kind !== 'assign' || step.target.kind !== 'variable' || step.value.kind !== 'operation') return;
  const { id } = step.target;
  const isCount = step.value.operands.some((operand) => operand.kind === 'variable' && operand.id === id);
  const [first, next] = [before.get(id)?.constant, run.state.get(id)?.constant];
  if (isCount && typeof first === 'number' && typeof next === 'number' && first !== next) run.state.set(id, UNKNOWN);
}

/** `for (const key of path) assertSafe(key);`: what holds for each element at the end of a round holds for all. */
function ruledOutForAll(run: Run, ends: readonly State[], target: Target, body: readonly Statement[]): number {
  const alive = ends.filter(({ isDead }) => !isDead);
  if (target.kind !== 'variable' || alive.length === 0) return 0;
  const mask = alive.reduce((all, state) => all & state.guard(target.id), -1);
  if (mask !== 0 || run.language.hasMemory || run.proof) return mask;
  // `for step in steps: if not known(step["id"]): raise Error()`: the program has asked about a part of each element.
  const parts = body.flatMap((statement) => partRead(statement, target.id));
  const isAskedIn = (state: State) =>
    state.guardsBelow(target.id).length > 0 || parts.some((id) => state.guard(id) !== 0);
  return alive.every(isAskedIn) ? ASKED_IF_TRUE : 0;
}

/** The variable to which a statement sets a part of an element. */
function partRead(statement: Statement, element: VariableId): readonly VariableId[] {
  const set = statement.kind === 'evaluate' ? statement.expression : undefined;
  if (set?.kind !== 'assign' || set.target.kind !== 'variable') return [];
  return accessKey(set.value)?.startsWith(`${element}.`) === true ? [set.target.id] : [];
}

/** An element of a collection that rows know by its path, such as a file of an archive, has the path that they say. */
function elementIn(run: Run, collection: Value, at: Place): Value {
  const content = givenByIterator(run, collection, at) ?? iterated(run, collection);
  const paths = collection.paths.flatMap((path) => run.rules.elementOf(path) ?? []);
  return paths.length === 0 ? content : valueLike(content, { paths });
}

const keysOf = ({ taints }: Value): Value => ofTaints(taints);

function executeSwitch(run: Run, { subject, cases }: Extract<Statement, { kind: 'switch' }>): void {
  const { constant } = run.evaluate(subject);
  const key = accessKey(subject);
  const left: State[] = [];
  run.frame.loops.push(left);
  run.frame.starts.push(run.state);
  const before = run.state;
  const starts = chosenCases(run, cases, constant);
  const ends = starts.map((start) => {
    run.state = before.fork();
    // A case with a constant fixes the subject.
    if (cases[start]!.values.length > 0) {
      if (key !== undefined) run.state.setGuard(key, ALL_WEAKNESSES);
      holdCase(run, subject, cases[start]!);
    } else refuseAll(run, subject, cases);
    for (const { body, fallsThrough } of cases.slice(start)) {
      execute(run, body);
      if (run.state.isDead || !fallsThrough) break;
    }
    return run.state;
  });
  if (constant === undefined && !cases.some(({ values }) => values.length === 0)) {
    run.state = before.fork();
    refuseAll(run, subject, cases);
    ends.push(run.state);
  }
  run.frame.loops.pop();
  run.frame.starts.pop();
  run.state = before;
  if (ends.length + left.length > 0) before.merge([...ends, ...left]);
}

/** Within the case of one text, a variable holds that text. */
function holdCase(run: Run, subject: Expression, { values }: SwitchCase): void {
  const [value, ...others] = values;
  if (run.proof || subject.kind !== 'variable' || value?.kind !== 'literal' || others.length > 0) return;
  if (typeof value.value === 'string' && !run.language.hasMemory) run.state.set(subject.id, run.evaluate(value));
}

/** If no case is chosen, the subject differs from all of their values. */
function refuseAll(run: Run, subject: Expression, cases: readonly SwitchCase[]): void {
  for (const { values } of cases)
    for (const value of values) {
      refineUnequal(subject, value, (place, mask) => protect(run, place, mask));
      if (run.language.holdsTypes) refineOtherCharacter(subject, value, (place, mask) => protect(run, place, mask));
    }
}

/** The cases at which the run may enter: the one with the subject's constant, or each of them. */
function chosenCases(run: Run, cases: readonly SwitchCase[], constant: unknown): number[] {
  const all = cases.map((_, index) => index);
  if (constant === undefined) return all;
  for (const index of all)
    for (const value of cases[index]!.values) {
      const known = run.evaluate(value).constant;
      if (known === undefined || typeof known !== typeof constant) return all;
      if (known === constant) return [index];
    }
  return all.filter((index) => cases[index]!.values.length === 0);
}

function executeTry(run: Run, { body, handlers, last }: Extract<Statement, { kind: 'try' }>): void {
  const before = run.state;
  const tried = before.fork();
  run.state = tried;
  const thrown = collectThrown(run, () => execute(run, body));
  const end = run.state;
  // An error may come before or after anything that the body does.
  const ends: State[] = [end];
  for (const handler of handlers) {
    run.state = before.forkJoining(end);
    if (run.language.hasMemory) forgetLastReleases(run, body);
    // An error may skip the part of the body that would have made things safe.
    if (run.proof) doubtAll(run, body);
    handleThrown(run, thrown, () => execute(run, handler));
    ends.push(run.state);
  }
  run.state = before;
  before.merge(ends);
  if (last.length === 0) return;
  const isDead = before.isDead;
  before.isDead = false;
  if (run.proof) for (const each of [body, ...handlers]) doubtAll(run, each);
  execute(run, last);
  before.isDead ||= isDead;
}

/** A field that is set holds no input any more: `request.body.id = id` after a check. */
function replaceField(run: Run, { objects, taints, paths }: Value, place: Expression, value: Value): void {
  const key = accessKey(place);
  if (key === undefined) return;
  run.state.forgetGuards(key);
  if (objects.length > 0 || taints.length + paths.length === 0 || run.proof) return;
  const mask = value.taints.reduce((all, { safe }) => all & safe, ALL_WEAKNESSES);
  if (mask !== 0) run.state.setGuard(key, mask);
}

/** A field of a class that a test sets says nothing of the program. */
const ofProgram = (run: Run, { classes }: Value, value: Value): Value =>
  classes.length > 0 && run.isTried()
    ? valueLike(value, { constant: undefined, text: undefined, fixed: undefined })
    : value;

/** The methods of the target's own classes that run where a field is set. */
function settersOf(run: Run, { objects }: Value, name: string): readonly FunctionForm[] {
  if (objects.length === 0 || run.proof) return [];
  const kins = objects.map((key) => run.state.object(key)?.kin);
  return kins.flatMap((kin) => kin?.methods.get(`${name} (setter)`) ?? []).map(({ form }) => form);
}

type FieldTarget = Extract<Target, { kind: 'field' }>;

function assignField(run: Run, target: FieldTarget, value: Value, at: number | undefined): void {
  const written = run.evaluate(target.object);
  const object = withOwnFields(run, written);
  noteKept(run, object !== written, value);
  if (run.language.hasMemory && at !== undefined) judgeUse(run, object, at);
  replaceField(run, object, { ...target, at: at ?? 0 }, value);
  const named = at === undefined ? value : secretNamed(run, target.name, value, at, 'assign');
  // An assignment may be a setter.
  setField(run, object, target.name, [{ value }]);
  const told = moved(run, ofProgram(run, object, named), at, `stored in ${target.name}`);
  const setters = settersOf(run, object, target.name);
  if (setters.length > 0) for (const form of setters) run.invoke({ form, self: object }, [{ value: told }], at ?? 0);
  else {
    const held = asFieldHolds(run, object, target.name, told);
    putContent(run, holderOfFields(run, object, target.name), target.name, kept(held));
  }
  // A field into which literals put functions may get others later.
  if (run.held.has(target.name)) run.hold(target.name, value.functions);
  if (at !== undefined) {
    if (target.object.kind === 'index') sinkOfFoundName(run, object, target.object.key, at);
    sinkOfAssignment(run, object, target.name, value, at);
    judgeAssignment(run, object, target.name, value, at);
    if (run.rules.responseTypes.size > 0) {
      const paths = object.paths.map((path) => run.rules.knownBelow(path, target.name));
      setResponseType(run, paths, undefined, [{ value }]);
    }
  }
}

/** @param at the place of the step that is added to the value's path; undefined: no step */
export function assign(run: Run, target: Target, value: Value, at: number | undefined): void {
  switch (target.kind) {
    case 'variable': {
      run.state.forgetGuards(target.id);
      noteKept(run, run.captured.has(target.id), value);
      const name = nameOfVariable(target.id);
      const named = name === undefined || at === undefined ? value : secretNamed(run, name, value, at, 'assign');
      const stored = name === undefined ? value : moved(run, named, at, `stored in ${name}`);
      run.state.set(target.id, isStatic(target.id) ? doubted(stored, 'kept') : stored);
      return;
    }
    case 'field':
      assignField(run, target, value, at);
      return;
    case 'index': {
      const object = run.evaluate(target.object);
      const key = run.evaluate(target.key);
      const { constant } = key;
      const setters = at === undefined ? [] : indexersOf(run, object, 'set');
      for (const each of setters) run.invoke(each, [{ value: key }, { value }], at!);
      if (setters.length > 0) return;
      if (run.language.hasMemory && at !== undefined) {
        judgeElement(run, object, key, at, true);
        secretElement(run, target.object, value, at);
      }
      if (constant === undefined && at !== undefined) sinkOfFoundField(run, object, key, at);
      replaceField(run, object, { ...target, at: at ?? 0 }, value);
      const stored = kept(moved(run, value, at, PUT));
      putContent(run, object, constant === undefined ? undefined : String(constant), stored);
      if (constant === undefined) ownsWhatIsPut(run, target.object, target.key, value);
      if (constant === undefined && tellsKeys(run)) putKey(run, object, key);
      if (at !== undefined && typeof constant === 'string') {
        sinkOfAssignment(run, object, constant, value, at);
        judgeAssignment(run, object, constant, value, at);
      }
      return;
    }
    case 'list':
      for (const [index, each] of target.targets.entries())
        if (each) assign(run, each, contentOf(run, value, String(index)) ?? partOf(run, value, index), at);
      return;
    case 'map':
      for (const { name, target: each } of target.entries)
        assign(run, each, name === undefined ? value : fieldOf(run, value, name, at ?? run.frame.form.at), at);
      return;
    case 'optional':
      assign(run, target.target, orFallback(run, value, target.fallback), at);
  }
}

/** A part that is taken out of something, or the value for where it is missing. */
function orFallback(run: Run, value: Value, fallback: Expression): Value {
  const isThere = value.objects.length > 0 || (value.constant !== undefined && value.constant !== null);
  if (isThere && run.proof === undefined) return value;
  let other = UNKNOWN;
  run.branch([() => undefined, () => (other = run.evaluate(fallback))]);
  return join(value, other);
}

/** The contents of an object are not distinguished, so it is forgotten that a name from outside found the value. */
const kept = (value: Value): Value =>
  value.paths.includes(MAYBE_PROTOTYPE)
    ? valueLike(value, { paths: value.paths.filter((path) => path !== MAYBE_PROTOTYPE) })
    : value;

const moved = (run: Run, value: Value, at: number | undefined, note: string): Value =>
  at === undefined ? value : stepped(value, run.file, at, note);

/** For a call outside of the target, the paths of the call belong to the first of its results. */
const partOf = (run: Run, value: Value, index: number): Value =>
  index === 0 && value.objects.length === 0
    ? value
    : valueLike(carried(run, value), { paths: laterPaths(run, value, index) });

/** The paths of another result, where a row names it: `http.Request.FormFile().1` is what is known of the upload. */
function laterPaths({ rules }: Run, { paths }: Value, index: number): readonly string[] {
  if (paths.length === 0) return paths;
  const name = String(index);
  return paths.flatMap((path) => {
    const known = rules.knownBelow(path, name);
    return known.endsWith(`.${name}`) ? [] : [known];
  });
}

const carried = (run: Run, value: Value): Value => valueLike(anyContentOf(run, value), { paths: [] });
