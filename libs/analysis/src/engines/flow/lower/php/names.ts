import type { Expression, Place, VariableId } from '../../ir';
import { Scope } from '../scope';
import { type Syntax, field, kindOf, meaningful } from '../syntax';

/** Resolves the names of classes and functions in a file: by its namespace, and its imports by `use`. */
export class Names {
  namespace = '';
  private readonly classes = new Map<string, string>();
  private readonly functions = new Map<string, string>();

  /** `use A\B as C, D\E;`, `use A\{B, C};`, `use function a\b;` */
  use(node: Syntax): void {
    const group = meaningful(node).find((child) => kindOf(child) === 'namespace_use_group');
    const prefix = group ? (meaningful(node)[0]?.text() ?? '') : '';
    const isFunction = /^use\s+function\b/.test(node.text());
    for (const clause of meaningful(group ?? node)) {
      if (kindOf(clause) !== 'namespace_use_clause') continue;
      const [name, alias] = meaningful(clause).map((child) => child.text());
      if (name === undefined) continue;
      const full = `${prefix === '' ? '' : `${prefix}\\`}${name}`.replace(/^\\/, '');
      const short = alias ?? full.split('\\').at(-1)!;
      if (isFunction || /^function\b/.test(clause.text())) this.functions.set(short.toLowerCase(), full);
      else this.classes.set(short, full);
    }
  }

  /** The packages that the file names: `Illuminate`. */
  packages(): string[] {
    return [...this.classes.values()].map((name) => name.split('\\')[0]!);
  }

  declared(name: string): string {
    return this.namespace === '' ? name : `${this.namespace}\\${name}`;
  }

  classNamed(name: string): string {
    if (name.startsWith('\\')) return name.slice(1);
    const [first, ...rest] = name.split('\\');
    const imported = this.classes.get(first!);
    return imported === undefined ? this.declared(name) : [imported, ...rest].join('\\');
  }

  /** A function without a namespace of its own may be one of the language, too. */
  functionsNamed(name: string): string[] {
    if (name.startsWith('\\')) return [name.slice(1)];
    const imported = this.functions.get(name.toLowerCase());
    if (imported !== undefined) return [imported];
    if (name.includes('\\')) return [this.classNamed(name)];
    return this.namespace === '' ? [name] : [this.declared(name), name];
  }
}

/** A class by its whole name, for `phpOf` to find. */
export const classImport = (name: string, at: Place): Expression => ({ kind: 'import', module: `class ${name}`, at });

export const functionImport = (names: readonly string[], at: Place): Expression => ({
  kind: 'import',
  module: `function ${names.map((name) => name.toLowerCase()).join('|')}`,
  at,
});

/** Variables outside functions are the same in each file of a run: a file that is included shares them. */
export class GlobalScope extends Scope {
  override declare(name: string): VariableId {
    return globalVariable(name);
  }

  override find(name: string): { readonly id: VariableId; readonly isOuter: boolean } {
    return { id: globalVariable(name), isOuter: false };
  }
}

export const globalVariable = (name: string): VariableId => `v:${name}`;

/** The simple name of a type; undefined for several types, and for those that PHP checks by itself alone. */
export function typeName(type: Syntax | undefined): string | undefined {
  switch (type && kindOf(type)) {
    case 'named_type':
    case 'primitive_type':
      return type!.text();
    case 'optional_type':
      return typeName(meaningful(type!)[0]);
    case 'union_type': {
      const [only, ...others] = meaningful(type!).filter((child) => child.text().toLowerCase() !== 'null');
      return others.length === 0 ? typeName(only) : undefined;
    }
    default:
      return undefined;
  }
}

/** Whether PHP makes a number or a truth value of whatever gets there: `int`, `?float`, `int|bool`. */
export function holdsNumber(type: Syntax | undefined): boolean {
  const names = type?.text().replace(/^\?/, '').split('|') ?? [];
  const isNumber = names.some((name) => NUMBER.test(name.trim()));
  return isNumber && names.every((name) => NUMBER.test(name.trim()) || /^\s*null\s*$/i.test(name));
}
const NUMBER = /^(?:int|float|bool|false|true)$/i;

export const nameOf = (node: Syntax): string => field(node, 'name')?.text() ?? '';
