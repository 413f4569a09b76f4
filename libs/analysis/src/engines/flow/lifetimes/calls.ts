import type { LifetimeRow } from '../../../catalogue/flow/c/lifetimes';
import type { Expression, FunctionForm, Place } from '../ir';
import { accessKey } from '../interpret/access-key';
import { handedOn } from './handed-on';
import { followed, handedOver, isAtLeast, notSeenToSucceed, read, released, roomOf, textRead, used } from './judge';
import { calledByLowering } from './own-calls';
import type { WalkedPath } from './path';
import type { Symbol } from './symbols';
import type { Walk } from './walk';

type Call = Extract<Expression, { kind: 'call' }>;

/** Names of macros: these may set the variables that are passed to them. */
const MACRO = /^[A-Z_][A-Z0-9_]+$/;
/** Functions that work on the file of a descriptor. */
const BY_NUMBER =
  /^(?:p?read|p?write|recv(?:from)?|send(?:to)?|lseek|fsync|ftruncate|fstat|fchmod|bind|listen|connect|shutdown)$/;
const RELEASING = new Set(['free', 'cfree', 'close', 'closesocket', 'fclose', 'pclose', 'closedir']);

/** The result of a call on one path. */
export function called(walk: Walk, path: WalkedPath, call: Call): Symbol {
  const result = resultOf(walk, path, call);
  if (walk.target.neverComesBack(walk.form.file, call)) path.isDead = true;
  return result;
}

function resultOf(walk: Walk, path: WalkedPath, call: Call): Symbol {
  const { callee, args, at } = call;
  if (callee.kind === 'global' && callee.name.startsWith('c.')) return calledByLowering(walk, path, call);
  if (callee.kind === 'import' && callee.module.startsWith('fn ')) {
    const name = callee.module.slice('fn '.length);
    const found = walk.target.named(walk.form.file, name);
    if (found?.kind === 'function' && !found.function.isMacro) return ofTarget(walk, path, name, found.function, call);
    const lock = found === undefined ? LOCKS.get(name) : undefined;
    if (lock !== undefined && args[0]) return lockTaken(walk, path, args[0].value, lock, at);
    const row = found === undefined ? walk.target.rowOf(name) : undefined;
    if (row) return ofLibrary(walk, path, name, row, call);
    if (found === undefined && name === 'realloc') return moved(walk, path, call);
    if (found !== undefined || MACRO.test(name)) return ofMacro(walk, path, call);
  } else if (callee.kind === 'field') {
    const object = walk.evaluate(path, callee.object);
    if (callee.isFollowed) followed(walk, path, object, callee.object, callee.at);
    walk.escape(path, object);
  } else walk.evaluate(path, callee);
  for (const { value } of args) {
    const given = handedOn(walk, path, value);
    handedOver(walk, path, given, at, value);
    if (walk.hasReferences && value.kind === 'variable') path.setVariable(value.id, walk.symbols.fresh());
  }
  walk.forgetOthers(path);
  return walk.symbols.fresh();
}

/** Functions that take a lock, and those that give it back. */
const LOCKS: ReadonlyMap<string, 'taken' | 'given back'> = new Map(
  [
    ...['pthread_mutex', 'pthread_spin', 'mtx', 'mutex', 'spin'].map((kind) => [`${kind}_lock`, `${kind}_unlock`]),
    ['EnterCriticalSection', 'LeaveCriticalSection'],
    ['sem_wait', 'sem_post'],
  ].flatMap(([take, give]) => [[take!, 'taken'] as const, [give!, 'given back'] as const]),
);

/** A lock is taken, or given back, by the name under which the function calls it. */
function lockTaken(walk: Walk, path: WalkedPath, lock: Expression, what: 'taken' | 'given back', at: Place): Symbol {
  const name = accessKey(lock.kind === 'operation' ? (lock.operands[0] ?? lock) : lock);
  walk.evaluate(path, lock);
  if (name === undefined) return walk.symbols.fresh();
  const symbol = walk.symbols.operation(`lock ${name}`, []);
  const isTaken = what === 'taken';
  if (!isTaken) walk.unlocked.add(symbol);
  path.know(symbol, { isZero: !isTaken, lockedAt: isTaken ? at : undefined });
  return walk.symbols.fresh();
}

