import type { Expression } from '../syntax/ast';
import { type Scope, evaluate } from './expressions';
import { UNKNOWN, type Value, isList, isObject, listOf, numberOf, textOf, truthOf } from '../../infrastructure/value';

/**
 * A variable's value turned into its type, with what that says of attributes that are left out, such as
 * `optional(bool, false)`.
 */
export function withTypeDefaults(type: Expression | undefined, value: Value, scope: Scope): Value {
  if (value === null) return value;
  if (type?.kind === 'name') return asPlain(type.name, value);
  // Terraform 0.11 had the names of types in quotes.
  if (type?.kind === 'literal') return asPlain(String(type.value), value);
  if (type?.kind !== 'call') return value;
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

function asPlain(type: string, value: Value): Value {
  if (typeof value === 'object') return value;
  if (type === 'string') return textOf(value);
  if (type === 'bool') return truthOf(value) ?? value;
  return type === 'number' ? (numberOf(value) ?? value) : value;
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
