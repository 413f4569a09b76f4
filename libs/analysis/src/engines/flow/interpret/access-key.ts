import type { Expression } from '../ir';

/** `cookie.getName()`: what it gives is a part of the object. */
export const GETTER = /^get[A-Z]/;

/**
 * A key for the place that an expression reads, so that a condition about it holds where it is read again:
 * `v3.query.id`. Undefined if two reads may give different values.
 */
export function accessKey(expression: Expression): string | undefined {
  switch (expression.kind) {
    case 'variable':
      return expression.id;
    case 'global':
      return `global ${expression.name}`;
    case 'field':
      return below(expression.object, expression.name);
    case 'index':
      return expression.key.kind === 'literal' ? below(expression.object, String(expression.key.value)) : undefined;
    case 'call': {
      // request.args.get("next"): a lookup by a constant key.
      const { callee, args } = expression;
      const [key] = args;
      // `string(bytes)` of Go is the same text.
      if (callee.kind === 'global' && callee.name === 'string' && key && args.length === 1) return accessKey(key.value);
      if (expression.isRead) return callee.kind === 'own' ? `own ${callee.name}` : accessKey(callee);
      if (callee.kind === 'field' && key === undefined && GETTER.test(callee.name))
        return below(callee.object, `${callee.name}()`);
      if (callee.kind !== 'field' || callee.name !== 'get' || key?.value.kind !== 'literal') return undefined;
      return below(callee.object, String(key.value.value));
    }
    case 'import':
      return `import ${expression.module} ${expression.name ?? ''}`;
    default:
      return undefined;
  }
}

function below(object: Expression, name: string): string | undefined {
  const key = accessKey(object);
  return key === undefined ? undefined : `${key}.${name}`;
}

/** The key for the fact that an object has a field itself, and does not inherit it. */
export function ownKey(object: Expression, key: Expression): string | undefined {
  const [whole, name] = [accessKey(object), accessKey(key)];
  return whole === undefined || name === undefined ? undefined : `own ${whole} ${name}`;
}
