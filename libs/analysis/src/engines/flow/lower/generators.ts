import type { Expression, Place, Statement, VariableId } from '../ir';
import { type Ids, type Scope, YIELDED, temporaryVariable } from './scope';
import { type Syntax, kindOf, meaningful } from './syntax';

/** Whether a node of some kinds stands in a function, and not in a function or class within it. */
export function holdsOwn(body: Syntax, kinds: ReadonlySet<string>, ends: ReadonlySet<string>): boolean {
  const waiting = [body];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (kinds.has(kindOf(node))) return true;
    if (node === body || !ends.has(kindOf(node))) waiting.push(...meaningful(node));
  }
  return false;
}

/** The body of a generator: it collects what it yields in a list, and returns the list. */
export function collecting(list: VariableId, statements: readonly Statement[], at: Place): Statement[] {
  const target = { kind: 'variable', id: list } as const;
  const empty: Expression = { kind: 'assign', target, value: { kind: 'list', items: [], at }, at };
  return [{ kind: 'evaluate', expression: empty }, ...statements, returning(list, at)];
}

/** The end of a generator. */
export const returning = (list: VariableId, at: Place): Statement => ({
  kind: 'return',
  value: { kind: 'variable', id: list, at },
  at,
});

/**
 * A value, or each element of one, is yielded. A runner of generators gives back the result of a promise, so the value
 * is that of the expression, too.
 */
export function yielded(scope: Scope, ids: Ids, method: string, value: Expression, isSpread: boolean): Expression {
  const list = scope.ofFunction.own(YIELDED);
  if (list === undefined) return value;
  const { at } = value;
  const id = temporaryVariable(ids);
  const kept: Expression = { kind: 'variable', id, at };
  const assigned: Expression = { kind: 'assign', target: { kind: 'variable', id }, value, at };
  return { kind: 'sequence', parts: [assigned, added(list, method, kept, at, isSpread), kept], at };
}

/** A call that adds a value, or each element of one, to what a generator has yielded so far. */
export function added(list: VariableId, method: string, value: Expression, at: Place, isSpread = false): Expression {
  const callee: Expression = { kind: 'field', object: { kind: 'variable', id: list, at }, name: method, at };
  return { kind: 'call', callee, args: [{ value, ...(isSpread && { isSpread: true as const }) }], at };
}
