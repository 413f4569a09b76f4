import type { Argument, Expression, FunctionForm, MapEntry, Parameter, Place, Statement, Target } from '../../ir';
import { type MadeOfGo, ownName, packageName } from './names';
import { routePartsIn } from './route-parts';
import { Lowering } from '../lowering';
import { Scope } from '../scope';
import { type Syntax, field, kindOf, meaningful, placeOfNode, unknown } from '../syntax';

/** Functions and types that need no import. */
const BUILTIN = new RegExp(
  `^(?:${[
    'append|cap|clear|close|complex|copy|delete|imag|len|make|max|min|new|panic|print|println|real|recover',
    'string|bool|byte|rune|error|any|u?int(?:8|16|32|64)?|uintptr|float(?:32|64)',
  ].join('|')})$`,
);
/** Functions that fill what their last argument points to, or the first one if only that is an address. */
const FILLING = new RegExp(
  `^(?:${[
    'Decode|DecodeJSON|Unmarshal(?:ExtJSON|JSON|Context)?|Read(?:Full|Entity)?',
    '(?:Body|Query|Params|Cookie|ReqHeader)Parser',
    '(?:Should|Must)?Bind(?:AndValidate|JSON|Query|URI|Uri|Header|XML|YAML|TOML|Form|Plain|(?:Body)?With(?:JSON)?)?',
    'Read(?:JSON|XML|YAML|Form|Query|Params|Body|Headers)|ParseForm',
  ].join('|')})$`,
);
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' };

/** The expressions, types and functions of a scope. */
export abstract class GoExpressions extends Lowering<MadeOfGo> {
  protected abstract block(node: Syntax | undefined, scope: Scope): Statement[];

  private text(value: string, at: Place): Expression {
    this.made.routeParts.push(...routePartsIn(value));
    return { kind: 'literal', value, at };
  }

  protected lowered(node: Syntax, at: Place): Expression {
    switch (kindOf(node)) {
      case 'identifier':
      case 'type_identifier':
      case 'package_identifier':
        return this.name(node.text(), at);
      case 'nil':
        return { kind: 'literal', value: null, at };
      case 'true':
      case 'false':
        return { kind: 'literal', value: kindOf(node) === 'true', at };
      case 'int_literal':
      case 'float_literal':
        return this.numeral(node.text().replaceAll('_', ''), at);
      case 'interpreted_string_literal':
        return this.text(unescaped(node.text().slice(1, -1)), at);
      case 'raw_string_literal':
        return this.text(node.text().slice(1, -1), at);
      case 'rune_literal':
        return { kind: 'literal', value: unescaped(node.text().slice(1, -1)), at };
      case 'selector_expression':
        return this.selector(node, at);
      case 'qualified_type':
        return this.qualified(node, at);
      case 'index_expression':
        return this.element(node, at);
      case 'slice_expression':
      case 'type_assertion_expression':
        return this.optional(field(node, 'operand'), at);
      case 'call_expression':
        return this.call(node, at);
      case 'type_conversion_expression':
        return this.optional(field(node, 'operand'), at);
      case 'composite_literal':
        return this.composite(field(node, 'type'), field(node, 'body'), at);
      case 'literal_value':
        return this.values(node, at);
      case 'literal_element':
      case 'parenthesized_expression':
      case 'variadic_argument':
        return this.optional(meaningful(node)[0], at);
      case 'binary_expression':
        return this.binary(node, at);
      case 'unary_expression':
        return this.unary(node, at);
      case 'func_literal':
        return { kind: 'function', function: this.closure(node), at };
      case 'expression_list':
        return this.several(node, at);
      default:
        return unknown(
          meaningful(node)
            .filter((child) => !/type|type_arguments/.test(kindOf(child)))
            .map((child) => this.expression(child)),
          at,
        );
    }
  }

  private element(node: Syntax, at: Place): Expression {
    const object = this.optional(field(node, 'operand'), at);
    return { kind: 'index', object, key: this.optional(field(node, 'index'), at), at };
  }

