import type { Expression, FunctionForm, Parameter, Place, Statement } from '../../ir';
import { type Owner, childOf, hasToken, nameIn, nameOf, operandsOf, unescaped } from './names';
import { KotlinPlaces } from './places';
import { Scope } from '../scope';
import { type Syntax, kindOf, placeOfNode, unknown, written } from '../syntax';

/** Operators that are written otherwise. */
const OPERATORS: Readonly<Record<string, string>> = { '===': '==', '!==': '!=', '!in': 'not in', '!is': 'is' };

/** Names of bits and shifts that are written like methods. */
const INFIX_OPERATORS: Readonly<Record<string, string>> = { and: '&', or: '|', xor: '^', shl: '<<', shr: '>>' };

/** Names, operators, texts and functions without a name. */
export abstract class KotlinExpressions extends KotlinPlaces {
  abstract statement(node: Syntax): Statement[];
  protected abstract call(node: Syntax, at: Place): Expression;
  protected abstract objectLiteral(node: Syntax, at: Place): Expression;
  protected abstract whenExpression(node: Syntax, at: Place): Expression;
  protected abstract tryExpression(node: Syntax, at: Place): Expression;

  protected lowered(node: Syntax, at: Place): Expression {
    const kind = kindOf(node);
    switch (kind) {
      case 'simple_identifier':
      case 'interpolated_identifier':
      case 'type_identifier':
        return this.name(nameOf(node), at);
      case 'this_expression':
      case 'super_expression':
        return this.self(childOf(node, 'type_identifier')?.text(), at);
      case 'null':
        return { kind: 'literal', value: null, at };
      case 'boolean_literal':
        return { kind: 'literal', value: node.text() === 'true', at };
      case 'integer_literal':
      case 'hex_literal':
      case 'bin_literal':
      case 'long_literal':
      case 'unsigned_literal':
      case 'real_literal':
        return this.numeral(node.text().replace(/_|[uUlL]+$|(?<!^0x.*)[fF]$/g, ''), at);
      case 'string_literal':
        return this.text(node, at);
      case 'character_literal':
        return { kind: 'literal', value: unescaped(node.text().slice(1, -1)), at };
      case 'navigation_expression':
        return this.navigation(node, at);
      case 'indexing_expression':
        return this.indexed(operandsOf(node), at);
      case 'directly_assignable_expression':
        return this.assignable(node, at);
      case 'call_expression':
        return this.call(node, at);
      case 'additive_expression':
      case 'multiplicative_expression':
      case 'comparison_expression':
      case 'equality_expression':
      case 'conjunction_expression':
      case 'disjunction_expression':
      case 'check_expression':
      case 'range_expression':
      case 'infix_expression':
        return this.chain(node, at);
      case 'elvis_expression':
        return this.elvis(node, at);
      case 'as_expression':
        return this.typed(this.optional(operandsOf(node)[0], at), operandsOf(node).at(-1));
      case 'prefix_expression':
        return this.prefix(node, at);
      case 'postfix_expression':
        return this.postfix(node, at);
      case 'parenthesized_expression':
      case 'annotated_expression':
      case 'interpolated_expression':
      case 'spread_expression':
        return this.optional(operandsOf(node).at(-1), at);
      case 'lambda_literal':
        return { kind: 'function', function: this.lambda(node), at };
      case 'annotated_lambda':
        return this.optional(childOf(node, 'lambda_literal'), at);
      case 'anonymous_function':
        return { kind: 'function', function: this.anonymous(node), at };
      case 'object_literal':
        return this.objectLiteral(node, at);
      case 'if_expression':
        return this.ifExpression(node, at);
      case 'when_expression':
        return this.whenExpression(node, at);
      case 'try_expression':
        return this.tryExpression(node, at);
      case 'collection_literal':
        return { kind: 'list', items: operandsOf(node).map((item) => ({ value: this.expression(item) })), at };
      case 'callable_reference':
        return this.reference(node, at);
      case 'jump_expression':
      case 'assignment':
        return this.block(this.statement(node), at);
      default:
        return unknown(
          operandsOf(node).map((child) => this.expression(child)),
          at,
        );
    }
  }

