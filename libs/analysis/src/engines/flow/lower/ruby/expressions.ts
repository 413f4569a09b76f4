import type { Expression, Place, Statement } from '../../ir';
import { constantNamed } from './names';
import { RubyValues, joinedLiterals } from './values';
import { type Syntax, field, kindOf, meaningful, unknown } from '../syntax';

const OPERATORS: Readonly<Record<string, string>> = { and: '&&', or: '||', '===': '==', eql: '==' };
/** Operators that are methods of their left operand. */
const MESSAGES = new Set(['<<', '=~', '!~', '===', '<=>']);
const ROUTED = /^[:'"](?:controller|action)['"]?$/;
/** Statements with branches: their value is that of the last statement of a branch. */
export const BRANCHING = /^(?:if|unless|case|case_match|begin|while|until|for|if_modifier|unless_modifier)$/;

/** The statements that use a value where it is known. */
export type Use = (value: Expression, at: Place) => readonly Statement[];

/** The kinds of expressions, calls left out. */
export abstract class RubyExpressions extends RubyValues {
  protected abstract call(node: Syntax, at: Place): Expression;
  protected abstract function(node: Syntax, name: string, decorators?: readonly Expression[]): Expression;
  /** Statements with a value, as an expression. */
  protected abstract branching(nodes: readonly Syntax[], at: Place): Expression;
  protected abstract superCall(args: Syntax | undefined, at: Place): Expression;
  protected abstract yielded(node: Syntax, at: Place): Expression;
  protected abstract definition(node: Syntax): void;

  protected lowered(node: Syntax, at: Place): Expression {
    const kind = kindOf(node);
    switch (kind) {
      case 'identifier':
        return this.named(node.text(), at);
      case 'constant':
      case 'scope_resolution':
        return this.constant(node, at);
      case 'self':
        return this.self(at) ?? { kind: 'global', name: 'main', at };
      case 'instance_variable':
      case 'class_variable':
      case 'global_variable':
        return this.variable(node.text(), at);
      case 'integer':
      case 'float':
        return this.numeral(node.text().replaceAll('_', ''), at);
      case 'true':
      case 'false':
        return { kind: 'literal', value: kind === 'true', at };
      case 'nil':
        return { kind: 'literal', value: null, at };
      case 'string':
      case 'bare_string':
      case 'bare_symbol':
      case 'delimited_symbol':
        return this.string(node, at);
      case 'simple_symbol':
        return { kind: 'literal', value: node.text().slice(1), at };
      case 'hash_key_symbol':
      case 'heredoc_content':
        return { kind: 'literal', value: node.text(), at };
      case 'character':
        return { kind: 'literal', value: node.text().slice(1), at };
      case 'chained_string':
        return joinedLiterals(
          meaningful(node).map((part) => this.expression(part)),
          at,
        );
      case 'heredoc_beginning':
        return this.text(this.made.heredocs.get(node.id()), at);
      case 'regex':
        return this.regex(node, at);
      case 'subshell':
        return this.callOf('Kernel.`', [this.text(node, at)], at);
      case 'array':
      case 'string_array':
      case 'symbol_array':
      case 'right_assignment_list':
        return this.list(meaningful(node), at);
      case 'hash':
        return this.map(meaningful(node), at);
      case 'call':
        return this.call(node, at);
      case 'element_reference':
        return this.element(node, at);
      case 'binary':
        return this.operation(node, at);
      case 'unary':
        return this.unary(node, at);
      case 'conditional':
        return this.ternary(node, at);
      case 'assignment':
        return this.set(meaningful(node)[0], this.optional(meaningful(node)[1], at), at);
      case 'operator_assignment':
        return this.operatorAssignment(node, at);
      case 'lambda':
        return this.function(node, 'lambda');
      case 'yield':
        return this.yielded(node, at);
      case 'super':
        return this.superCall(undefined, at);
      case 'parenthesized_statements':
        return this.sequence(meaningful(node), at);
      case 'rescue_modifier':
        return this.rescued(node, at);
      case 'method':
      case 'singleton_method':
        this.definition(node);
        return unknown([], at);
      case 'class':
      case 'module':
      case 'heredoc_body':
      case 'heredoc_end':
        return unknown([], at);
      default:
        if (BRANCHING.test(kind)) return this.branching([node], at);
        return unknown(
          meaningful(node).map((child) => this.expression(child)),
          at,
        );
    }
  }

  private regex(node: Syntax, at: Place): Expression {
    const text = this.text(node, at, true);
    return text.kind === 'literal' ? text : newOf('Regexp', text, at);
  }

  private unary(node: Syntax, at: Place): Expression {
    const operator = field(node, 'operator')?.text() ?? node.child(0)?.text() ?? '';
    if (operator === 'defined?') return unknown([], at);
    const operands = [this.optional(field(node, 'operand') ?? meaningful(node).at(-1), at)];
    return { kind: 'operation', operator: operator === 'not' ? '!' : operator, operands, at };
  }

  /** `body rescue other` */
  private rescued(node: Syntax, at: Place): Expression {
    const [body, other] = meaningful(node);
    return { kind: 'choice', then: this.optional(body, at), otherwise: this.optional(other, at), at };
  }

  protected sequence(nodes: readonly Syntax[], at: Place): Expression {
    if (nodes.length === 1) return this.expression(nodes[0]!);
    return nodes.length === 0 ? { kind: 'literal', value: null, at } : this.branching(nodes, at);
  }

  protected constant(node: Syntax, at: Place): Expression {
    const written = constantText(node);
    const scope = field(node, 'scope');
    if (written === undefined) return unknown(scope ? [this.expression(scope)] : [], at);
    return constantNamed(written, this.around.nesting, at);
  }

  /** `object[key]`; several keys or a range take a part of it. */
  private element(node: Syntax, at: Place): Expression {
    const [object, key, ...others] = meaningful(node);
    const inner = this.optional(object, at);
    if (!key || others.length > 0 || /^(?:range|regex)$/.test(kindOf(key)))
      return this.method(
        inner,
        'slice',
        [key, ...others].flatMap((each) => (each ? [this.expression(each)] : [])),
        at,
      );
    // The routes of the application say what these are.
    if (object?.text() === 'params' && ROUTED.test(key.text())) return unknown([], at);
    return { kind: 'index', object: inner, key: this.expression(key), at };
  }

  private operation(node: Syntax, at: Place): Expression {
    const operator = field(node, 'operator')?.text() ?? '';
    const [left, right] = [field(node, 'left'), field(node, 'right')];
    if (!MESSAGES.has(operator)) return this.binary(node, at, OPERATORS);
    if (operator === '<<') return this.appended(node, at);
    const [one, other] = [this.optional(left, at), this.optional(right, at)];
    if (operator === '<=>') return unknown([], at);
    if (operator === '===') return { kind: 'operation', operator: '==', operands: [one, other], at };
    const isPattern = left !== undefined && kindOf(left) === 'regex';
    const matches = isPattern ? this.method(other, 'match?', [one], at) : this.method(one, 'match?', [other], at);
    return operator === '=~' ? matches : { kind: 'operation', operator: '!', operands: [matches], at };
  }

  /** `list << one << two`, however long; a text in a variable grows by it. */
  private appended(node: Syntax, at: Place): Expression {
    const added: Syntax[] = [];
    let left: Syntax | undefined = node;
    for (; left && kindOf(left) === 'binary' && field(left, 'operator')?.text() === '<<'; left = field(left, 'left')) {
      const right = field(left, 'right');
      if (right) added.unshift(right);
    }
    const value = added.reduce<Expression>(
      (object, each) => this.method(object, '<<', [this.expression(each)], at),
      this.optional(left, at),
    );
    return this.changed(left, value, at);
  }

  /** A call that changes what it is called on: a text in a variable is another one afterwards. */
  protected changed(object: Syntax | undefined, value: Expression, at: Place): Expression {
    const isPlace = object && /^(?:identifier|instance_variable)$/.test(kindOf(object));
    if (!isPlace || (kindOf(object) === 'identifier' && !this.scope.find(object.text()))) return value;
    return this.set(object, value, at);
  }

  private operatorAssignment(node: Syntax, at: Place): Expression {
    const left = field(node, 'left');
    const right = field(node, 'right');
    return this.change(left, at, () => this.operatorValue(node, this.optional(right, at), at));
  }

  /** The value that `left += value` sets. */
  protected operatorValue(node: Syntax, value: Expression, at: Place): Expression {
    const written = (field(node, 'operator')?.text() ?? '+=').slice(0, -1);
    const before = this.optional(field(node, 'left'), at);
    if (written === '||') return { kind: 'choice', then: before, otherwise: value, at };
    if (written === '&&') return value;
    if (written === '<<') return this.method(before, '<<', [value], at);
    return { kind: 'operation', operator: written, operands: [before, value], at };
  }

  protected override set(left: Syntax | undefined, value: Expression, at: Place): Expression {
    if (!left) return value;
    switch (kindOf(left)) {
      case 'call': {
        // `object.name = value`
        const name = field(left, 'method')?.text();
        const object = field(left, 'receiver');
        if (name === undefined) return value;
        const callee: Expression = object
          ? { kind: 'field', object: this.expression(object), name: `${name}=`, at }
          : this.own(`${name}=`, at);
        return { kind: 'call', callee, args: [{ value }], at };
      }
      case 'element_reference': {
        const [object, ...keys] = meaningful(left);
        const inner = this.optional(object, at);
        const key = keys[0] ? this.expression(keys[0]) : unknown([], at);
        const isOwn = inner.kind !== 'call';
        if (isOwn && keys.length === 1)
          return { kind: 'assign', target: { kind: 'index', object: inner, key }, value, at };
        return this.method(inner, '[]=', [key, value], at);
      }
      case 'left_assignment_list':
        return this.assignedList(left, value, at);
      case 'constant':
      case 'scope_resolution':
        return value;
      default:
        return super.set(left, value, at);
    }
  }

  /** `one, object.two = values` */
  private assignedList(left: Syntax, value: Expression, at: Place): Expression {
    const targets = meaningful(left);
    if (targets.every((each) => !/^(?:call|element_reference)$/.test(kindOf(each)))) return super.set(left, value, at);
    const id = this.scope.declare(' values');
    const all: Expression = { kind: 'variable', id, at };
    const parts = targets.map((each, index) =>
      this.set(each, { kind: 'index', object: all, key: { kind: 'literal', value: index, at }, at }, at),
    );
    return unknown([{ kind: 'assign', target: { kind: 'variable', id }, value, at }, ...parts], at);
  }
}

const newOf = (name: string, value: Expression, at: Place): Expression => ({
  kind: 'call',
  callee: { kind: 'global', name, at },
  args: [{ value }],
  isNew: true,
  at,
});

/** `A::B`, `::A`; undefined where an expression stands before the colons. */
export function constantText(node: Syntax): string | undefined {
  if (kindOf(node) === 'constant') return node.text();
  if (kindOf(node) !== 'scope_resolution') return undefined;
  const text = node.text().replaceAll(/\s/g, '');
  return /^(?:::)?[A-Z]\w*(?:::[A-Z]\w*)*$/.test(text) ? text : undefined;
}
