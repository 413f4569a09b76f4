import type { Expression, Place } from '../ir';
import { handedOn } from './handed-on';
import { read, released, used } from './judge';
import type { WalkedPath } from './path';
import type { Symbol } from './symbols';
import type { Walk } from './walk';

type Call = Extract<Expression, { kind: 'call' }>;

/** Evaluates a call that the lowering inserts and C does not have. */
export function calledByLowering(walk: Walk, path: WalkedPath, { callee, args, at }: Call): Symbol {
  const name = callee.kind === 'global' ? callee.name.slice('c.'.length) : '';
  const { symbols } = walk;
  const [first, second] = args.map(({ value }) => value);
  switch (name) {
    case 'uninitialised': {
      const value = symbols.fresh();
      path.know(value, { unset: first?.kind === 'literal' ? String(first.value) : 'it' });
      return value;
    }
    case 'array':
      return arrayMade(walk, path, args);
    case 'static': {
      const form = first && symbols.form(walk.evaluate(path, first));
      return symbols.fresh(form?.kind === 'local' ? { ...form, isStatic: true } : { kind: 'unknown' });
    }
    case 'struct':
      if (second) handedOn(walk, path, second);
      return symbols.fresh({ kind: 'local', of: 'struct' });
    case 'box':
      return boxed(walk, path, first);
    case 'shape':
      return shaped(walk, path, first, second);
    case 'dynamic':
      return castDown(walk, path, first);
    case 'fraction':
      for (const { value } of args) read(walk, path, walk.evaluate(path, value), at);
      return symbols.fresh();
    case 'byte':
    case 'narrow':
    case 'loop bound':
    case 'storage':
    case 'unsigned':
    case 'number': {
      const value = valueOf(walk, path, first);
      read(walk, path, value, at);
      return value;
    }
    // In C++ a text has memory of its own: it does not matter to it whether its origin is released.
    case 'copied text':
      used(walk, path, valueOf(walk, path, first), at, first);
      return symbols.fresh();
    case 'last round':
      return symbols.constant(0);
    case 'delete':
    case 'delete[]': {
      const value = valueOf(walk, path, first);
      released(walk, path, value, { by: name, at, written: first });
      return value;
    }
    case 'new':
    case 'new[]':
      for (const { value } of args) handedOn(walk, path, value);
      return memoryMade(walk, path, name, at);
    default:
      for (const { value } of args) used(walk, path, handedOn(walk, path, value), at, value);
      return symbols.fresh();
  }
}

const valueOf = (walk: Walk, path: WalkedPath, argument: Expression | undefined): Symbol =>
  argument ? walk.evaluate(path, argument) : walk.symbols.fresh();

/** A variable whose address is taken. */
function boxed(walk: Walk, path: WalkedPath, first: Expression | undefined): Symbol {
  const content = valueOf(walk, path, first);
  const box = walk.symbols.fresh({ kind: 'local', of: 'box' });
  path.keepContent(box, '0', content);
  return box;
}

/** New memory that is assigned to a pointer to a type. */
function shaped(walk: Walk, path: WalkedPath, first: Expression | undefined, second: Expression | undefined): Symbol {
  const value = valueOf(walk, path, first);
  const unit = second?.kind === 'literal' ? second.value : undefined;
  if (typeof unit === 'number' && path.fact(value).made) path.know(value, { unit });
  return value;
}

/** A cast that gives NULL where the object is of another class. */
function castDown(walk: Walk, path: WalkedPath, first: Expression | undefined): Symbol {
  walk.escape(path, valueOf(walk, path, first));
  const value = walk.symbols.fresh();
  path.know(value, { mayBeNull: 'dynamic_cast' });
  return value;
}

/** An array with a number of elements, bytes for each, and perhaps what it holds. */
function arrayMade(walk: Walk, path: WalkedPath, args: Call['args']): Symbol {
  const { symbols } = walk;
  const [count, unit] = args.slice(0, 2).map(({ value }) => walk.evaluate(path, value));
  const content = args[2]?.value;
  if (content) handedOn(walk, path, content);
  const each = symbols.number(unit);
  const size = count === undefined || each === undefined ? undefined : bytes(walk, count, each);
  return symbols.fresh({
    kind: 'local',
    of: 'array',
    ...(size !== undefined && { size }),
    ...(each !== undefined && { unit: each }),
    ...(content && { isFilled: true }),
  });
}

/** The memory of `new` is never null. Only that of an array is followed until it is given back. */
function memoryMade({ symbols }: Walk, path: WalkedPath, by: 'new' | 'new[]', at: Place): Symbol {
  const made = symbols.fresh();
  path.know(made, { isZero: false, ...(by === 'new[]' && { made: { by, resource: 'memory', at } }) });
  return made;
}

function bytes(walk: Walk, count: Symbol, unit: number): Symbol {
  const known = walk.symbols.number(count);
  if (known !== undefined) return walk.symbols.constant(known * unit);
  return unit === 1 ? count : walk.symbols.operation('*', [count, walk.symbols.constant(unit)]);
}
