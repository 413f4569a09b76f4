import type { Expression, ListItem, MapEntry, Place, Target, VariableId } from '../../ir';
import { Lowering } from '../lowering';
import { type Around, type MadeOfRuby, wholeName } from './names';
import { pairParts } from './syntax';
import type { Ids, Scope } from '../scope';
import { type Syntax, field, kindOf, meaningful, placeOfNode, unknown } from '../syntax';

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', e: '\u001b', '0': '\0', s: ' ' };
const INTERPOLATED = /^(?:interpolation|escape_sequence)$/;
/** A pattern of `case … in` names this many places at most: deeper ones are not read. */
const MAX_PATTERN = 20;

/** Texts, variables and collections, and what assignments and patterns set. */
export abstract class RubyValues extends Lowering<MadeOfRuby> {
  constructor(
    file: string,
    ids: Ids,
    scope: Scope,
    made: MadeOfRuby,
    protected readonly around: Around,
  ) {
    super(file, ids, scope, made);
  }

  protected override within(scope: Scope, around = this.around): this {
    return new (this.constructor as new (...args: unknown[]) => this)(this.file, this.ids, scope, this.made, around);
  }

  /** `self`: the instance, or the class in the methods of the class. */
  protected self(at: Place): Expression | undefined {
    const found = this.scope.find('self');
    return found && { kind: 'variable', id: found.id, at };
  }

  /** A call of a name without a receiver. */
  protected own(name: string, at: Place): Expression {
    const self = this.self(at);
    return { kind: 'own', ...(self && { self }), name, at };
  }

  /** A call of one of the names that rows have for what the language does. */
  protected callOf(name: string, values: readonly Expression[], at: Place): Expression {
    return { kind: 'call', callee: { kind: 'global', name, at }, args: values.map((value) => ({ value })), at };
  }

  protected method(object: Expression, name: string, values: readonly Expression[], at: Place): Expression {
    return {
      kind: 'call',
      callee: { kind: 'field', object, name, at },
      args: values.map((value) => ({ value })),
      ...(values.length === 0 && { isRead: true as const }),
      at,
    };
  }

  protected variableId(name: string): VariableId {
    const found = this.scope.find(name);
    if (!found) return this.scope.declare(name);
    if (found.isOuter) this.made.shared.add(found.id);
    return found.id;
  }

  /** `@name` lies in the object; `@@name` and `$name` are the same for all. */
  protected variable(name: string, at: Place): Expression {
    const self = this.self(at);
    if (/^@[^@]/.test(name) && self && !this.around.isStatic) return { kind: 'field', object: self, name, at };
    if (/^\$(?:\d|[^\w])/.test(name)) return unknown([], at);
    const id = name.startsWith('$') ? `v:${name}` : `v:${wholeName(this.around)}::${name}`;
    this.ids.captured.add(id);
    return { kind: 'variable', id, at };
  }

  /** A text with expressions in it. @param isPattern whether its escapes mean something to patterns */
  protected text(node: Syntax | undefined, at: Place, isPattern = false): Expression {
    const parts = (node ? node.namedChildren() : []).flatMap((part): Expression[] => {
      const kind = kindOf(part);
      if (kind === 'interpolation') return [this.sequence(meaningful(part), at)];
      if (kind === 'heredoc_end' || kind === 'comment') return [];
      const value = kind === 'escape_sequence' && !isPattern ? unescaped(part.text()) : part.text();
      return [{ kind: 'literal', value, at }];
    });
    return joinedLiterals(parts, at);
  }

  /** `'it''s'`: a string, whichever quotes it has. */
  protected string(node: Syntax, at: Place): Expression {
    if (meaningful(node).every((part) => !INTERPOLATED.test(kindOf(part))))
      return {
        kind: 'literal',
        value: meaningful(node)
          .map((part) => part.text())
          .join(''),
        at,
      };
    return this.text(node, at);
  }

