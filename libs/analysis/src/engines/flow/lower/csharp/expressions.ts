import type { Argument, Expression, FunctionForm, Parameter, Place, Statement, Target, VariableId } from '../../ir';
import { plainName, typeImport, typeInFull, typeName } from './names';
import { CsharpValues } from './values';
import { Scope } from '../scope';
import { type Syntax, field, kindOf, meaningful, placeOfNode, unknown } from '../syntax';

/** Methods that return their receiver, in the form that another thread or type sees it. */
const TRANSPARENT = /^(?:ConfigureAwait|GetAwaiter|GetResult|AsTask|AsNoTracking|AsReadOnly|Unwrap|WaitAsync)$/;

/** The expressions of a scope. */
export abstract class CsharpExpressions extends CsharpValues {
  protected abstract block(node: Syntax, scope: Scope): Statement[];
  protected abstract parametersOf(node: Syntax | undefined): Parameter[];

  protected lowered(node: Syntax, at: Place): Expression {
    switch (kindOf(node)) {
      case 'identifier':
      case 'generic_name':
        return this.name(plainName(node.text()), at);
      case 'this':
      case 'base':
        return this.name('this', at);
      case 'predefined_type':
        return { kind: 'global', name: node.text(), at };
      case 'qualified_name':
      case 'alias_qualified_name':
        return this.typeOf(plainName(node.text()), at);
      case 'member_access_expression':
        return this.counted(this.member(node, at));
      case 'conditional_access_expression':
        return this.conditionalMember(node, at);
      case 'element_access_expression':
        return this.element(this.indexable(field(node, 'expression'), at), field(node, 'subscript'), at);
      case 'invocation_expression':
        return this.call(node, at);
      case 'object_creation_expression':
      case 'implicit_object_creation_expression':
        return this.creation(node, at);
      case 'anonymous_object_creation_expression':
        return this.anonymous(node, at);
      case 'array_creation_expression':
      case 'implicit_array_creation_expression':
      case 'stackalloc_expression':
        return this.array(node, at);
      case 'initializer_expression':
        return this.elements(node, at);
      case 'collection_expression':
      case 'element_binding_expression':
        return this.collection(node, at);
      case 'tuple_expression':
        return this.tuple(node, at);
      case 'with_expression':
        return this.changedCopy(node, at);
      case 'assignment_expression':
        return this.assignment(node, at);
      case 'binary_expression':
        return this.binaryOrChoice(node, at);
      case 'prefix_unary_expression':
        return this.unary(node, at);
      case 'postfix_unary_expression':
        return this.postfix(node, at);
      case 'conditional_expression':
        return this.ternary(node, at);
      case 'cast_expression':
        return this.asType(this.optional(field(node, 'value'), at), field(node, 'type'));
      case 'as_expression':
        return this.asType(this.optional(field(node, 'left'), at), field(node, 'right'));
      case 'is_expression':
        return { kind: 'operation', operator: 'is', operands: [this.optional(field(node, 'left'), at)], at };
      case 'is_pattern_expression':
        return this.isPattern(node, at);
      case 'switch_expression':
        return this.switchExpression(node, at);
      case 'lambda_expression':
      case 'anonymous_method_expression':
        return { kind: 'function', function: this.closure(node), at };
      case 'query_expression':
        return this.query(meaningful(node), at);
      case 'parenthesized_expression':
      case 'await_expression':
      case 'checked_expression':
      case 'ref_expression':
      case 'argument':
        return this.onlyPart(node, at);
      case 'declaration_expression':
        return { kind: 'variable', id: this.scope.declare(field(node, 'name')?.text() ?? ''), at };
      case 'typeof_expression':
      case 'sizeof_expression':
        return unknown([], at);
      default:
        return this.literal(node, at) ?? this.partsOf(node, at);
    }
  }

  private partsOf(node: Syntax, at: Place): Expression {
    return unknown(
      meaningful(node)
        .filter((child) => !/_type$|^type_|^modifier$|^attribute/.test(kindOf(child)))
        .map((child) => this.expression(child)),
      at,
    );
  }

  /** `this` is no child that means something by itself. */
  private onlyPart(node: Syntax, at: Place): Expression {
    const part = meaningful(node).at(-1);
    return part
      ? this.expression(part)
      : /\b(?:this|base)\b/.test(node.text())
        ? this.name('this', at)
        : unknown([], at);
  }

