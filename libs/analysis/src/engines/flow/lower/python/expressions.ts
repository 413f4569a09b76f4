import type { Argument, Expression, FunctionForm, MapEntry, Place, Target, VariableId } from '../../ir';
import { classAround } from '../inherited-calls';
import { yielded } from '../generators';
import { Lowering } from '../lowering';
import { GIVEN } from '../scope';
import { type Syntax, field, kindOf, meaningful, placeOfNode, unknown } from '../syntax';

const OPERATORS: Readonly<Record<string, string>> = { and: '&&', or: '||', is: '==', 'is not': '!=', '<>': '!=' };

/** The name in rows for a call of an attribute that is found by its name. */
const CALLED = 'attribute called';

const CLASSES = new Set(['class_definition']);
const METHODS = new Set(['function_definition']);
/** Bases that a class names. Others are made where it is declared. */
const NAMES = new Set(['identifier', 'attribute']);
/** More bases are not searched at each call. */
const MAX_BASES = 16;

/** The expressions of a scope. */
export abstract class PythonExpressions extends Lowering {
  protected abstract function(node: Syntax, decorators: readonly Expression[]): FunctionForm;

  protected lowered(node: Syntax, at: Place): Expression {
    switch (kindOf(node)) {
      case 'identifier':
        return this.name(node.text(), at);
      case 'none':
        return { kind: 'literal', value: null, at };
      case 'true':
      case 'false':
        return { kind: 'literal', value: kindOf(node) === 'true', at };
      case 'integer':
      case 'float':
        return this.number(node, at);
      case 'string':
        return this.string(node, at);
      case 'concatenated_string':
        return { kind: 'text', parts: meaningful(node).map((part) => this.expression(part)), at };
      case 'attribute':
        return this.attribute(node, at);
      case 'subscript':
        return this.subscript(node, at);
      case 'call':
        return this.call(node, at);
      case 'assignment':
        return this.assignment(node, at);
      case 'augmented_assignment':
        return this.augmented(node, at);
      case 'named_expression':
        return this.set(field(node, 'name'), this.optional(field(node, 'value'), at), at);
      case 'binary_operator':
      case 'boolean_operator':
        return this.binary(node, at, OPERATORS);
      case 'comparison_operator':
        return this.comparison(node, at);
      case 'not_operator':
        return { kind: 'operation', operator: '!', operands: [this.optional(field(node, 'argument'), at)], at };
      case 'unary_operator':
        return this.unary(node, at);
      case 'conditional_expression':
        return this.conditional(node, at);
      case 'list':
      case 'tuple':
      case 'set':
      case 'expression_list':
      case 'pattern_list':
        return this.list(node, at);
      case 'dictionary':
        return { kind: 'map', entries: meaningful(node).flatMap((entry) => this.entry(entry)), at };
      case 'list_comprehension':
      case 'set_comprehension':
      case 'generator_expression':
      case 'dictionary_comprehension':
        return this.comprehension(node, at);
      case 'yield':
        return this.yielded(node, at);
      case 'lambda':
        return { kind: 'function', function: this.function(node, []), at };
      case 'as_pattern':
        return this.asPattern(node, at);
      case 'parenthesized_expression':
      case 'await':
      case 'list_splat':
      case 'dictionary_splat':
      case 'type':
      case 'interpolation':
        return this.optional(meaningful(node)[0], at);
      default:
        return unknown(
          meaningful(node).map((child) => this.expression(child)),
          at,
        );
    }
  }

  private number(node: Syntax, at: Place): Expression {
    const value = Number(node.text().replaceAll('_', ''));
    return Number.isNaN(value) ? unknown([], at) : { kind: 'literal', value, at };
  }

  private string(node: Syntax, at: Place): Expression {
    const parts = meaningful(node).flatMap((part): Expression[] => {
      if (kindOf(part) === 'interpolation')
        return [this.optional(field(part, 'expression') ?? meaningful(part)[0], at)];
      if (kindOf(part) === 'string_content') return [{ kind: 'literal', value: part.text(), at }];
      return [];
    });
    const [only] = parts;
    if (parts.length === 0) return { kind: 'literal', value: '', at };
    return parts.length === 1 && only!.kind === 'literal' ? only! : { kind: 'text', parts, at };
  }

