import type { Expression, FunctionForm, Statement, VariableId } from '../ir';
import { nameInSource } from '../lower/scope';
import { blocksOf } from '../statement-blocks';
import { assume, compared, decide } from './conditions';
import { leaked, read, used } from './judge';
import type { WalkedPath } from './path';
import type { Symbol } from './symbols';
import { assign, evaluate } from './values';
import type { Walk } from './walk';

/** A loop is walked through so often: what one round leaves behind, the next one finds. */
const ROUNDS = 2;

/** Returns the paths that are left of some paths after statements: see {@link Walk.execute}. */
export function execute(walk: Walk, statements: readonly Statement[], paths: readonly WalkedPath[]): WalkedPath[] {
  let current = walk.bounded(paths);
  for (const statement of statements) {
    if (current.length === 0) break;
    walk.goDown();
    current = walk.bounded(executeOne(walk, statement, current));
    walk.goUp();
  }
  return current;
}

function executeOne(walk: Walk, statement: Statement, paths: readonly WalkedPath[]): WalkedPath[] {
  switch (statement.kind) {
    case 'evaluate':
      return paths.flatMap((path) => evaluated(walk, path, statement.expression));
    case 'if':
      return chosen(walk, statement, paths);
    case 'loop':
      return looped(walk, statement, paths);
    case 'switch':
      return switched(walk, statement, paths);
    case 'try': {
      const before = paths.map((path) => path.fork());
      const after = walk.execute(statement.body, paths);
      const caught = statement.handlers.flatMap((handler) => {
        const start = before.map((path) => path.fork());
        for (const path of start) {
          for (const [, value] of [...path.variableEntries()]) walk.escape(path, value);
          walk.forgetOthers(path);
        }
        return walk.execute(handler, start);
      });
      return walk.execute(statement.last, [...after, ...caught]);
    }
    case 'return':
      for (const path of paths) returned(walk, path, statement);
      return [];
    case 'throw':
      for (const path of paths) if (statement.value) evaluate(walk, path, statement.value);
      return [];
    case 'break':
      walk.keep(paths);
      walk.around.at(-1)?.breaks.push(...paths);
      return [];
    case 'continue':
      walk.keep(paths);
      walk.around.findLast(({ isLoop }) => isLoop)?.continues.push(...paths);
      return [];
  }
}

/** `place = condition ? one : other` is followed on two ways. */
function evaluated(walk: Walk, path: WalkedPath, expression: Expression): WalkedPath[] {
  if (expression.kind === 'assign' && expression.value.kind === 'choice' && expression.value.condition) {
    const { condition, then, otherwise } = expression.value;
    const other = path.fork();
    return [
      ...assume(walk, path, condition, true).flatMap((each) => evaluated(walk, each, { ...expression, value: then })),
      ...assume(walk, other, condition, false).flatMap((each) =>
        evaluated(walk, each, { ...expression, value: otherwise }),
      ),
    ];
  }
  evaluate(walk, path, expression);
  return path.isDead ? [] : [path];
}

function chosen(walk: Walk, statement: Extract<Statement, { kind: 'if' }>, paths: readonly WalkedPath[]): WalkedPath[] {
  const { condition, then, otherwise } = statement;
  // The preprocessor's condition is unknown: one of the branches is compiled, and an empty one says nothing.
  if (condition.kind === 'unknown' && condition.parts.length === 0) {
    const { compiled } = condition;
    if (compiled !== undefined && askedBothWays(walk.form).has(compiled))
      return compiledEitherWay(walk, compiled, statement, paths);
    const branches = [then, otherwise].filter((branch) => branch.length > 0);
    return branches.flatMap((branch) =>
      walk.execute(
        branch,
        paths.map((path) => path.fork()),
      ),
    );
  }
  const isTrue: WalkedPath[] = [];
  const isFalse: WalkedPath[] = [];
  const isAssertion = then.length === 0 && otherwise.length === 1 && otherwise[0]!.kind === 'throw';
  if (isAssertion) return paths.flatMap((path) => asserted(walk, path, condition));
  for (const path of paths) {
    const other = path.fork();
    isTrue.push(...assume(walk, path, condition, true));
    isFalse.push(...assume(walk, other, condition, false));
  }
  // A name of nobody knows what may say something else when it is asked for again.
  if (statement.isWithinCondition && hasForeignName(condition)) {
    const assigned = assignedIn(statement);
    for (const path of [...isTrue, ...isFalse]) doubted(walk, path, assigned);
  }
  return [...walk.execute(then, isTrue), ...walk.execute(otherwise, isFalse)];
}

/** The same condition of the preprocessor stands elsewhere in the function, too: both have the same answer. */
function compiledEitherWay(
  walk: Walk,
  compiled: string,
  { then, otherwise }: Extract<Statement, { kind: 'if' }>,
  paths: readonly WalkedPath[],
): WalkedPath[] {
  const answer = walk.symbols.operation(`compiled ${compiled}`, []);
  return [true, false].flatMap((isCompiled) => {
    const possible = paths.filter((path) => walk.isZero(path, answer) !== isCompiled);
    const left = possible.map((path) => path.fork());
    for (const path of left) path.know(answer, { isZero: !isCompiled });
    return walk.execute(isCompiled ? then : otherwise, left);
  });
}

