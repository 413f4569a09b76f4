import type { Expression } from '../ir';
import type { WalkedPath } from './path';
import type { Symbol } from './symbols';
import type { Walk } from './walk';

/** Somebody else gets a value: a variable that it was read from may be set by that, too. */
export function handedOn(walk: Walk, path: WalkedPath, expression: Expression): Symbol {
  const value = walk.evaluate(path, expression);
  if (path.fact(value).unset !== undefined && expression.kind !== 'call') path.know(value, { unset: undefined });
  walk.escape(path, value);
  return value;
}
