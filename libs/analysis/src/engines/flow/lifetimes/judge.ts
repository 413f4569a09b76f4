import { RELEASED_BY } from '../../../catalogue/flow/c/lifetimes';
import { accessKey } from '../interpret/access-key';
import { type Expression, type Place, lineOf } from '../ir';
import type { WalkedPath } from './path';
import type { Symbol } from './symbols';
import type { Walk } from './walk';

const line = (at: Place): string => `line ${lineOf(at)}`;

/** Judges that a pointer is followed. */
export function followed(walk: Walk, path: WalkedPath, symbol: Symbol, pointer: Expression, at: Place): void {
  used(walk, path, symbol, at, pointer);
  if (walk.withinValues > 0) return;
  const fact = path.fact(symbol);
  if (fact.nullAs !== undefined && fact.nullAs === accessKey(pointer)) {
    walk.tell('null-dereference', at, 'A condition before has found that the pointer is NULL on this way');
    path.isDead = true;
    return;
  }
  if (fact.isZero !== undefined || (walk.symbols.form(symbol).kind !== 'unknown' && fact.mayBeNull === undefined))
    return;
  if (fact.mayBeNull !== undefined) {
    const weakness = fact.made?.by === 'realloc' ? 'unchecked-allocation' : 'unchecked-result';
    walk.tell(weakness, at, `${fact.mayBeNull} may give NULL, and nobody has looked`);
  }
  path.know(symbol, { isZero: false, ...(fact.mayBeNull === undefined && { followedAt: at }) });
}

/**
 * How grave it is that something is used which was released. As the rule says: the function itself has released it, by
 * the name by which it is used, and whatever leads here comes from there. On a way through branches, rounds of loops,
 * other functions or other names, what rules it out is overlooked more often than not.
 */
function graveness(walk: Walk, path: WalkedPath, symbol: Symbol, written?: Expression): 'medium' | undefined {
  const { releasedAs } = path.fact(symbol);
  const isPlain =
    releasedAs !== undefined &&
    written !== undefined &&
    walk.isWithin(releasedAs.block) &&
    accessKey(written) === releasedAs.name;
  return isPlain ? undefined : 'medium';
}

/** Judges that somebody gets a value. A number that was closed may be written to a message. */
export function handedOver(walk: Walk, path: WalkedPath, symbol: Symbol, at: Place, written: Expression): void {
  if (path.fact(symbol).isClosed !== true) used(walk, path, symbol, at, written);
}

/**
 * Judges that a pointer is handed on or followed: what it led to must still be there.
 * @param written how it is called there
 */
export function used(walk: Walk, path: WalkedPath, symbol: Symbol, at: Place, written?: Expression): void {
  const { released, releasedWith, isHandle } = path.fact(symbol);
  if (released !== undefined) {
    const severity = graveness(walk, path, symbol, written);
    if (isHandle) walk.tell('use-after-close', at, `It was closed on ${line(released)}`, severity);
    else walk.tell('use-after-free', at, `The memory was released on ${line(released)}`, severity);
    path.know(symbol, { released: undefined, isEscaped: true });
  } else if (releasedWith !== undefined && walk.isZero(path, releasedWith.result) === false) {
    walk.tell('use-after-free', at, `realloc has moved the memory on ${line(releasedWith.at)}`, 'medium');
    path.know(symbol, { releasedWith: undefined, isEscaped: true });
  }
}

/** Judges that a value is read. */
export function read(walk: Walk, path: WalkedPath, symbol: Symbol, at: Place): void {
  const { unset } = path.fact(symbol);
  if (unset === undefined) return;
  path.know(symbol, { unset: undefined });
  // A round before may have set it, for a reason that is not seen here.
  if (walk.around.some(({ assigned }) => assigned?.has(unset))) return;
  walk.tell('uninitialised-use', at, `On a way that leads here, nobody has given ${unset} a value`);
}