const bothWays = new WeakMap<FunctionForm, ReadonlySet<string>>();

/** The conditions of the preprocessor on which a function depends both ways, and at several places. */
function askedBothWays(form: FunctionForm): ReadonlySet<string> {
  const known = bothWays.get(form);
  if (known) return known;
  const places = new Map<string, { count: number; then: boolean; otherwise: boolean }>();
  const waiting: Statement[] = [...form.body];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    for (const block of blocksOf(next)) for (const each of block) waiting.push(each);
    if (next.kind !== 'if' || next.condition.kind !== 'unknown' || next.condition.compiled === undefined) continue;
    const { compiled } = next.condition;
    const { count, then, otherwise } = places.get(compiled) ?? { count: 0, then: false, otherwise: false };
    places.set(compiled, {
      count: count + 1,
      then: then || next.then.length > 0,
      otherwise: otherwise || next.otherwise.length > 0,
    });
  }
  const found = new Set(
    [...places].filter(([, { count, then, otherwise }]) => count > 1 && then && otherwise).map(([text]) => text),
  );
  bothWays.set(form, found);
  return found;
}

/** Whether a condition asks for a macro, or for a variable of elsewhere. */
function hasForeignName(condition: Expression): boolean {
  if (condition.kind === 'operation') return condition.operands.some(hasForeignName);
  return condition.kind === 'import' || condition.kind === 'global';
}

/** Whoever asserts what was relied on before says the same once more. */
function asserted(walk: Walk, path: WalkedPath, condition: Expression): WalkedPath[] {
  for (const [symbol, { followedAt }] of [...path.facts()])
    if (followedAt !== undefined) path.know(symbol, { followedAt: undefined });
  return assume(walk, path, condition, true);
}

function looped(
  walk: Walk,
  statement: Extract<Statement, { kind: 'loop' }>,
  paths: readonly WalkedPath[],
): WalkedPath[] {
  const { condition, body, step, over, target } = statement;
  const assigned = assignedIn(statement);
  const names = new Set([...assigned].map((id) => nameInSource(id) ?? id));
  const frame = { isLoop: true, breaks: [] as WalkedPath[], continues: [] as WalkedPath[], assigned: names };
  const left: WalkedPath[] = [];
  let current = [...paths];
  if (over) for (const path of current) evaluate(walk, path, over);
  for (let round = 0; round <= ROUNDS && current.length > 0; round += 1) {
    const entering: WalkedPath[] = [];
    for (const path of current) {
      if (condition) {
        const other = path.fork();
        const ended = assume(walk, other, condition, false);
        if (round === 0) for (const each of ended) walk.forgetNull(each);
        left.push(...ended);
        if (round < ROUNDS) entering.push(...assume(walk, path, condition, true));
      } else {
        if (over) left.push(path.fork());
        if (round < ROUNDS) entering.push(path);
      }
    }
    for (const path of entering) if (target) assign(walk, path, target, walk.symbols.fresh(), 0);
    walk.around.push(frame);
    const after = walk.execute(body, entering);
    walk.around.pop();
    current = walk.bounded([...after, ...frame.continues.splice(0)]);
    if (step) for (const path of current) evaluate(walk, path, step);
  }
  const leaving = walk.bounded([...left, ...frame.breaks]);
  for (const path of leaving) doubted(walk, path, assigned);
  return leaving;
}

/** A loop that sets a variable is taken to have set it: whoever wrote it knows that there is a round that does. */
function doubted(walk: Walk, path: WalkedPath, assigned: ReadonlySet<VariableId>): void {
  for (const id of assigned) {
    const value = path.variable(id);
    if (value === undefined) continue;
    // Whether a flag beside it says that it failed is forgotten, too.
    if (path.fact(value).mayFail !== undefined) path.know(value, { mayFail: undefined });
    const form = walk.symbols.form(value);
    const held = form.kind === 'local' && form.of === 'box' ? path.content(value, '0') : undefined;
    if (held !== undefined && isDoubtful(walk, path, held)) path.keepContent(value, '0', walk.symbols.fresh());
    if (isDoubtful(walk, path, value)) path.setVariable(id, walk.symbols.fresh());
  }
}

const isDoubtful = (walk: Walk, path: WalkedPath, value: Symbol): boolean =>
  path.fact(value).unset !== undefined || walk.symbols.number(value) === 0;

