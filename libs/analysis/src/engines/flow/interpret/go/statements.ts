import { anyContentOf } from '../contents';
import { type Effect, taintOf } from '../effect';
import { UNKNOWN, carrying } from '../values';

/** `builder.And(conditions...)`: the values of conditions that are maps or objects become parameters. */
export const conditions: Effect = ({ run, named }) =>
  carrying(named.map(({ value, isSpread }) => (isSpread ? anyContentOf(run, value) : value)));

/** `builder.Expr("name = ?", name)`: only the first argument is a part of the statement. */
export const statement: Effect = ({ run, args: [text = UNKNOWN] }) => taintOf(run, text);
