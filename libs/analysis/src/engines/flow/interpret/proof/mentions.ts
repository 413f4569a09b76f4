import { type Expression, type ModuleForm, type VariableId, lineOf } from '../../ir';

/** The names and calls that the whole form of a file contains. */
export interface Mentions {
  /** The number of places that set each variable. */
  readonly sets: ReadonlyMap<VariableId, number>;
  /**
   * Expressions with an effect, by the lines in which they begin: calls, settings of fields, and what the form does not
   * know.
   */
  readonly lines: ReadonlyMap<number, readonly Expression[]>;
  /** The number of calls and assignments of each line. */
  readonly active: ReadonlyMap<number, number>;
  /** The names of the fields that the file sets. */
  readonly fields: ReadonlySet<string>;
}

/** Reads the whole form of a file, with the parts that never run. */
export function mentionsOf({ main, functions, classes, exports }: ModuleForm): Mentions {
  const sets = new Map<VariableId, number>();
  const lines = new Map<number, Expression[]>();
  const active = new Map<number, number>();
  const fields = new Set<string>();
  const seen = new Set<object>();
  const waiting: object[] = [main, functions, classes, exports];
  for (let each = waiting.pop(); each; each = waiting.pop()) {
    if (seen.has(each)) continue;
    seen.add(each);
    // The target of an assignment has no place; a read of a variable or field has one.
    const { kind, at, id, name } = each as { kind?: string; at?: number; id?: unknown; name?: string };
    if (at === undefined && kind === 'variable') sets.set(id as VariableId, (sets.get(id as VariableId) ?? 0) + 1);
    if (at === undefined && kind === 'field') fields.add(name!);
    const expression = each as Expression;
    if (at !== undefined && (kind === 'call' || kind === 'assign'))
      active.set(lineOf(at), (active.get(lineOf(at)) ?? 0) + 1);
    if (at !== undefined && doesSomething(expression)) {
      const beside = lines.get(lineOf(at));
      if (beside) beside.push(expression);
      else lines.set(lineOf(at), [expression]);
    }
    addParts(each, waiting);
  }
  return { sets, lines, active, fields };
}

/** Adds the objects in a form, without the list that `Object.values` makes of each form. */
export function addParts(form: object, parts: object[]): void {
  if (Array.isArray(form)) {
    for (const part of form as unknown[]) if (typeof part === 'object' && part !== null) parts.push(part);
    return;
  }
  const named = form as Readonly<Record<string, unknown>>;
  for (const name in named) {
    const part = named[name];
    if (typeof part === 'object' && part !== null) parts.push(part);
  }
}

function doesSomething(expression: Expression): boolean {
  switch (expression.kind) {
    case 'call':
      return true;
    case 'assign':
      return expression.target.kind !== 'variable';
    case 'unknown':
      return expression.parts.length > 0;
    default:
      return false;
  }
}

/** The variables that statements or an expression set, at any depth. */
export function setIn(form: object): readonly VariableId[] {
  const known = setBy.get(form);
  if (known) return known;
  const found = new Set<VariableId>();
  const seen = new Set<object>();
  const waiting: object[] = [form];
  for (let each = waiting.pop(); each; each = waiting.pop()) {
    if (seen.has(each)) continue;
    seen.add(each);
    const { kind, at, id } = each as { kind?: string; at?: number; id?: unknown };
    if (at === undefined && kind === 'variable') found.add(id as VariableId);
    addParts(each, waiting);
  }
  const all = [...found];
  setBy.set(form, all);
  return all;
}

const setBy = new WeakMap<object, readonly VariableId[]>();