/** Judges that something is released. */
export function released(
  walk: Walk,
  path: WalkedPath,
  symbol: Symbol,
  { by, at, written }: { readonly by: string; readonly at: Place; readonly written?: Expression | undefined },
): void {
  const moved = walk.symbols.operandsOf(symbol, 'add');
  const base = moved?.[0];
  if (by !== 'close' && base !== undefined && path.fact(base).made?.resource === 'memory') {
    walk.tell('shifted-free', at, 'The pointer was moved on from the beginning of the block');
    path.know(base, { isEscaped: true });
    return;
  }
  if (walk.isZero(path, symbol) === true || walk.symbols.form(symbol).kind === 'name') return;
  const fact = path.fact(symbol);
  const isOfHandle = fact.made !== undefined && fact.made.resource !== 'memory';
  const isHandle = isOfHandle || (by !== 'free' && !by.startsWith('delete'));
  if (fact.released !== undefined) {
    const done = isHandle ? 'closed' : 'released';
    const says = `It was ${done} on ${line(fact.released)} already, on a way that leads here`;
    const weakness = isHandle ? 'use-after-close' : 'double-free';
    walk.tell(weakness, at, says, graveness(walk, path, symbol, written));
    path.know(symbol, { released: undefined, isEscaped: true });
    return;
  }
  const name = written && accessKey(written);
  // The counterpart of a number that was closed may have got the same one: no one line shows that it has not.
  const isClosed = by === 'close' || by === 'closesocket';
  const releasedAs = name === undefined || isClosed ? undefined : { name, block: walk.block };
  path.know(symbol, { released: at, isClosed, isHandle: isHandle || undefined, releasedAs });
}

/** Judges what nobody has taken back where a function returns. */
export function leaked(walk: Walk, path: WalkedPath, at: Place): void {
  // The system takes back what a program has when it ends.
  const isMain = walk.form.name === 'main';
  for (const [symbol, fact] of path.facts()) {
    const { made } = fact;
    if (made === undefined || fact.isEscaped || fact.released !== undefined || hasFailed(walk, path, symbol)) continue;
    if (fact.releasedWith !== undefined && walk.isZero(path, fact.releasedWith.result) !== true) continue;
    const isOverwritten = walk.held.has(symbol) && !path.isHeld(symbol);
    if ((isMain && !isOverwritten) || !walk.isFirstLoss(made.at)) continue;
    const weakness = made.resource === 'memory' ? 'memory-leak' : isOverwritten ? 'lost-handle' : 'resource-leak';
    const counterpart = made.by.startsWith('new') ? made.by.replace('new', 'delete') : RELEASED_BY[made.resource];
    const says = `What ${made.by} gave on ${line(made.at)} is lost here: ${counterpart} is missing`;
    const isElsewhere = isOverwritten && weakness === 'lost-handle';
    walk.tell(
      weakness,
      isElsewhere ? made.at : at,
      isElsewhere ? `Its variable gets another value, and ${counterpart} is missing` : says,
    );
  }
}

/** Whether a call gave nothing on this way: NULL, or a number below 0. */
function hasFailed(walk: Walk, path: WalkedPath, symbol: Symbol): boolean {
  const { made, isZero, equals } = path.fact(symbol);
  const isOfName = equals !== undefined && walk.symbols.form(equals).kind === 'name';
  if (made?.resource !== 'descriptor') return isZero === true;
  const { symbols } = walk;
  if (isOfName || (equals !== undefined && (symbols.number(equals) ?? 0) < 0)) return true;
  const zero = symbols.constant(0);
  // `fd < 0`, `fd <= 0`, `fd > 0`, `fd >= 0`, `fd == -1`
  const below = path.fact(symbols.operation('<', [symbol, zero])).isZero;
  const above = path.fact(symbols.operation('<', [zero, symbol])).isZero;
  const minusOne = path.fact(symbols.operation('<', [symbols.constant(-1), symbol])).isZero;
  return below === false || above === true || minusOne === true;
}

/** The call that gave a number, if that is -1 where it fails and no condition on this way rules that out. */
export function notSeenToSucceed(walk: Walk, path: WalkedPath, number: Symbol): string | undefined {
  const { mayFail, equals, isEscaped } = path.fact(number);
  if (mayFail === undefined || equals !== undefined || isEscaped || walk.withinValues > 0) return undefined;
  for (const [symbol, { isZero }] of path.facts()) {
    const form = isZero === undefined ? undefined : walk.symbols.form(symbol);
    if (form?.kind !== 'operation' || !form.operands.includes(number)) continue;
    const isAbove = form.operator === '<' && isZero === (form.operands[0] === number);
    if (isAbove || form.operator !== '<') return undefined;
  }
  return mayFail;
}

