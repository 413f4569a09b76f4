import type { Argument, Expression, FunctionForm, Parameter, Place, Statement, Target, VariableId } from '../../ir';
import { Lowering } from '../lowering';
import { type MadeOfJava, type Owner, outerName, selfNamed, textOf, typeName } from './names';
import { type Ids, Scope } from '../scope';
import { type Syntax, field, kindOf, meaningful, placeOfNode, unknown } from '../syntax';

/** The expressions of a scope. */
export abstract class JavaExpressions extends Lowering<MadeOfJava> {
  constructor(
    file: string,
    ids: Ids,
    scope: Scope,
    made: MadeOfJava,
    protected readonly owner?: Owner,
  ) {
    super(file, ids, scope, made);
  }

  protected abstract block(node: Syntax, scope: Scope): Statement[];
  abstract statement(node: Syntax): Statement[];
  protected abstract switchValue(node: Syntax, at: Place): Expression;
  protected abstract classOf(
    body: Syntax,
    name: string,
    bases: readonly Expression[],
    decorators: readonly Expression[],
    at: Place,
  ): Expression;

  protected lowered(node: Syntax, at: Place): Expression {
    switch (kindOf(node)) {
      case 'identifier':
      case 'type_identifier':
      case 'this':
      case 'super':
        return this.name(kindOf(node) === 'super' ? 'this' : node.text(), at);
      case 'scoped_identifier':
      case 'scoped_type_identifier':
        return this.name(node.text().split('.').at(-1)!, at);
      case 'null_literal':
        return { kind: 'literal', value: null, at };
      case 'true':
      case 'false':
        return { kind: 'literal', value: kindOf(node) === 'true', at };
      case 'decimal_integer_literal':
      case 'hex_integer_literal':
      case 'decimal_floating_point_literal':
        return this.numeral(node.text().replace(/[_lLfFdD]/g, ''), at);
      case 'string_literal':
        return { kind: 'literal', value: textOf(node), at };
      case 'character_literal':
        return { kind: 'literal', value: node.text().slice(1, -1), at };
      case 'field_access':
        return this.fieldAccess(node, at);
      case 'array_access':
        return this.arrayAccess(node, at);
      case 'method_invocation':
        return this.call(node, at);
      case 'object_creation_expression':
        return this.creation(node, at);
      case 'array_creation_expression':
        return this.array(node, at);
      case 'array_initializer':
        return { kind: 'list', items: meaningful(node).map((item) => ({ value: this.expression(item) })), at };
      case 'assignment_expression':
        return this.assignment(node, at);
      case 'binary_expression':
        return this.binary(node, at);
      case 'unary_expression':
        return this.unary(node, at);
      case 'update_expression':
        return this.step(meaningful(node)[0], node.text().includes('--') ? '-' : '+', at);
      case 'ternary_expression':
        return this.ternary(node, at);
      case 'cast_expression':
        return this.typed(this.optional(field(node, 'value'), at), field(node, 'type'));
      case 'parenthesized_expression':
        return this.optional(meaningful(node)[0], at);
      case 'lambda_expression':
        return { kind: 'function', function: this.lambda(node), at };
      case 'switch_expression':
        return this.switchValue(node, at);
      case 'method_reference':
        return this.methodReference(node, at);
      case 'instanceof_expression':
        return this.instanceOf(node, at);
      case 'class_literal':
        return { kind: 'typed', value: unknown([], at), type: this.name('Class', at), at };
      default:
        return unknown(
          meaningful(node)
            .filter(isExpression)
            .map((child) => this.expression(child)),
          at,
        );
    }
  }

  /** `value instanceof String text`: with a name, the value has it from here on. */
  private instanceOf(node: Syntax, at: Place): Expression {
    const named = field(node, 'name');
    const pattern = meaningful(node).find((child) => kindOf(child) === 'record_pattern');
    const left = field(node, 'left');
    if (pattern && left) return unknown(this.matched(pattern, this.expression(left)), at);
    if (!named) return unknown([], at);
    const value = this.typed(this.optional(left, at), field(node, 'right'));
    const target: Target = { kind: 'variable', id: this.scope.declare(named.text()) };
    return unknown([{ kind: 'assign', target, value, at }], at);
  }

  /** `Name(String text, Level level)`: the names get the components of the record by their places. */
  protected matched(pattern: Syntax, value: Expression): Expression[] {
    const at = placeOfNode(pattern);
    if (kindOf(pattern) === 'pattern') return meaningful(pattern).flatMap((each) => this.matched(each, value));
    if (kindOf(pattern) === 'record_pattern') {
      const parts = meaningful(pattern).find((child) => kindOf(child) === 'record_pattern_body');
      return (parts ? meaningful(parts) : []).flatMap((part, index) => {
        const key: Expression = { kind: 'literal', value: index, at };
        return this.matched(part, { kind: 'index', object: value, key, at });
      });
    }
    const nested = meaningful(pattern).find((child) => kindOf(child) === 'record_pattern');
    if (nested) return this.matched(nested, value);
    const [type, name] = meaningful(pattern).filter((child) => kindOf(child) !== 'modifiers');
    if (!type || !name) return [];
    const target: Target = { kind: 'variable', id: this.scope.declare(name.text()) };
    return [{ kind: 'assign', target, value: this.typed(value, type), at }];
  }