function ofMacro(walk: Walk, path: WalkedPath, { args }: Call): Symbol {
  walk.withinValues += 1;
  for (const { value } of args) {
    handedOn(walk, path, value);
    if (value.kind === 'variable') path.setVariable(value.id, walk.symbols.fresh());
    if (value.kind === 'index' && value.object.kind === 'variable') handedOn(walk, path, value.object);
  }
  walk.withinValues -= 1;
  walk.forgetOthers(path);
  return walk.symbols.fresh();
}

function ofTarget(walk: Walk, path: WalkedPath, name: string, form: FunctionForm, { args, at }: Call): Symbol {
  const summary = walk.target.summaryOf(form);
  const values = args.map(({ value }) => walk.evaluate(path, value));
  for (const [index, value] of values.entries()) handedOver(walk, path, value, at, args[index]!.value);
  for (const [index, value] of values.entries()) {
    const isReleased = summary?.releases.has(index) === true;
    if (isReleased) released(walk, path, value, { by: 'free', at });
    else {
      if (summary === undefined || summary.keeps.has(index) || index >= form.parameters.length)
        walk.escape(path, value);
      const content = path.content(value, '0');
      if (content !== undefined) walk.escape(path, content);
      path.forgetContentsOf(value);
      if (path.fact(value).unended) path.know(value, { unended: undefined });
    }
    const written = args[index]!.value;
    if (walk.hasReferences && written.kind === 'variable') {
      walk.escape(path, value);
      path.setVariable(written.id, walk.symbols.fresh());
    }
  }
  walk.forgetOthers(path);
  if (summary?.neverReturns || form.neverReturns) path.isDead = true;
  const result = walk.symbols.fresh();
  // A call that also sets a variable of the caller may report through it that nothing was made.
  if (summary?.makes && !values.some((value) => walk.symbols.form(value).kind === 'local'))
    path.know(result, { made: { by: name, resource: summary.makes.resource, at } });
  return result;
}

function ofLibrary(walk: Walk, path: WalkedPath, name: string, row: LifetimeRow, { args, at }: Call): Symbol {
  const values = args.map(({ value }) => walk.evaluate(path, value));
  const { symbols } = walk;
  for (const [index, value] of values.entries()) {
    read(walk, path, value, at);
    if (row.follows?.includes(index)) followed(walk, path, value, args[index]!.value, at);
    if (row.releases !== index) (BY_NUMBER.test(name) ? used : handedOver)(walk, path, value, at, args[index]!.value);
    if (row.texts?.includes(index)) textRead(walk, path, value, at);
  }
  if (path.isDead) return symbols.fresh();
  formatted(walk, path, name, values, at);
  if (/^(?:mem(?:cpy|move|set)|strncpy|p?write|send|sendto)$/.test(name)) sized(walk, path, values[2], name, at);
  copied(walk, path, name, values, at);
  for (const position of row.writes ?? []) {
    const target = values[position];
    if (target !== undefined) path.forgetContentsOf(target);
  }
  if (row.releases !== undefined) {
    const value = values[row.releases];
    if (value === undefined) return symbols.fresh();
    const by = RELEASING.has(name) && name.includes('free') ? 'free' : name;
    released(walk, path, value, { by, at, written: args[row.releases]?.value });
    return name.includes('free') ? value : symbols.fresh();
  }
  if (row.isPure) {
    const result = symbols.operation(`call ${name}`, values);
    if (row.mayBeNull) path.know(result, { mayBeNull: name });
    return result;
  }
  const result = symbols.fresh();
  if (row.makes) {
    const size = sizeOf(walk, row, values);
    path.know(result, {
      made: { by: name, resource: row.makes, at },
      ...(size !== undefined && { size }),
      ...(name === 'calloc' && { isCleared: true }),
    });
  }
  if (row.mayBeNull) path.know(result, { mayBeNull: name });
  filled(walk, path, name, row, values, result, at);
  return result;
}

function sizeOf(walk: Walk, { size }: LifetimeRow, values: readonly Symbol[]): Symbol | undefined {
  const factors = size?.map((position) => values[position]);
  if (factors === undefined || factors.includes(undefined)) return undefined;
  const [one, other] = factors as Symbol[];
  if (other === undefined) return one;
  const [left, right] = [walk.symbols.number(one), walk.symbols.number(other)];
  if (left !== undefined && right !== undefined) return walk.symbols.constant(left * right);
  if (left === 1) return other;
  return right === 1 ? one : walk.symbols.operation('*', [one!, other]);
}