/** The number of elements that a pointer leads to, and what is written of their size. */
export function roomOf(
  walk: Walk,
  path: WalkedPath,
  base: Symbol,
): { readonly count: Symbol; readonly weakness: string } | undefined {
  const form = walk.symbols.form(base);
  const fact = path.fact(base);
  const isLocal = form.kind === 'local';
  const size = isLocal ? form.size : fact.size;
  const unit = isLocal ? form.unit : fact.unit;
  if (size === undefined || unit === undefined || unit < 1) return undefined;
  const weakness = !isLocal ? 'heap-buffer-overflow' : form.isStatic ? 'buffer-overflow' : 'stack-buffer-overflow';
  if (unit === 1) return { count: size, weakness };
  const whole = walk.symbols.number(size);
  if (whole !== undefined) return { count: walk.symbols.constant(Math.floor(whole / unit)), weakness };
  const factors = walk.symbols.operandsOf(size, '*');
  const count = factors?.find((_, index) => walk.symbols.number(factors[1 - index]) === unit);
  return count === undefined ? undefined : { count, weakness };
}

/** Judges `array[place]`: what is known is that the place may be, or is, the number of the elements. */
export function element(walk: Walk, path: WalkedPath, base: Symbol, place: Symbol, at: Place, isWrite: boolean): void {
  const room = roomOf(walk, path, base);
  if (room === undefined) return;
  const { symbols } = walk;
  const { count } = room;
  const from = notSeenToSucceed(walk, path, place);
  if (from !== undefined) {
    walk.tell('signed-index', at, `${from} gives -1 where it fails, which is a place before the first element`);
    path.know(place, { mayFail: undefined });
    return;
  }
  const weakness = isWrite ? room.weakness : 'out-of-bounds-read';
  if (symbols.number(place) !== undefined && symbols.number(count) !== undefined) return;
  if (isAtLeast(walk, place, count)) {
    walk.tell(weakness, at, 'The place is behind the last element: there are as many elements as it says', 'medium');
    return;
  }
  const isBelow = path.fact(symbols.operation('<', [place, count])).isZero === false;
  const isOther = path.fact(equality(walk, place, count)).isZero === true;
  if (isBelow || isOther) return;
  const limit = path.fact(place).atMost;
  if (limit !== undefined && isSame(walk, limit, count))
    walk.tell(weakness, at, 'The call may have filled the whole array: this is the place behind its end', 'medium');
  else if (path.fact(symbols.operation('<', [count, place])).isZero === true)
    walk.tell(weakness, at, 'The condition before lets the place be as large as the number of elements', 'medium');
}

const isSame = (walk: Walk, one: Symbol, other: Symbol): boolean =>
  one === other || (walk.symbols.number(one) !== undefined && walk.symbols.number(one) === walk.symbols.number(other));

/** Whether a number is another one, or that and something more. */
export function isAtLeast(walk: Walk, number: Symbol, least: Symbol): boolean {
  if (number === least) return true;
  const { symbols } = walk;
  const added = symbols.operandsOf(number, 'add');
  if (added?.some((each, index) => each === least && (symbols.number(added[1 - index]) ?? -1) >= 0)) return true;
  const taken = symbols.operandsOf(least, '-');
  return taken !== undefined && taken[0] === number && (symbols.number(taken[1]) ?? -1) >= 0;
}

export function equality(walk: Walk, one: Symbol, other: Symbol): Symbol {
  return walk.symbols.operation('==', one < other ? [one, other] : [other, one]);
}

/** Judges that a text is read to its end. */
export function textRead(walk: Walk, path: WalkedPath, symbol: Symbol, at: Place): void {
  const { unended } = path.fact(symbol);
  if (unended === undefined) return;
  walk.tell('unended-text', at, `${unended.by} on ${line(unended.at)} may leave it without a byte 0 at its end`);
  path.know(symbol, { unended: undefined });
}