  /** A list of expressions; one alone is itself. */
  private several(node: Syntax, at: Place): Expression {
    const [only, ...others] = meaningful(node);
    if (only && others.length === 0) return this.expression(only);
    return { kind: 'list', items: meaningful(node).map((each) => ({ value: this.expression(each) })), at };
  }

  protected override name(name: string, at: Place): Expression {
    const found = this.scope.find(name);
    if (found) return this.made.constants.get(found.id) ?? { kind: 'variable', id: found.id, at };
    const path = this.made.packages.get(name);
    if (path !== undefined) return { kind: 'import', module: path, at };
    return BUILTIN.test(name) ? { kind: 'global', name, at } : ownName(name, at);
  }

  private selector(node: Syntax, at: Place): Expression {
    const operand = field(node, 'operand');
    const name = field(node, 'field')?.text() ?? '';
    const path = operand && kindOf(operand) === 'identifier' ? this.packageOf(operand.text()) : undefined;
    if (path !== undefined) return packageName(path, name, at);
    return { kind: 'field', object: this.optional(operand, at), name, at };
  }

  private qualified(node: Syntax, at: Place): Expression {
    const [name, type] = meaningful(node).map((child) => child.text());
    return packageName(this.packageOf(name ?? '') ?? name ?? '', type ?? '', at);
  }

  private packageOf(name: string): string | undefined {
    return this.scope.find(name) ? undefined : this.made.packages.get(name);
  }

  private isOfPackage(node: Syntax | undefined): boolean {
    return node !== undefined && this.scope.find(node.text())?.isOuter === true;
  }

  private unary(node: Syntax, at: Place): Expression {
    const operator = field(node, 'operator')?.text() ?? '';
    const operand = this.optional(field(node, 'operand'), at);
    // Code that has the address may set what is there: `flag.BoolVar(&debug, …)`.
    if (operator === '&' && operand.kind === 'variable' && this.isOfPackage(field(node, 'operand')))
      this.made.shared.add(operand.id);
    if (operator === '&' || operator === '*' || operator === '<-') return operand;
    return { kind: 'operation', operator, operands: [operand], at };
  }

  private call(node: Syntax, at: Place): Expression {
    const written = field(node, 'function');
    const nodes = meaningful(field(node, 'arguments') ?? node);
    if (written && kindOf(written) === 'identifier' && !this.scope.find(written.text())) {
      const [first, ...others] = nodes;
      if (written.text() === 'new' && first) return this.zero(first, at);
      if (written.text() === 'make') return this.emptyOf(first, others, at);
      if (written.text() === 'append' && first)
        return {
          kind: 'list',
          items: [
            { value: this.expression(first), isSpread: true },
            ...others.map((each) => ({ value: this.expression(each), ...spread(each), isPut: true as const })),
          ],
          at,
        };
    }
    const args = nodes.map((each): Argument => ({ value: this.expression(each), ...spread(each) }));
    const call: Expression = { kind: 'call', callee: this.optional(written, at), args, at };
    const addressed = nodes.length > 1 && isAddress(nodes[0]!) && !isAddress(nodes.at(-1)!);
    return this.filled(call, written, addressed ? nodes[0] : nodes.at(-1), at);
  }

  /** `make([]byte, 16)` is as many zeros, and anything else empty. */
  private emptyOf(type: Syntax | undefined, sizes: readonly Syntax[], at: Place): Expression {
    const [size] = sizes;
    if (size === undefined || sizes.length > 1 || !/^\[\](?:byte|uint8)$/.test(type?.text() ?? ''))
      return { kind: 'list', items: [], at };
    const callee: Expression = { kind: 'global', name: 'byte[]', at };
    return { kind: 'call', callee, args: [{ value: this.expression(size) }], at };
  }