  /** `yield value`, `yield from values` */
  private yielded(node: Syntax, at: Place): Expression {
    const value = this.optional(meaningful(node)[0], at);
    const given = this.scope.ofFunction.own(GIVEN);
    if (given !== undefined) return { kind: 'assign', target: { kind: 'variable', id: given }, value, at };
    const isFrom = node.children().some((child) => kindOf(child) === 'from');
    return yielded(this.scope, this.ids, isFrom ? 'extend' : 'append', value, false);
  }

  private attribute(node: Syntax, at: Place): Expression {
    const object = this.optional(field(node, 'object'), at);
    return { kind: 'field', object, name: field(node, 'attribute')?.text() ?? '', at };
  }

  private call(node: Syntax, at: Place): Expression {
    const called = field(node, 'function');
    const callee = (called && this.inherited(called, at)) ?? this.optional(called, at);
    const call: Expression = { kind: 'call', callee, args: this.arguments(field(node, 'arguments')), at };
    const name = called && this.attributeNamed(called);
    if (name === undefined) return call;
    const named: Expression = { kind: 'global', name: CALLED, at };
    return { kind: 'sequence', parts: [{ kind: 'call', callee: named, args: [{ value: name }], at }, call], at };
  }

  /** `super().name`: the method of a base of the class around. */
  private inherited(node: Syntax, at: Place): Expression | undefined {
    const object = kindOf(node) === 'attribute' ? field(node, 'object') : undefined;
    if (!object || kindOf(object) !== 'call' || field(object, 'function')?.text() !== 'super') return undefined;
    const around = classAround(node, CLASSES, METHODS);
    const parameters = around?.method && field(around.method, 'parameters');
    const written = around && field(around.owner, 'superclasses');
    if (!parameters || !written) return undefined;
    const [first] = meaningful(parameters);
    const bases = meaningful(written)
      .filter((base) => NAMES.has(kindOf(base)))
      .slice(0, MAX_BASES);
    if (!first || kindOf(first) !== 'identifier') return undefined;
    const self = this.name(first.text(), at);
    const method = field(node, 'attribute')?.text() ?? '';
    const name = method === '__init__' ? 'constructor' : method;
    return { kind: 'field', object: self, from: bases.map((base) => this.expression(base)), name, at };
  }

  /** The name in `getattr(object, name)()`, `globals()[name]()`: it decides which code runs. */
  private attributeNamed(node: Syntax): Expression | undefined {
    if (kindOf(node) === 'subscript' && /^(?:globals|locals)\(\)$/.test(field(node, 'value')?.text() ?? ''))
      return this.optional(field(node, 'subscript'), placeOfNode(node));
    if (kindOf(node) !== 'call' || field(node, 'function')?.text() !== 'getattr') return undefined;
    return this.arguments(field(node, 'arguments'))[1]?.value;
  }

  private unary(node: Syntax, at: Place): Expression {
    const operator = field(node, 'operator')?.text() ?? '';
    return { kind: 'operation', operator, operands: [this.optional(field(node, 'argument'), at)], at };
  }

  private list(node: Syntax, at: Place): Expression {
    const items = meaningful(node).map((item) => ({
      value: this.expression(item),
      ...(kindOf(item) === 'list_splat' && { isSpread: true as const }),
    }));
    return { kind: 'list', items, at };
  }

  private subscript(node: Syntax, at: Place): Expression {
    const object = this.optional(field(node, 'value'), at);
    const key = field(node, 'subscript');
    if (!key) return unknown([object], at);
    // A part of a text or list is of the same kind: `text[1:]`.
    if (kindOf(key) === 'slice')
      return { kind: 'call', callee: { kind: 'field', object, name: 'slice', at }, args: [], at };
    return { kind: 'index', object, key: this.expression(key), at };
  }

  private arguments(node: Syntax | undefined): Argument[] {
    if (!node) return [];
    if (kindOf(node) === 'generator_expression') return [{ value: this.expression(node) }];
    return meaningful(node).map((argument): Argument => {
      switch (kindOf(argument)) {
        case 'keyword_argument':
          return {
            name: field(argument, 'name')?.text() ?? '',
            value: this.optional(field(argument, 'value'), placeOfNode(argument)),
          };
        case 'list_splat':
        case 'dictionary_splat':
          return { value: this.expression(argument), isSpread: true };
        default:
          return { value: this.expression(argument) };
      }
    });
  }