  /** How many there are is a number, whatever they are. */
  private counted(member: Expression): Expression {
    if (member.kind !== 'field' || !/^(?:Length|Count|HasValue)$/.test(member.name)) return member;
    const type: Expression = { kind: 'global', name: 'int', at: member.at };
    return { kind: 'typed', value: member, type, isHeld: true, at: member.at };
  }

  private member(node: Syntax, at: Place): Expression {
    const name = plainName(field(node, 'name')?.text() ?? '');
    const object = field(node, 'expression');
    const whole = object && this.inFull(node);
    if (whole) return whole;
    // The result of a task is the value of the call that made the task.
    if (name === 'Result' && object && kindOf(object) === 'invocation_expression') return this.expression(object);
    const from = object && kindOf(object) === 'base' ? this.owner?.bases : undefined;
    return {
      kind: 'field',
      object: object ? this.expression(object) : unknown([], at),
      name,
      ...(from && { from }),
      at,
    };
  }

  /** `System.IO.File.Exists` */
  private inFull(node: Syntax): Expression | undefined {
    let first: Syntax | undefined = node;
    while (first && kindOf(first) === 'member_access_expression') first = field(first, 'expression');
    if (!first || this.scope.find(first.text())) return undefined;
    const root = this.made.names.inFull(`${first.text()}.`);
    if (!/^(?:global::)?(?:System|Microsoft|Newtonsoft|Windows|Dapper|MySql|Npgsql)\./.test(root)) return undefined;
    const at = placeOfNode(node);
    const parts = this.made.names.inFull(plainName(node.text())).split('.');
    const found = typeInFull(parts);
    if (!found) return undefined;
    return parts
      .slice(found.rest)
      .reduce<Expression>((object, name) => ({ kind: 'field', object, name, at }), this.type(found.type, at));
  }

  /** `value?.Name`, `value?[0]` */
  private conditionalMember(node: Syntax, at: Place): Expression {
    const value = field(node, 'condition');
    const object = this.optional(value, at);
    const access = meaningful(node).at(-1);
    if (!access || access === value) return object;
    if (kindOf(access) === 'element_binding_expression') return this.element(object, access, at);
    const name = field(access, 'name');
    if (name) return { kind: 'field', object, name: plainName(name.text()), at };
    return unknown([object, this.expression(access)], at);
  }

  /** A request is asked for a parameter as if it were a collection. */
  private indexable(node: Syntax | undefined, at: Place): Expression {
    const object = this.optional(node, at);
    return /(?:^|\.)Request$/.test(node?.text() ?? '') ? { kind: 'field', object, name: 'Item', at } : object;
  }

  private element(object: Expression, subscript: Syntax | undefined, at: Place): Expression {
    const [first, ...others] = subscript ? meaningful(subscript) : [];
    const key = first && (meaningful(first).at(-1) ?? first);
    if (!key || others.length > 0) return unknown([object], at);
    // A part of a text or list holds what the whole holds.
    if (kindOf(key) === 'range_expression') return object;
    return { kind: 'index', object, key: this.expression(key), at };
  }

  private call(node: Syntax, at: Place): Expression {
    const callee = field(node, 'function');
    const list = field(node, 'arguments');
    if (!callee) return unknown([], at);
    const written = plainName(callee.text());
    if (written === 'nameof') return { kind: 'literal', value: list?.text().slice(1, -1).split('.').at(-1) ?? '', at };
    const name = kindOf(callee) === 'member_access_expression' ? field(callee, 'name')?.text() : undefined;
    if (name !== undefined && TRANSPARENT.test(name)) return this.optional(field(callee, 'expression'), at);
    return { kind: 'call', callee: this.callee(callee, written), args: this.arguments(list), at };
  }

  /** A name alone is a local function, or a method of the object or its class. */
  private callee(node: Syntax, written: string): Expression {
    const at = placeOfNode(node);
    if (kindOf(node) === 'member_access_expression') return this.member(node, at);
    if (kindOf(node) !== 'identifier' && kindOf(node) !== 'generic_name') return this.expression(node);
    const known = this.name(written, at);
    if (known.kind !== 'import') return known;
    if (known.otherwise) return known.otherwise;
    const self = this.scope.find('this');
    return self
      ? { kind: 'field', object: { kind: 'variable', id: self.id, at }, name: written, at }
      : { kind: 'field', object: typeImport(this.owner?.name ?? '', at), name: written, at };
  }