  /** Expressions of which the last one gives the value. */
  protected abstract sequence(nodes: readonly Syntax[], at: Place): Expression;

  protected list(nodes: readonly Syntax[], at: Place): Expression {
    const pairs = nodes.filter((node) => /^(?:pair|hash_splat_argument)$/.test(kindOf(node)));
    const items = nodes.flatMap((node): ListItem[] => {
      if (pairs.includes(node)) return [];
      if (kindOf(node) !== 'splat_argument') return [{ value: this.expression(node) }];
      return [{ value: this.optional(meaningful(node)[0], at), isSpread: true }];
    });
    return { kind: 'list', items: pairs.length === 0 ? items : [...items, { value: this.map(pairs, at) }], at };
  }

  protected map(nodes: readonly Syntax[], at: Place): Expression {
    return {
      kind: 'map',
      entries: nodes.flatMap((node): MapEntry[] => {
        if (kindOf(node) === 'hash_splat_argument') return [{ value: this.optional(meaningful(node)[0], at) }];
        if (kindOf(node) !== 'pair') return [];
        const [key] = pairParts(node);
        return key ? [{ key: this.expression(key), value: this.pairValue(node) }] : [];
      }),
      at,
    };
  }

  /** `{ name: }` has the value of the variable or method of that name. */
  protected pairValue(node: Syntax): Expression {
    const at = placeOfNode(node);
    const [key, value] = pairParts(node);
    return value ? this.expression(value) : this.named(key?.text() ?? '', at);
  }

  /** A variable of the name, or a call. */
  protected abstract named(name: string, at: Place): Expression;

  protected pattern(node: Syntax): Target | undefined {
    switch (kindOf(node)) {
      case 'left_assignment_list':
      case 'destructured_left_assignment':
      case 'destructured_parameter':
      case 'array_pattern':
        return { kind: 'list', targets: meaningful(node).map((each) => this.pattern(each)) };
      case 'rest_assignment':
      case 'splat_parameter': {
        const inner = field(node, 'name') ?? meaningful(node)[0];
        return inner && this.pattern(inner);
      }
      case 'hash_pattern':
        return { kind: 'map', entries: meaningful(node).flatMap((each) => this.keywordPattern(each)) };
      case 'as_pattern': {
        const name = field(node, 'name');
        return name && this.pattern(name);
      }
      case 'identifier':
        return { kind: 'variable', id: this.variableId(node.text()) };
      case 'instance_variable':
      case 'class_variable':
      case 'global_variable': {
        const expression = this.variable(node.text(), placeOfNode(node));
        if (expression.kind === 'variable') return { kind: 'variable', id: expression.id };
        if (expression.kind === 'field') return { kind: 'field', object: expression.object, name: expression.name };
        return undefined;
      }
      default:
        return undefined;
    }
  }

  private keywordPattern(node: Syntax): { readonly name: string; readonly target: Target }[] {
    if (kindOf(node) !== 'keyword_pattern') return [];
    const name = field(node, 'key')?.text() ?? '';
    const value = field(node, 'value');
    const target = value ? this.pattern(value) : { kind: 'variable' as const, id: this.variableId(name) };
    return target ? [{ name, target }] : [];
  }

  /** The names that a pattern sets, at whatever depth. */
  protected namesIn(node: Syntax, depth = 0): string[] {
    if (depth > MAX_PATTERN) return [];
    if (kindOf(node) === 'identifier') return [node.text()];
    return meaningful(node).flatMap((child) => this.namesIn(child, depth + 1));
  }
}

function unescaped(written: string): string {
  const letter = written[1] ?? '';
  return ESCAPES[letter] ?? (/[a-zA-Z0-9]/.test(letter) ? '' : letter);
}

export const joinedLiterals = (parts: readonly Expression[], at: Place): Expression =>
  parts.every((part) => part.kind === 'literal')
    ? { kind: 'literal', value: parts.map((part) => String(part.value)).join(''), at }
    : { kind: 'text', parts, at };