  private assignment(node: Syntax, at: Place): Expression {
    const right = field(node, 'right');
    if (!right) return unknown([], at);
    return this.set(field(node, 'left'), this.expression(right), at);
  }

  /** `a < b < c` is `a < b and b < c`. */
  private comparison(node: Syntax, at: Place): Expression {
    const operands = meaningful(node).map((operand) => this.expression(operand));
    const operators = node
      .children()
      .filter((child) => !child.isNamed() || /^(?:not in|is not)$/.test(kindOf(child)))
      .map((child) => child.text().replace(/\s+/g, ' '));
    const pairs = operators.map(
      (operator, index): Expression => ({
        kind: 'operation',
        operator: OPERATORS[operator] ?? operator,
        operands: operands.slice(index, index + 2),
        at,
      }),
    );
    return pairs.reduce((left, right) => ({ kind: 'operation', operator: '&&', operands: [left, right], at }));
  }

  private conditional(node: Syntax, at: Place): Expression {
    const [then, condition, otherwise] = meaningful(node);
    return {
      kind: 'choice',
      condition: this.optional(condition, at),
      then: this.optional(then, at),
      otherwise: this.optional(otherwise, at),
      at,
    };
  }

  private entry(node: Syntax): MapEntry[] {
    const at = placeOfNode(node);
    if (kindOf(node) === 'dictionary_splat') return [{ value: this.expression(node) }];
    if (kindOf(node) !== 'pair') return [];
    return [{ key: this.optional(field(node, 'key'), at), value: this.optional(field(node, 'value'), at) }];
  }

  /** `[f(x) for x in list if x]`: the loop's variables are set, and the body is an element. */
  private comprehension(node: Syntax, at: Place): Expression {
    const clauses = meaningful(node).filter((child) => kindOf(child) === 'for_in_clause');
    const steps = clauses.map((clause) => {
      const over = this.optional(field(clause, 'right'), at);
      const any: Expression = {
        kind: 'call',
        callee: { kind: 'field', object: over, name: '__iter__', at },
        args: [],
        at,
      };
      return this.set(field(clause, 'left'), any, at);
    });
    const body = field(node, 'body') ?? meaningful(node)[0];
    const isPair = body && kindOf(body) === 'pair';
    const element = this.optional(isPair ? field(body, 'value') : body, at);
    const conditions = meaningful(node)
      .filter((child) => kindOf(child) === 'if_clause')
      .flatMap((clause) => meaningful(clause));
    const kept = conditions.reduce<Expression>(
      (value, condition) => ({
        kind: 'choice',
        condition: this.expression(condition),
        then: value,
        otherwise: { kind: 'literal', value: null, at },
        at,
      }),
      element,
    );
    // The conditions judge what the variables hold.
    const each: Expression = { kind: 'sequence', parts: [...steps, kept], at };
    return {
      kind: 'call',
      callee: { kind: 'global', name: 'list', at },
      args: [{ value: { kind: 'list', items: [{ value: each }], at: at + 1 } }],
      at,
    };
  }

  /** `open(path) as file` */
  private asPattern(node: Syntax, at: Place): Expression {
    const [value] = meaningful(node);
    const alias = field(node, 'alias');
    return this.set(alias && meaningful(alias)[0], this.optional(value, at), at);
  }

  protected pattern(node: Syntax): Target | undefined {
    const at = placeOfNode(node);
    switch (kindOf(node)) {
      case 'identifier':
        return { kind: 'variable', id: this.assigned(node.text()) };
      case 'attribute':
        return {
          kind: 'field',
          object: this.optional(field(node, 'object'), at),
          name: field(node, 'attribute')?.text() ?? '',
        };
      case 'subscript':
        return {
          kind: 'index',
          object: this.optional(field(node, 'value'), at),
          key: this.optional(field(node, 'subscript'), at),
        };
      case 'pattern_list':
      case 'tuple_pattern':
      case 'list_pattern':
      case 'tuple':
      case 'list':
        return { kind: 'list', targets: meaningful(node).map((child) => this.pattern(child)) };
      case 'list_splat_pattern':
      case 'parenthesized_expression': {
        const [inner] = meaningful(node);
        return inner && this.pattern(inner);
      }
      default:
        return undefined;
    }
  }

  protected assigned(name: string): VariableId {
    const found = this.scope.find(name);
    if (!found) return this.scope.declare(name);
    if (found.isOuter) this.made.shared.add(found.id);
    return found.id;
  }
}