  /** A long sum is nested as deep as it has terms: it is walked down, and made from its innermost part outwards. */
  private chain(node: Syntax, at: Place): Expression {
    const kind = kindOf(node);
    const nodes: Syntax[] = [node];
    for (let left = operandsOf(node)[0]; left && kindOf(left) === kind; left = operandsOf(left)[0]) nodes.push(left);
    return nodes
      .reverse()
      .reduce<Expression>((left, each) => this.operation(each, left, at), this.optional(operandsOf(nodes[0]!)[0], at));
  }

  private operation(node: Syntax, left: Expression, at: Place): Expression {
    const right = operandsOf(node).at(-1);
    if (kindOf(node) === 'infix_expression') return this.infix(node, left, at);
    const token = written(node)[1]?.text() ?? '';
    const operator = OPERATORS[token] ?? token;
    if (operator === 'is') return { kind: 'operation', operator, operands: [left], at };
    return { kind: 'operation', operator, operands: [left, this.optional(right, at)], at };
  }

  /** `a to b`, `a shl b`, `a matches b` */
  private infix(node: Syntax, left: Expression, at: Place): Expression {
    const [, named, right] = operandsOf(node);
    const name = named?.text() ?? '';
    const value = this.optional(right, at);
    const operator = INFIX_OPERATORS[name];
    if (operator !== undefined) return { kind: 'operation', operator, operands: [left, value], at };
    if (name === 'to')
      return { kind: 'call', callee: { kind: 'global', name: 'Pair', at }, args: [{ value: left }, { value }], at };
    if (/^(?:until|downTo|step)$/.test(name)) return { kind: 'operation', operator: '..', operands: [left, value], at };
    return { kind: 'call', callee: { kind: 'field', object: left, name, at }, args: [{ value }], at };
  }

  private elvis(node: Syntax, at: Place): Expression {
    const [left, right] = operandsOf(node);
    const value = this.optional(left, at);
    if (!right || kindOf(right) !== 'jump_expression')
      return { kind: 'operation', operator: '??', operands: [value, this.optional(right, at)], at };
    const [statements, known] = this.kept(value, at);
    const condition = this.isNull(known, at);
    return this.block(
      [...statements, { kind: 'if', condition, then: this.statement(right), otherwise: [] }],
      at,
      known,
    );
  }

  private prefix(node: Syntax, at: Place): Expression {
    const operand = operandsOf(node).at(-1);
    const operator = written(node)[0]?.text() ?? '';
    if (operator === '++' || operator === '--') return this.step(operand, operator === '--' ? '-' : '+', at);
    if (!/^[-+!]$/.test(operator)) return this.optional(operand, at);
    if (operator === '+' && isMarkup(node)) {
      const callee: Expression = { kind: 'import', module: 'kotlinx.html.raw', name: 'raw', at };
      return { kind: 'call', callee, args: [{ value: this.optional(operand, at) }], at };
    }
    return { kind: 'operation', operator, operands: [this.optional(operand, at)], at };
  }

  private postfix(node: Syntax, at: Place): Expression {
    const [operand] = operandsOf(node);
    if (hasToken(node, '++') || hasToken(node, '--')) return this.step(operand, hasToken(node, '--') ? '-' : '+', at);
    return this.optional(operand, at);
  }

  /** `::name`, `Type::name`; a class that is named by `Type::class` is no value that is followed. */
  private reference(node: Syntax, at: Place): Expression {
    const name = childOf(node, 'simple_identifier')?.text();
    if (name === undefined) return unknown([], at);
    const type = childOf(node, 'type_identifier')?.text();
    return type === undefined ? this.name(name, at) : { kind: 'field', object: this.name(type, at), name, at };
  }

  private ifExpression(node: Syntax, at: Place): Expression {
    const { condition, then, otherwise } = this.partsOfIf(node);
    return {
      kind: 'choice',
      condition: this.optional(condition, at),
      then: this.bodyValue(then, at),
      otherwise: this.bodyValue(otherwise, at),
      at,
    };
  }

