import type { Expression } from '../syntax/ast';
import { type Scope, evaluate } from './expressions';
import { UNKNOWN, type Value, isList, isObject, listOf } from './value';

/** A variable's value with what its type says of attributes that are left out: `optional(bool, false)`. */
export function withTypeDefaults(type: Expression | undefined, value: Value, scope: Scope): Value {
  if (type?.kind !== 'call' || value === null) return value;
  const [inner] = type.args;
  if (type.name === 'optional') return withTypeDefaults(inner, value, scope);
  if (['list', 'set'].includes(type.name) && isList(value))
    return listOf(
      value.items.map((item) => withTypeDefaults(inner, item, scope)),
      value.open,
    );
  if (type.name === 'map' && isObject(value)) {
    const entries = [...value.entries].map(([key, each]) => [key, withTypeDefaults(inner, each, scope)] as const);
    return { ...value, entries: new Map(entries) };
  }
  return type.name === 'object' && inner?.kind === 'object' && isObject(value) ? ofObject(inner, value, scope) : value;
}

function ofObject(
  type: Extract<Expression, { kind: 'object' }>,
  value: Extract<Value, { kind: 'object' }>,
  scope: Scope,
): Value {
  const entries = new Map(value.entries);
  for (const { key, value: part } of type.entries) {
    const name = key.kind === 'literal' ? String(key.value) : undefined;
    if (name === undefined) continue;
    const given = entries.get(name);
    const lacking = given === undefined || given === null;
    if (!lacking) entries.set(name, withTypeDefaults(part, given, scope));
    else if (value.open && given === undefined) entries.set(name, UNKNOWN);
    else if (part.kind === 'call' && part.name === 'optional') {
      const fallback = part.args[1] === undefined ? null : evaluate(part.args[1], scope);
      entries.set(name, withTypeDefaults(part.args[0], fallback, scope));
    }
  }
  return { ...value, entries };
}