function switched(
  walk: Walk,
  statement: Extract<Statement, { kind: 'switch' }>,
  paths: readonly WalkedPath[],
): WalkedPath[] {
  const { subject, cases } = statement;
  const frame = { isLoop: false, breaks: [] as WalkedPath[], continues: [] as WalkedPath[] };
  walk.around.push(frame);
  const starts = paths.map((path) => ({ path, symbol: evaluate(walk, path, subject) }));
  for (const { path, symbol } of starts) read(walk, path, symbol, subject.at);
  let falling: WalkedPath[] = [];
  for (const { values, body, fallsThrough } of cases) {
    const entering = values.length > 0 ? matching(walk, starts, values) : otherwise(walk, starts, cases);
    const after = walk.execute(body, [...(fallsThrough ? falling : []), ...entering]);
    if (!fallsThrough) {
      walk.keep(after);
      frame.breaks.push(...after);
    }
    falling = fallsThrough ? after : [];
  }
  walk.around.pop();
  const hasDefault = cases.some(({ values }) => values.length === 0);
  const none = hasDefault ? [] : otherwise(walk, starts, cases);
  // Names of an enumeration are taken to be all that there are.
  const areNames = cases.every(({ values }) => values.every(({ kind }) => kind !== 'literal'));
  if (areNames) {
    const assigned = assignedIn(statement);
    for (const path of none) doubted(walk, path, assigned);
  }
  return walk.bounded([...frame.breaks, ...falling, ...none]);
}

type Start = { readonly path: WalkedPath; readonly symbol: Symbol };

function matching(walk: Walk, starts: readonly Start[], values: readonly Expression[]): WalkedPath[] {
  return starts.flatMap(({ path, symbol }) =>
    values.flatMap((value) => {
      const fork = path.fork();
      decide(walk, fork, compared(walk, fork, symbol, evaluate(walk, fork, value)), true);
      return fork.isDead ? [] : [fork];
    }),
  );
}

function otherwise(
  walk: Walk,
  starts: readonly Start[],
  cases: Extract<Statement, { kind: 'switch' }>['cases'],
): WalkedPath[] {
  return starts.flatMap(({ path, symbol }) => {
    const fork = path.fork();
    for (const { values } of cases)
      for (const value of values) {
        decide(walk, fork, compared(walk, fork, symbol, evaluate(walk, fork, value)), false);
        if (fork.isDead) return [];
      }
    return [fork];
  });
}

function returned(walk: Walk, path: WalkedPath, { value, at, isJump }: Extract<Statement, { kind: 'return' }>): void {
  if (value?.kind === 'choice' && value.condition) {
    const other = path.fork();
    for (const each of assume(walk, path, value.condition, true))
      returned(walk, each, { kind: 'return', value: value.then, at });
    for (const each of assume(walk, other, value.condition, false))
      returned(walk, each, { kind: 'return', value: value.otherwise, at });
    return;
  }
  const symbol = value && evaluate(walk, path, value);
  if (path.isDead) return;
  if (symbol !== undefined) {
    read(walk, path, symbol, at);
    const form = walk.symbols.form(symbol);
    if (!walk.hasReferences && form.kind === 'local' && form.of !== 'struct' && !form.isStatic)
      walk.tell('stack-address', at, 'It is gone when the function returns');
  }
  walk.keep([path]);
  walk.ends.push({ path, ...(symbol !== undefined && { value: symbol }), at });
  if (isJump) return;
  const kept = path.fork();
  if (symbol !== undefined) returnedPointer(walk, kept, symbol, value!);
  if (symbol !== undefined) walk.escape(kept, symbol);
  leaked(walk, kept, at);
}

/** The caller follows what it gets, also to memory that is gone. A number of a file that was closed is a number. */
function returnedPointer(walk: Walk, path: WalkedPath, symbol: Symbol, value: Expression): void {
  if (value.kind === 'variable' && path.fact(symbol).isClosed === false) used(walk, path, symbol, value.at, value);
}

const ASSIGNED = new WeakMap<Statement, ReadonlySet<VariableId>>();

/** The variables that a statement sets, or those within it. */
function assignedIn(statement: Statement): ReadonlySet<VariableId> {
  const known = ASSIGNED.get(statement);
  if (known) return known;
  const found = new Set<VariableId>();
  collect(statement, found);
  ASSIGNED.set(statement, found);
  return found;
}

/** An expression that sets variables: an assignment, or a call that gets their addresses. */
interface Assigning {
  readonly kind: string;
  readonly target: Extract<Expression, { kind: 'assign' }>['target'];
  readonly args: Extract<Expression, { kind: 'call' }>['args'];
}

function collect(node: unknown, found: Set<VariableId>): void {
  if (Array.isArray(node)) for (const each of node) collect(each, found);
  else if (typeof node === 'object' && node !== null) {
    const { kind, target, args } = node as Partial<Assigning>;
    if (kind === 'function' || kind === 'class') return;
    if (kind === 'assign' && target?.kind === 'variable') found.add(target.id);
    // `set(&value)`
    if (kind === 'call') for (const { value } of args ?? []) if (value.kind === 'variable') found.add(value.id);
    if (kind === 'assign' && target?.kind === 'index' && target.object.kind === 'variable') found.add(target.object.id);
    for (const each of Object.values(node)) if (typeof each === 'object') collect(each, found);
  }
}