  private fieldAccess(node: Syntax, at: Place): Expression {
    const [, first, name, capitals] = WHOLE_NAME.exec(node.text()) ?? [];
    const type = name ?? capitals;
    if (type !== undefined && this.name(first!, at).kind === 'global') return this.name(type, at);
    const ofField = field(node, 'field');
    if (ofField && kindOf(ofField) === 'this') {
      const self = this.scope.find(selfNamed(field(node, 'object')?.text() ?? ''));
      return self ? { kind: 'variable', id: self.id, at } : this.name('this', at);
    }
    const object = this.optional(field(node, 'object'), at);
    return { kind: 'field', object, name: ofField?.text() ?? '', at };
  }

  private arrayAccess(node: Syntax, at: Place): Expression {
    const object = this.optional(field(node, 'array'), at);
    return { kind: 'index', object, key: this.optional(field(node, 'index'), at), at };
  }

  private unary(node: Syntax, at: Place): Expression {
    const operator = field(node, 'operator')?.text() ?? '';
    return { kind: 'operation', operator, operands: [this.optional(field(node, 'operand'), at)], at };
  }

  /** A variable, a field of the object or the class, a class of the target, or one that is not of the target. */
  protected override name(name: string, at: Place): Expression {
    const found = this.scope.find(name);
    if (found) return { kind: 'variable', id: found.id, at };
    for (let owner = this.owner; owner; owner = owner.outer) {
      // A static method has no instance that would have them.
      if (owner.statics.has(name) || owner.constants.has(name))
        return { kind: 'field', object: { kind: 'variable', id: owner.id, at }, name, at };
      if (owner.fields.has(name)) return { kind: 'field', object: this.selfOf(owner, at), name, at };
    }
    // A class of the same package lies in a file of its name.
    return /^[A-Z]/.test(name) ? { kind: 'import', module: `.${name}`, name, at } : { kind: 'global', name, at };
  }

  /** The instance of a class around, as far as the place lies in a method of it. */
  private selfOf({ selfName }: Owner, at: Place): Expression {
    const self = this.scope.find(selfName);
    return self ? { kind: 'variable', id: self.id, at } : this.name('this', at);
  }

  /** With what is known of the type that is written at a variable. */
  typed(value: Expression, type: Syntax | undefined): Expression {
    const name = typeName(type);
    if (name === undefined) return value;
    return { kind: 'typed', value, type: this.typeNamed(name, outerName(type), value.at), at: value.at };
  }

  /** A class by its name; one within another class lies there, unless a class around this place has it. */
  protected typeNamed(name: string, outer: string | undefined, at: Place): Expression {
    const found = this.name(name, at);
    if (outer === undefined || found.kind !== 'import') return found;
    return { kind: 'field', object: this.name(outer, at), name, at };
  }

  private call(node: Syntax, at: Place): Expression {
    const object = field(node, 'object');
    const name = field(node, 'name')?.text() ?? '';
    const args = this.arguments(field(node, 'arguments'));
    const receiver = object ? this.expression(object) : this.ownerOf(name, at);
    const from = object && kindOf(object) === 'super' ? this.owner?.bases : undefined;
    return { kind: 'call', callee: { kind: 'field', object: receiver, name, ...(from && { from }), at }, args, at };
  }

  /** The receiver of a method that is called without one. */
  private ownerOf(name: string, at: Place): Expression {
    for (let owner = this.owner; owner; owner = owner.outer) {
      if (owner.statics.has(name)) return { kind: 'variable', id: owner.id, at };
      if (owner.methods.has(name)) return this.selfOf(owner, at);
    }
    return this.name('this', at);
  }

  protected superCall(node: Syntax): Expression {
    const at = placeOfNode(node);
    const { bases, id } = this.owner!;
    const isOfBase = kindOf(field(node, 'constructor') ?? node) === 'super';
    const from: readonly Expression[] = isOfBase ? bases : [{ kind: 'variable', id, at }];
    const callee: Expression = { kind: 'field', object: this.name('this', at), name: 'constructor', from, at };
    return { kind: 'call', callee, args: this.arguments(field(node, 'arguments')), at };
  }

  private creation(node: Syntax, at: Place): Expression {
    const type = field(node, 'type');
    const name = typeName(type);
    const body = meaningful(node).find((child) => kindOf(child) === 'class_body');
    const callee = body
      ? this.classOf(body, name ?? 'anonymous class', name === undefined ? [] : [this.name(name, at)], [], at)
      : name === undefined
        ? unknown([], at)
        : this.typeNamed(name, outerName(type), at);
    return { kind: 'call', callee, args: this.arguments(field(node, 'arguments')), isNew: true, at };
  }