  protected arguments(node: Syntax | undefined): Argument[] {
    return (node ? meaningful(node) : []).map((argument) => {
      const name = kindOf(argument) === 'argument' ? field(argument, 'name')?.text() : undefined;
      const value = this.argument(argument);
      const target = /^(?:\w+\s*:\s*)?(?:out|ref)\b/.test(argument.text()) ? targetOf(value) : undefined;
      return { value, ...(name !== undefined && { name }), ...(target && { sets: target }) };
    });
  }

  private argument(node: Syntax): Expression {
    if (kindOf(node) !== 'argument') return this.expression(node);
    return this.onlyPart(node, placeOfNode(node));
  }

  private assignment(node: Syntax, at: Place): Expression {
    const operator = field(node, 'operator')?.text() ?? '=';
    const [left, right] = [field(node, 'left'), field(node, 'right')];
    const isHandler = right !== undefined && /^(?:lambda|anonymous_method)_expression$/.test(kindOf(right));
    if (operator === '=' || (operator === '+=' && isHandler)) return this.set(left, this.optional(right, at), at);
    if (operator !== '??=') return this.augmented(node, at);
    return this.change(left, at, () => ({
      kind: 'choice',
      then: this.optional(left, at),
      otherwise: this.optional(right, at),
      at,
    }));
  }

  private binaryOrChoice(node: Syntax, at: Place): Expression {
    if (field(node, 'operator')?.text() !== '??') return this.binary(node, at);
    const [then, otherwise] = [field(node, 'left'), field(node, 'right')].map((side) => this.optional(side, at));
    return { kind: 'choice', then: then!, otherwise: otherwise!, at };
  }

  private unary(node: Syntax, at: Place): Expression {
    const written = node.text();
    const [operand] = meaningful(node);
    if (written.startsWith('++')) return this.step(operand, '+', at);
    if (written.startsWith('--')) return this.step(operand, '-', at);
    if (written.startsWith('^')) return unknown([], at);
    return { kind: 'operation', operator: written[0]!, operands: [this.optional(operand, at)], at };
  }

  private postfix(node: Syntax, at: Place): Expression {
    const [operand] = meaningful(node);
    if (node.text().endsWith('++')) return this.step(operand, '+', at);
    if (node.text().endsWith('--')) return this.step(operand, '-', at);
    return this.optional(operand, at);
  }

  protected pattern(node: Syntax): Target | undefined {
    if (kindOf(node) === 'tuple_expression' || kindOf(node) === 'tuple_pattern')
      return {
        kind: 'list',
        targets: meaningful(node).map((each) => {
          const part = kindOf(each) === 'argument' ? meaningful(each).at(-1) : each;
          if (!part || part.text() === '_') return undefined;
          if (kindOf(node) === 'tuple_expression' || kindOf(part) !== 'identifier') return this.pattern(part);
          return { kind: 'variable', id: this.scope.declare(part.text()) };
        }),
      };
    const target = targetOf(this.expression(node));
    if (target?.kind === 'variable') this.noteAssigned(target.id, node.text());
    return target;
  }

  private noteAssigned(id: VariableId, name: string): void {
    if (id.includes('::') || this.scope.find(name)?.isOuter) this.made.shared.add(id);
  }

  protected closure(node: Syntax): FunctionForm {
    const scope = new Scope(this.ids, this.scope);
    const inside = this.within(scope);
    const list = field(node, 'parameters');
    const parameters = list && kindOf(list) !== 'parameter_list' ? [inside.implicit(list)] : inside.parametersOf(list);
    const body = field(node, 'body') ?? meaningful(node).find((child) => kindOf(child) === 'block');
    return this.functionOf(node, 'lambda', parameters, this.statementsOf(body, inside, scope), scope);
  }

  private implicit(node: Syntax): Parameter {
    const name = node.text();
    const target: Target = { kind: 'variable', id: this.scope.declare(name) };
    return { target, name, isImplicit: true, at: placeOfNode(node) };
  }