  /** `decoder.Decode(&user)`: what comes in fills the variable. */
  private filled(call: Expression, callee: Syntax | undefined, last: Syntax | undefined, at: Place): Expression {
    const name = callee && field(callee, 'field')?.text();
    if (name === undefined || !FILLING.test(name) || !last) return call;
    const pointed = kindOf(last) === 'unary_expression' ? field(last, 'operand') : last;
    const target = pointed && kindOf(pointed) === 'identifier' ? this.pattern(pointed) : undefined;
    if (!target) return call;
    // The type of the variable stays known.
    const value: Expression = {
      kind: 'operation',
      operator: 'filled',
      operands: [this.expression(pointed!), call],
      at,
    };
    return { kind: 'assign', target, value, at };
  }

  /** A value of a type, with what it has where nothing is set. */
  protected zero(type: Syntax | undefined, at: Place): Expression {
    const named = this.type(type);
    return named ? { kind: 'call', callee: named, args: [], isNew: true, at } : unknown([], at);
  }

  /** The name of a type; undefined for types that rows and methods do not ask for. */
  protected type(node: Syntax | undefined): Expression | undefined {
    switch (node && kindOf(node)) {
      case 'pointer_type':
      case 'parenthesized_type':
      case 'generic_type':
        return this.type(meaningful(node!)[0]);
      case 'qualified_type':
        return this.qualified(node!, placeOfNode(node!));
      case 'type_identifier':
      case 'identifier':
        return BUILTIN.test(node!.text()) ? undefined : this.name(node!.text(), placeOfNode(node!));
      default:
        return undefined;
    }
  }

  private composite(type: Syntax | undefined, body: Syntax | undefined, at: Place): Expression {
    const callee = this.type(type);
    if (body && meaningful(body).some((each) => isTextKeyed(each) || isNested(each)))
      return this.values(body, at, type && this.elementType(type));
    if (!callee) return body ? this.values(body, at, type && this.elementType(type)) : unknown([], at);
    return this.literal(callee, body, at);
  }

  /** `Job{Name: name, Run: run}` */
  private literal(callee: Expression, body: Syntax | undefined, at: Place): Expression {
    const args = (body ? meaningful(body) : []).map((element): Argument => {
      const [key, value] = meaningful(element);
      if (kindOf(element) !== 'keyed_element') return { value: this.expression(element) };
      const given = { name: key?.text() ?? '', value: this.optional(value, at) };
      if (MAY_BE_FUNCTION.has(given.value.kind)) this.made.held.push(given);
      return given;
    });
    return { kind: 'call', callee, args, isNew: true, at };
  }

  /** Of lists and maps, whose literals leave it out in their elements: `[]Job{{Run: run}}`. */
  private elementType(type: Syntax): Expression | undefined {
    return /^(?:slice|array|map)_type$/.test(kindOf(type)) ? this.type(meaningful(type).at(-1)) : undefined;
  }

  /** The elements of a list or a map. */
  private values(body: Syntax, at: Place, type?: Expression): Expression {
    const elements = meaningful(body);
    const valueOf = (element: Syntax | undefined): Expression => {
      const inner = element && meaningful(element)[0];
      if (type && inner && kindOf(inner) === 'literal_value') return this.literal(type, inner, placeOfNode(inner));
      return this.optional(element, at);
    };
    if (!elements.some((element) => kindOf(element) === 'keyed_element'))
      return { kind: 'list', items: elements.map((element) => ({ value: valueOf(element) })), at };
    const entries = elements.map((element): MapEntry => {
      const [key, value] = meaningful(element);
      return { key: this.optional(key, at), value: valueOf(value) };
    });
    return { kind: 'map', entries, at };
  }

  protected pattern(node: Syntax): Target | undefined {
    if (node.text() === '_') return undefined;
    const expression = this.expression(node);
    switch (expression.kind) {
      case 'variable':
        if (this.scope.find(node.text())?.isOuter) this.made.shared.add(expression.id);
        return { kind: 'variable', id: expression.id };
      case 'field':
        return { kind: 'field', object: expression.object, name: expression.name };
      case 'index':
        return { kind: 'index', object: expression.object, key: expression.key };
      default:
        return undefined;
    }
  }