  protected arguments(node: Syntax | undefined): Argument[] {
    return (node ? meaningful(node) : []).map((argument) => ({ value: this.expression(argument) }));
  }

  /** Without values it is a collection whose places get them one by one; bytes are zeros until then. */
  private array(node: Syntax, at: Place): Expression {
    const values = field(node, 'value');
    if (values) return this.expression(values);
    const type = field(node, 'type')?.text() ?? '';
    const [size, ...others] = meaningful(node).filter((child) => kindOf(child) === 'dimensions_expr');
    if (!/^(?:byte|char)$/.test(type) || !size || others.length > 0) return { kind: 'map', entries: [], at };
    const length = this.optional(meaningful(size)[0], at);
    return { kind: 'call', callee: { kind: 'global', name: 'byte[]', at }, args: [{ value: length }], at };
  }

  private assignment(node: Syntax, at: Place): Expression {
    if ((field(node, 'operator')?.text() ?? '=') !== '=') return this.augmented(node, at);
    return this.set(field(node, 'left'), this.optional(field(node, 'right'), at), at);
  }

  protected pattern(node: Syntax): Target | undefined {
    const expression = this.expression(node);
    if (expression.kind === 'variable') return { kind: 'variable', id: this.assigned(expression.id, node.text()) };
    if (expression.kind === 'field') return { kind: 'field', object: expression.object, name: expression.name };
    return expression.kind === 'index' ? { kind: 'index', object: expression.object, key: expression.key } : undefined;
  }

  private assigned(id: VariableId, name: string): VariableId {
    if (this.scope.find(name)?.isOuter) this.made.shared.add(id);
    return id;
  }

  private lambda(node: Syntax): FunctionForm {
    const scope = new Scope(this.ids, this.scope);
    const list = field(node, 'parameters');
    const names = !list
      ? []
      : kindOf(list) === 'identifier'
        ? [list]
        : meaningful(list).map((each) => field(each, 'name') ?? each);
    const parameters = names.map((node): Parameter => {
      const name = node.text();
      return { target: { kind: 'variable', id: scope.declare(name) }, name };
    });
    const body = field(node, 'body');
    const inside = this.within(scope);
    const statements: Statement[] = !body
      ? []
      : kindOf(body) === 'block'
        ? this.block(body, scope)
        : [{ kind: 'return', value: inside.expression(body), at: placeOfNode(body) }];
    const form: FunctionForm = {
      id: this.ids.next(),
      file: this.file,
      name: 'lambda',
      parameters,
      body: statements,
      decorators: [],
      isInner: true,
      at: placeOfNode(node),
    };
    this.made.functions.push(form);
    return form;
  }

  /** `this::show`, `Pages::show`: a function that calls the method with whatever it gets. */
  private methodReference(node: Syntax, at: Place): Expression {
    const [object, method] = meaningful(node);
    if (!object || !method || kindOf(method) !== 'identifier') return unknown([], at);
    const scope = new Scope(this.ids, this.scope);
    const id = scope.declare('all');
    const all: Expression = { kind: 'variable', id, at };
    const inside = this.within(scope);
    // `Person::getName` is called on what the function gets.
    const isOfType = /^[A-Z]/.test(object.text());
    const isOfGiven = isOfType && GETTER.test(method.text());
    const receiver: Expression = isOfGiven
      ? { kind: 'index', object: all, key: { kind: 'literal', value: 0, at }, at }
      : inside.expression(object);
    const callee: Expression = { kind: 'field', object: receiver, name: method.text(), at };
    const args: Argument[] = isOfGiven ? [] : [{ value: all, isSpread: true }];
    const isReference = isOfType && !isOfGiven;
    const call: Expression = { kind: 'call', callee, args, ...(isReference && { isReference }), at };
    const form: FunctionForm = {
      id: this.ids.next(),
      file: this.file,
      name: 'lambda',
      parameters: [{ target: { kind: 'variable', id }, name: 'all', takes: 'rest' }],
      body: [{ kind: 'return', value: call, at }],
      decorators: [],
      isInner: true,
      at,
    };
    this.made.functions.push(form);
    return { kind: 'function', function: form, at };
  }

  protected override within(scope: Scope, owner = this.owner): this {
    return new (this.constructor as new (...args: unknown[]) => this)(this.file, this.ids, scope, this.made, owner);
  }
}

/** A class with the packages before it, unless a variable has the name of the first one: `java.nio.file.Files`. */
const WHOLE_NAME = /^([a-z_]\w*)(?:(?:\.[a-z_]\w*)*\.([A-Z]\w*[a-z]\w*)|(?:\.[a-z_]\w*)+\.([A-Z]\w*))$/;

/** Methods without arguments, more often than not. */
const GETTER = /^(?:get|is|to)(?![a-z])|^(?:trim|strip|name|value|length|size|isEmpty|isBlank|intern)$/;

const isExpression = (node: Syntax): boolean => !/type|annotation|modifiers|dimensions/.test(kindOf(node));
