import { posix } from 'node:path';
import type { Expression, ListItem, MapEntry, Place, Target, VariableId } from '../../ir';
import { Lowering, type Made } from '../lowering';
import type { Names } from './names';
import { type Syntax, field, kindOf, meaningful } from '../syntax';

/** With the functions and classes that the file declares under their whole names. */
export type MadeOfPhp = Made & {
  readonly exports: { name: string; value: Expression }[];
  readonly names: Names;
  /** For each function that calls `extract`, the variables that it names, and how many calls there were. */
  readonly extracts: Map<Place, { readonly names: readonly string[]; calls: number }>;
};

/** All arguments of a function: no variable of PHP has a name like this. */
export const ALL_ARGUMENTS = ' arguments';

const SUPERGLOBAL = /^\$_(?:GET|POST|REQUEST|COOKIE|SERVER|FILES|ENV|SESSION)$/;
/** Flags of the language's own functions, which rows may name. */
const OF_THE_LANGUAGE =
  /^(?:FILTER|CURLOPT|LIBXML|ENT|PHP|JSON|INPUT|PREG|LOCK|FILE|E|MYSQLI|MCRYPT)_[A-Z0-9_]+$|^CURL_SSLVERSION_\w+$/;
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', e: '\u001b', '0': '\0' };
/** Nested places of a collection that is made where something is put into it. */
const MAX_PLACES = 3;

/** Texts, constants, variables and collections, and what assignments set. */
export abstract class PhpValues extends Lowering<MadeOfPhp> {
  protected variable(name: string, at: Place): Expression {
    if (SUPERGLOBAL.test(name)) return { kind: 'global', name, at };
    return { kind: 'variable', id: this.variableId(name), at };
  }

  /** A variable is declared where it is first named. */
  protected variableId(name: string): VariableId {
    const found = this.scope.find(name);
    if (!found) return this.scope.declare(name);
    if (found.isOuter) this.made.shared.add(found.id);
    return found.id;
  }

  protected callOf(name: string, values: readonly Expression[], at: Place): Expression {
    return { kind: 'call', callee: { kind: 'global', name, at }, args: values.map((value) => ({ value })), at };
  }

  /** A text with variables in it. */
  protected text(node: Syntax | undefined, at: Place): Expression {
    const parts = (node ? meaningful(node) : []).map((part): Expression => {
      if (kindOf(part) === 'string_content') return { kind: 'literal', value: part.text(), at };
      if (kindOf(part) !== 'escape_sequence') return this.expression(part);
      const [, letter] = part.text();
      return { kind: 'literal', value: ESCAPES[letter ?? ''] ?? letter ?? '', at };
    });
    return parts.every((part) => part.kind === 'literal')
      ? { kind: 'literal', value: parts.map((part) => String(part.value)).join(''), at }
      : { kind: 'text', parts, at };
  }

  /** The parts of a text that is joined by dots, however many. */
  protected joined(node: Syntax): Expression[] {
    const parts: Syntax[] = [];
    let left: Syntax | undefined = node;
    while (left && kindOf(left) === 'binary_expression' && field(left, 'operator')?.text() === '.') {
      const right = field(left, 'right');
      if (right) parts.unshift(right);
      left = field(left, 'left');
    }
    return [...(left ? [left] : []), ...parts].map((part) => this.expression(part));
  }

  /** `__DIR__`, or a constant that `define` or `const` sets somewhere in the target. */
  protected constant(name: string, at: Place): Expression {
    if (name === '__FILE__') return { kind: 'literal', value: `/${this.file}`, at };
    if (name === '__DIR__') return { kind: 'literal', value: posix.dirname(`/${this.file}`), at };
    if (name === 'DIRECTORY_SEPARATOR') return { kind: 'literal', value: '/', at };
    const simple = name.split('\\').at(-1)!;
    return OF_THE_LANGUAGE.test(simple)
      ? { kind: 'global', name: simple, at }
      : { kind: 'variable', id: constantVariable(simple), at };
  }

  protected collection(node: Syntax, at: Place): Expression {
    const items = meaningful(node).map((child) => ({ child, parts: meaningful(child) }));
    if (items.every(({ child, parts }) => parts.length < 2 || kindOf(child) === 'variadic_unpacking'))
      return {
        kind: 'list',
        items: items.map(({ child, parts }): ListItem => {
          const inner = parts[0] && kindOf(parts[0]) === 'variadic_unpacking' ? parts[0] : undefined;
          if (inner) return { value: this.optional(meaningful(inner)[0], at), isSpread: true };
          const isSpread = kindOf(child) === 'variadic_unpacking';
          return { value: this.optional(parts[0], at), ...(isSpread && { isSpread }) };
        }),
        at,
      };
    return {
      kind: 'map',
      entries: items.map(({ parts: [key, value] }, index): MapEntry => {
        if (key && value) return { key: this.expression(key), value: this.expression(value) };
        if (key && kindOf(key) === 'variadic_unpacking') return { value: this.optional(meaningful(key)[0], at) };
        return { key: { kind: 'literal', value: index, at }, value: this.optional(key, at) };
      }),
      at,
    };
  }

