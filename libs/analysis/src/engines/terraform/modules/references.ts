import { namesOf } from '../evaluate/expressions';
import type { Expression } from '../syntax/ast';
import type { ModuleInstance } from './instance';

export interface References {
  /** Addresses of resources: `aws_s3_bucket.logs`, and of `data.…`. */
  readonly resources: ReadonlySet<string>;
  /** Whether it may mean any other resource: an argument of the module, an output of another. */
  readonly elsewhere: boolean;
}

const MOST_PARTS = 2_000;

/** The references of an expression, also through local values, and through the collection of a repeated block. */
export function referencesOf(
  expression: Expression,
  instance: ModuleInstance,
  each: Expression | undefined,
): References {
  const resources = new Set<string>();
  const locals = new Set<string>();
  let elsewhere = false;
  let parts = 0;
  const waiting: Expression[] = [expression];
  const seenEach = { done: false };
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    parts += 1;
    if (parts > MOST_PARTS) return { resources, elsewhere: true };
    const names = namesOf(at);
    if (names === undefined) waiting.push(...partsOf(at));
    else if (names[0] === 'local') {
      const local = names[1] === undefined ? undefined : instance.localExpression(names[1]);
      if (local === undefined) elsewhere = true;
      else if (!locals.has(names[1]!)) {
        locals.add(names[1]!);
        waiting.push(local);
      }
    } else if (names[0] === 'each' || names[0] === 'count') {
      if (each !== undefined && !seenEach.done) waiting.push(each);
      seenEach.done = true;
    } else if (['var', 'module', 'data', 'self'].includes(names[0]!)) {
      elsewhere = true;
      if (names[0] === 'data' && names[2] !== undefined) resources.add(names.slice(0, 3).join('.'));
    } else if (names[1] !== undefined && names[0]!.includes('_')) resources.add(`${names[0]}.${names[1]}`);
  }
  return { resources, elsewhere };
}

function partsOf(expression: Expression): readonly Expression[] {
  switch (expression.kind) {
    case 'template':
      return expression.parts;
    case 'list':
      return expression.items;
    case 'object':
      return expression.entries.flatMap(({ key, value }) => [key, value]);
    case 'get':
      return [expression.of];
    case 'index':
      return [expression.of, expression.key];
    case 'splat':
      return [expression.of];
    case 'call':
      return expression.args;
    case 'for':
      return [expression.of, expression.result, ...(expression.resultKey ? [expression.resultKey] : [])];
    case 'conditional':
      return [expression.yes, expression.no];
    case 'unary':
      return [expression.of];
    case 'binary':
      return [expression.left, expression.right];
    default:
      return [];
  }
}