/** Records that a call has read data, and how much. */
function filled(
  walk: Walk,
  path: WalkedPath,
  name: string,
  row: LifetimeRow,
  values: readonly Symbol[],
  result: Symbol,
  at: Place,
): void {
  const isCounted = name === 'fread' && walk.symbols.number(values[1]) === 1;
  const [target, limit] = isCounted ? [values[0], values[2]] : (row.fills ?? []).map((position) => values[position]);
  if (target === undefined || limit === undefined) return;
  path.know(result, { atMost: limit, ...(!isCounted && { mayFail: name }) });
  const form = walk.symbols.form(target);
  const { made, isCleared, isEscaped } = path.fact(target);
  const isNew = form.kind === 'local' ? form.of === 'array' && !form.isFilled && !form.isStatic : made?.by === 'malloc';
  if (isNew && !isCleared && !isEscaped && roomOf(walk, path, target) !== undefined)
    path.know(target, { unended: { by: name, at } });
}

/** Judges a number of bytes: -1 is taken for the largest number. */
function sized(walk: Walk, path: WalkedPath, size: Symbol | undefined, name: string, at: Place): void {
  const from = size === undefined ? undefined : notSeenToSucceed(walk, path, size);
  if (from === undefined) return;
  walk.tell('signed-size', at, `${from} gives -1 where it fails, and ${name} takes that for a very large size`);
  path.know(size!, { mayFail: undefined });
}

/** A copy must fit, and must have an end. */
function copied(walk: Walk, path: WalkedPath, name: string, values: readonly Symbol[], at: Place): void {
  const [target, source, limit] = values;
  if (target === undefined || source === undefined) return;
  const fact = path.fact(target);
  if (name === 'memset') {
    path.know(target, { isCleared: true, ...(fact.unended && { unended: undefined }) });
    return;
  }
  const room = roomOf(walk, path, target);
  if (room === undefined) return;
  const { symbols } = walk;
  if (name === 'strcpy') {
    if (room.count === symbols.operation('call strlen', [source]))
      walk.tell(room.weakness, at, 'strcpy writes a byte 0 behind the text, and there is no place for it');
    if (fact.unended) path.know(target, { unended: undefined });
  } else if (name === 'memcpy' || name === 'memmove') {
    if (
      limit !== undefined &&
      limit !== room.count &&
      symbols.number(limit) === undefined &&
      isAtLeast(walk, limit, room.count)
    )
      walk.tell(room.weakness, at, `${name} writes more than there is room for`);
    if (fact.unended) path.know(target, { unended: undefined });
  } else if (name === 'strncpy') {
    const isLiteral = symbols.form(source).kind === 'constant';
    if (limit !== undefined && limit === room.count && !isLiteral) path.know(target, { unended: { by: name, at } });
  } else if (fact.unended && /^(?:sprintf|snprintf|strlcpy|fgets|strncat|vsnprintf)$/.test(name))
    path.know(target, { unended: undefined });
}

/** Judges the texts that a format writes in full. */
function formatted(walk: Walk, path: WalkedPath, name: string, values: readonly Symbol[], at: Place): void {
  if (name === 'puts' && values[0] !== undefined) textRead(walk, path, values[0], at);
  const position = /^printf$/.test(name) ? 0 : /^f?s?printf$/.test(name) ? 1 : name === 'snprintf' ? 2 : undefined;
  const format = position === undefined ? undefined : values[position];
  if (position === undefined || format === undefined) return;
  const form = walk.symbols.form(format);
  if (form.kind !== 'constant' || typeof form.value !== 'string' || !/%s/.test(form.value) || /%\.|\*/.test(form.value))
    return;
  for (const value of values.slice(position + 1)) textRead(walk, path, value, at);
}

/** `realloc(old, size)`: if it succeeds, the old block is released. */
function moved(walk: Walk, path: WalkedPath, { args, at }: Call): Symbol {
  const [old, size] = args.map(({ value }) => walk.evaluate(path, value));
  const result = walk.symbols.fresh();
  if (old === undefined || size === undefined) return result;
  used(walk, path, old, at, args[0]?.value);
  if (walk.isZero(path, size) === true) walk.escape(path, old);
  else if (walk.isZero(path, old) !== true) path.know(old, { releasedWith: { result, at } });
  path.know(result, { made: { by: 'realloc', resource: 'memory', at }, size, mayBeNull: 'realloc' });
  return result;
}
