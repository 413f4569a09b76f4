import type { Expression, FunctionForm, Place } from '../../ir';
import { evaluate } from '../lowering';
import { type Ids, yieldedVariable } from '../scope';

/** `new Promise((resolve) => …)`: the value is the one that the function gives to `resolve`, at once or later. */
export function promised(work: Expression, file: string, ids: Ids, at: Place): Expression {
  const kept = yieldedVariable(ids);
  const given = yieldedVariable(ids);
  ids.captured.add(kept);
  const target = { kind: 'variable', id: kept } as const;
  const value: Expression = { kind: 'variable', id: given, at };
  const resolve: FunctionForm = {
    id: ids.next(),
    file,
    name: 'resolve',
    parameters: [{ target: { kind: 'variable', id: given }, name: 'value', at }],
    body: [evaluate({ kind: 'assign', target, value, at })],
    decorators: [],
    // Its effect counts, and not its result: each call of it is followed.
    isInner: true,
    captures: new Set([kept]),
    at,
  };
  const parts: Expression[] = [
    { kind: 'assign', target, value: { kind: 'unknown', parts: [], at }, at },
    { kind: 'call', callee: work, args: [{ value: { kind: 'function', function: resolve, at } }], at },
    { kind: 'variable', id: kept, at },
  ];
  return { kind: 'sequence', parts, at };
}