  /**
   * `$$name`, `${'form_' . $key}`: all variables whose names begin with the same text count as one, which other names
   * do not read.
   */
  protected dynamicVariable(node: Syntax, at: Place): Expression {
    const [, begin = ''] = BEGIN_OF_NAME.exec(node.text().slice(0, MAX_BEGIN)) ?? [];
    return { kind: 'variable', id: this.variableId(`$${begin}…`), at };
  }

  protected override set(left: Syntax | undefined, value: Expression, at: Place): Expression {
    // Another variable than before may be set.
    if (left && kindOf(left) === 'dynamic_variable_name') {
      const before = this.expression(left);
      return super.set(left, { kind: 'choice', then: value, otherwise: before, at }, at);
    }
    if (left && isNextPlace(left)) {
      const [list] = meaningful(left);
      const make = () => this.callOf('[]', [this.optional(list, at), value], at);
      return list && isNextPlace(list) ? this.set(list, make(), at) : this.change(list, at, make);
    }
    return super.set(left, value, at);
  }

  protected pattern(node: Syntax): Target | undefined {
    switch (kindOf(node)) {
      case 'list_literal':
      case 'array_creation_expression':
        return this.destructuring(node);
      case 'by_ref':
      case 'array_element_initializer': {
        const inner = meaningful(node).at(-1);
        return inner && this.pattern(inner);
      }
      default: {
        const expression = this.expression(node);
        if (expression.kind === 'variable') return { kind: 'variable', id: expression.id };
        if (expression.kind === 'field') return { kind: 'field', object: expression.object, name: expression.name };
        if (expression.kind !== 'index') return undefined;
        return { kind: 'index', object: created(expression.object, 0), key: expression.key };
      }
    }
  }

  private destructuring(node: Syntax): Target {
    const children = node.children();
    const isPair = (child: Syntax) => kindOf(child) === 'array_element_initializer' && meaningful(child).length === 2;
    if (!children.some((child) => child.text() === '=>' || isPair(child)))
      return { kind: 'list', targets: this.positions(children) };
    const pairs = children.flatMap((child) => (isPair(child) ? meaningful(child) : child));
    const named = pairs.filter((child) => child.isNamed());
    return {
      kind: 'map',
      entries: named.flatMap((key, index) => {
        const target = index % 2 === 0 && named[index + 1] ? this.pattern(named[index + 1]!) : undefined;
        return target ? [{ name: kindOf(key).endsWith('string') ? singleQuoted(key) : key.text(), target }] : [];
      }),
    };
  }

  /** `[, $second]` leaves a place out. */
  private positions(children: readonly Syntax[]): (Target | undefined)[] {
    const targets: (Target | undefined)[] = [undefined];
    for (const child of children)
      if (child.text() === ',') targets.push(undefined);
      else if (child.isNamed()) targets[targets.length - 1] = this.pattern(child);
    return targets;
  }
}

/** The text that a composed name begins with: `${'form_' . $key}`, `${"form_$key"}`. */
const BEGIN_OF_NAME = /^\$\{\s*['"](\w+)/;
const MAX_BEGIN = 80;

export const constantVariable = (name: string): VariableId => `v:${name} constant`;

/** `$list[]` */
const isNextPlace = (node: Syntax): boolean => kindOf(node) === 'subscript_expression' && meaningful(node).length === 1;

export const isHeredocBody = (node: Syntax): boolean => kindOf(node) === 'heredoc_body';

/** An element that is set in a variable without a value makes an array of the variable. */
function created(object: Expression, depth: number): Expression {
  const { at } = object;
  if (depth >= MAX_PLACES || (object.kind !== 'variable' && object.kind !== 'field' && object.kind !== 'index'))
    return object;
  const target: Target =
    object.kind === 'variable'
      ? { kind: 'variable', id: object.id }
      : object.kind === 'field'
        ? { kind: 'field', object: object.object, name: object.name }
        : { kind: 'index', object: created(object.object, depth + 1), key: object.key };
  const callee: Expression = { kind: 'global', name: '[] of', at };
  return { kind: 'assign', target, value: { kind: 'call', callee, args: [{ value: object }], at }, at };
}

export function singleQuoted(node: Syntax): string {
  const parts = meaningful(node).map((part) => {
    if (kindOf(part) === 'nowdoc_body')
      return meaningful(part)
        .map((each) => each.text())
        .join('');
    if (kindOf(part) === 'escape_sequence') return part.text().slice(1);
    return kindOf(part).endsWith('content') ? part.text() : '';
  });
  return parts.join('');
}