  protected statementsOf(body: Syntax | undefined, inside: this, scope: Scope): Statement[] {
    if (!body) return [];
    if (kindOf(body) === 'block') return inside.block(body, scope);
    if (kindOf(body) === 'arrow_expression_clause') return [inside.returned(body)];
    return [{ kind: 'return', value: inside.expression(body), at: placeOfNode(body) }];
  }

  /** `return value;`, `=> value`, `return this;` */
  protected override returned(node: Syntax): Statement {
    const isStatement = kindOf(node) === 'return_statement';
    const at = placeOfNode(isStatement ? node : (meaningful(node)[0] ?? node));
    if (isStatement && /^return\s*;/.test(node.text())) return { kind: 'return', at };
    return { kind: 'return', value: this.onlyPart(node, at), at };
  }

  /** A function that is no method. */
  protected functionOf(
    node: Syntax,
    name: string,
    parameters: readonly Parameter[],
    body: readonly Statement[],
    { captures }: Scope,
  ): FunctionForm {
    const form: FunctionForm = {
      id: this.ids.next(),
      file: this.file,
      name,
      parameters,
      body,
      decorators: [],
      ...(captures.size > 0 && { captures }),
      at: placeOfNode(node),
    };
    this.made.functions.push(form);
    return form;
  }

  /** `from a in list where a.B select a.C` gives each element to a function. */
  private query(clauses: readonly Syntax[], at: Place): Expression {
    const [first, ...rest] = clauses;
    if (!first) return unknown([], at);
    const scope = new Scope(this.ids, this.scope);
    const inside = this.within(scope);
    const over = this.optional(
      meaningful(first)[meaningful(first).length - (kindOf(first) === 'join_clause' ? 3 : 1)],
      at,
    );
    const name = (field(first, 'name') ?? meaningful(first)[0])?.text() ?? '';
    const parameter: Parameter = { target: { kind: 'variable', id: scope.declare(name) }, name, at };
    const form = this.functionOf(first, 'query', [parameter], inside.queryBody(rest, at), scope);
    const callee: Expression = { kind: 'field', object: over, name: 'Select', at };
    return { kind: 'call', callee, args: [{ value: { kind: 'function', function: form, at } }], at };
  }

  private queryBody(clauses: readonly Syntax[], at: Place): Statement[] {
    const [clause, ...rest] = clauses;
    if (!clause) return [];
    const children = meaningful(clause);
    const last = children.at(-1);
    switch (kindOf(clause)) {
      case 'where_clause':
        return [
          { kind: 'if', condition: this.optional(last, at), then: [], otherwise: [{ kind: 'return', at }] },
          ...this.queryBody(rest, at),
        ];
      case 'let_clause': {
        const target: Target = { kind: 'variable', id: this.scope.declare(children[0]?.text() ?? '') };
        const set: Expression = { kind: 'assign', target, value: this.optional(last, at), at };
        return [{ kind: 'evaluate', expression: set }, ...this.queryBody(rest, at)];
      }
      case 'from_clause':
      case 'join_clause':
        return [{ kind: 'return', value: this.query(clauses, at), at }];
      case 'select_clause':
        return [{ kind: 'return', value: this.optional(last, at), at: placeOfNode(clause) }];
      case 'group_clause':
        return [{ kind: 'return', value: this.optional(children[0], at), at: placeOfNode(clause) }];
      default:
        return this.queryBody(rest, at);
    }
  }

  protected typed(value: Expression, type: Syntax | undefined): Expression {
    return this.asType(value, type);
  }

  protected typeExpression(type: Syntax | undefined, at: Place): Expression | undefined {
    const name = typeName(type);
    return name === undefined || name === 'var' ? undefined : this.typeOf(name, at);
  }
}

/** Where a value can be put. */
function targetOf(expression: Expression): Target | undefined {
  if (expression.kind === 'variable') return { kind: 'variable', id: expression.id };
  if (expression.kind === 'field') return { kind: 'field', object: expression.object, name: expression.name };
  if (expression.kind === 'index') return { kind: 'index', object: expression.object, key: expression.key };
  return expression.kind === 'import' && expression.otherwise ? targetOf(expression.otherwise) : undefined;
}