  protected partsOfIf(node: Syntax) {
    const children = written(node);
    const place = children.findIndex((child) => kindOf(child) === 'else');
    const bodies = children.filter((child) => kindOf(child) === 'control_structure_body');
    const hasThen = place < 0 || children.slice(0, place).some((child) => kindOf(child) === 'control_structure_body');
    return {
      condition: operandsOf(node).find((child) => kindOf(child) !== 'control_structure_body'),
      then: hasThen ? bodies[0] : undefined,
      otherwise: place < 0 ? undefined : bodies[hasThen ? 1 : 0],
    };
  }

  /** The value of a branch, which is the value of the whole expression. */
  protected bodyValue(body: Syntax | undefined, at: Place): Expression {
    if (!body) return unknown([], at);
    const scope = new Scope(this.ids, this.scope, this.scope.ofFunction);
    return this.within(scope).lastValue(statementsIn(body), at);
  }

  /** Statements, the last of which is the value. */
  protected lastValue(nodes: readonly Syntax[], at: Place): Expression {
    const last = nodes.at(-1);
    const before = nodes.slice(0, -1).flatMap((each) => this.statement(each));
    if (!last) return unknown([], at);
    if (NO_VALUE.test(kindOf(last))) return this.block([...before, ...this.statement(last)], at);
    return this.block(before, at, this.expression(last));
  }

  /** @param type the name of the type of its first parameter, where it is known */
  protected lambda(node: Syntax, type?: string): FunctionForm {
    const scope = new Scope(this.ids, this.scope);
    const list = childOf(node, 'lambda_parameters');
    const written = list ? operandsOf(list) : [];
    const parameters = written.map((each): Parameter => {
      const target = this.declared(each, scope);
      return { target, ...(kindOf(each) === 'variable_declaration' && { name: nameIn(each) }) };
    });
    if (!list) parameters.push({ target: { kind: 'variable', id: scope.declare('it') }, name: 'it' });
    const form: FunctionForm = {
      id: this.ids.next(),
      file: this.file,
      name: 'lambda',
      parameters,
      body: [...this.within(scope).typedFirst(parameters, type), ...this.within(scope).answering(statementsIn(node))],
      decorators: [],
      isInner: true,
      at: placeOfNode(node),
    };
    this.made.functions.push(form);
    return form;
  }

  private typedFirst([first]: readonly Parameter[], type: string | undefined): Statement[] {
    if (type === undefined || first?.target.kind !== 'variable') return [];
    const { id } = first.target;
    const value: Expression = { kind: 'variable', id, at: 0 };
    return [this.assignTo(id, { kind: 'typed', value, type: this.name(type, 0), at: 0 }, 0)];
  }

  private anonymous(node: Syntax): FunctionForm {
    const form: FunctionForm = { ...this.functionForm(node, 'anonymous function'), isInner: true };
    this.made.functions.push(form);
    return form;
  }

  /** Statements of a function without a name: it gives back the value of the last one. */
  protected answering(nodes: readonly Syntax[]): Statement[] {
    const last = nodes.at(-1);
    const before = nodes.slice(0, -1).flatMap((each) => this.statement(each));
    if (!last) return before;
    if (NO_VALUE.test(kindOf(last))) return [...before, ...this.statement(last)];
    return [...before, { kind: 'return', value: this.expression(last), at: placeOfNode(last) }];
  }

  /** @param self whether it is called on an object */
  protected abstract functionForm(node: Syntax, name: string, self?: Owner): FunctionForm;
}

/** Statements that are no expressions. */
const NO_VALUE = /^(?:assignment|jump_expression|(?:for|while|do_while)_statement)$|_declaration$/;

/** The statements of a body in braces, or its only one. */
export function statementsIn(body: Syntax): readonly Syntax[] {
  const statements = childOf(body, 'statements');
  if (statements) return operandsOf(statements);
  if (kindOf(body) === 'lambda_literal' || hasToken(body, '{')) return [];
  return operandsOf(body);
}

/** `unsafe { +text }` of kotlinx.html writes the text as it is. */
function isMarkup(node: Syntax): boolean {
  let around = node.parent();
  while (around && kindOf(around) !== 'lambda_literal') around = around.parent();
  while (around && kindOf(around) !== 'call_expression') around = around.parent();
  return around !== null && /^(?:\w+\.)*unsafe\s*\{/.test(around.text());
}