  private closure(node: Syntax): FunctionForm {
    const inner = this.functionForm(node, 'anonymous function', new Scope(this.ids, this.scope));
    const form: FunctionForm = { ...inner, isInner: true };
    this.made.functions.push(form);
    return form;
  }

  /** @param receiver the parameter that holds what a method is called on */
  protected functionForm(node: Syntax, name: string, scope: Scope, receiver?: Syntax): FunctionForm {
    const inside = this.within(scope);
    const at = placeOfNode(node);
    const declared = receiver ? meaningful(receiver)[0] : undefined;
    const self = declared && scope.declare(field(declared, 'name')?.text() ?? 'receiver');
    const selfType = declared && inside.type(field(declared, 'type'));
    // The receiver of a method has the fields of its type where no call of the method is seen.
    const typed: Statement[] =
      self !== undefined && selfType
        ? [
            {
              kind: 'evaluate',
              expression: {
                kind: 'assign',
                target: { kind: 'variable', id: self },
                value: { kind: 'typed', value: { kind: 'variable', id: self, at }, type: selfType, at },
                at,
              },
            },
          ]
        : [];
    const parameters = inside.parameters(field(node, 'parameters'));
    return {
      id: this.ids.next(),
      file: this.file,
      name,
      parameters,
      body: [...typed, ...inside.block(field(node, 'body'), scope)],
      decorators: [],
      ...(self !== undefined && { self }),
      at,
    };
  }

  /** `(a, b string, rest ...int)` */
  private parameters(list: Syntax | undefined): Parameter[] {
    return (list ? meaningful(list) : []).flatMap((node): Parameter[] => {
      const type = this.type(field(node, 'type'));
      const isHeld = isNumberType(field(node, 'type'));
      const names = node.children().filter((child) => kindOf(child) === 'identifier');
      const isRest = kindOf(node) === 'variadic_parameter_declaration';
      const all = names.length > 0 ? names.map((each) => each.text()) : ['_'];
      return all.map((name) => ({
        target: { kind: 'variable', id: this.scope.declare(name) },
        name,
        ...(type !== undefined && { type }),
        ...(isHeld && !isRest && { isHeld }),
        ...(isRest && { takes: 'rest' as const }),
        at: placeOfNode(node),
      }));
    });
  }
}

/** `"name": value`, an entry of a map whose type has a name: `gin.H{"name": name}`. */
const isTextKeyed = (element: Syntax): boolean => {
  const key = kindOf(element) === 'keyed_element' ? meaningful(meaningful(element)[0] ?? element)[0] : undefined;
  return key !== undefined && /^(?:interpreted|raw)_string_literal$/.test(kindOf(key));
};

/** `{"name", name}`, an element without a type of its own: `bson.D{{"name", name}}`. */
const isNested = (element: Syntax): boolean =>
  kindOf(element) === 'literal_element' && kindOf(meaningful(element)[0] ?? element) === 'literal_value';

/** Whether no text fits into a type. */
export const isNumberType = (type: Syntax | undefined): boolean =>
  /^(?:u?int(?:8|16|32|64)?|float(?:32|64)|bool|byte|uintptr)$/.test(type?.text() ?? '');

/** `&user` */
const isAddress = (node: Syntax): boolean => kindOf(node) === 'unary_expression' && node.text().startsWith('&');

const MAY_BE_FUNCTION = new Set<Expression['kind']>(['variable', 'field', 'function', 'import']);

const spread = (node: Syntax): { isSpread?: true } => ({
  ...(kindOf(node) === 'variadic_argument' && { isSpread: true }),
});

const unescaped = (text: string): string => text.replace(/\\(.)/gs, (_, letter: string) => ESCAPES[letter] ?? letter);
