import type { Argument, Expression, FunctionForm, MapEntry, Parameter, Place, Statement, Target } from '../../ir';
import { packageName } from './names';
import { routePartsIn } from './route-parts';
import { GoTypes, isNumberType } from './types';
import { Scope, temporaryVariable } from '../scope';
import { type Syntax, field, kindOf, meaningful, placeOfNode, unknown } from '../syntax';

/** Functions that fill what their last argument points to, or the first one if only that is an address. */
const FILLING = new RegExp(
  `^(?:${[
    'Decode|DecodeJSON|Unmarshal(?:ExtJSON|JSON|Context)?|Read(?:Full|Entity)?',
    '(?:Body|Query|Params|Cookie|ReqHeader)Parser',
    '(?:Should|Must)?Bind(?:AndValidate|JSON|Query|URI|Uri|Header|XML|YAML|TOML|Form|Plain|(?:Body)?With(?:JSON)?)?',
    'Read(?:JSON|XML|YAML|Form|Query|Params|Body|Headers)|ParseForm',
  ].join('|')})$`,
);
/** Functions that put parts of their first argument where their others lead. */
const SCANNING = /^(?:fmt\.[SF]scan(?:f|ln)?|errors\.As)$/;
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' };

/** The expressions and functions of a scope. */
export abstract class GoExpressions extends GoTypes {
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
      case 'type_assertion_expression':
        return this.asserted(node, at);
      case 'slice_expression':
        return this.optional(field(node, 'operand'), at);
      case 'call_expression':
        return this.call(node, at);
      case 'type_conversion_expression':
        return this.converted(node, at);
      case 'composite_literal':
        return this.composite(field(node, 'type'), field(node, 'body'), at);
      case 'literal_value':
        return this.values(node, at);
      case 'literal_element':
      case 'type_instantiation_expression':
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

  /** `[]byte(text)`. What has a parameter in brackets may also be a function: `decode[Job](request)`. */
  private converted(node: Syntax, at: Place): Expression {
    const operand = field(node, 'operand');
    const value = this.optional(operand, at);
    const type = field(node, 'type');
    const callee = type && kindOf(type) === 'generic_type' ? this.type(type) : undefined;
    return callee ? { kind: 'call', callee, args: [{ value }], at } : value;
  }

  /** `value.(Type)` */
  private asserted(node: Syntax, at: Place): Expression {
    const value = this.optional(field(node, 'operand'), at);
    const type = this.type(field(node, 'type'));
    return type ? { kind: 'typed', value, type, at } : value;
  }

  /** A list of expressions; one alone is itself. */
  private several(node: Syntax, at: Place): Expression {
    const [only, ...others] = meaningful(node);
    if (only && others.length === 0) return this.expression(only);
    return { kind: 'list', items: meaningful(node).map((each) => ({ value: this.expression(each) })), at };
  }

  private selector(node: Syntax, at: Place): Expression {
    const operand = field(node, 'operand');
    const name = field(node, 'field')?.text() ?? '';
    const path = operand && kindOf(operand) === 'identifier' ? this.packageOf(operand.text()) : undefined;
    if (path !== undefined) return packageName(path, name, at);
    return { kind: 'field', object: this.optional(operand, at), name, at };
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
    const args = nodes.map((each): Argument => this.argument(each));
    const call: Expression = { kind: 'call', callee: this.optional(written, at), args, at };
    if (SCANNING.test(written?.text() ?? '')) return this.scanned(call, nodes);
    const addressed = nodes.length > 1 && isAddress(nodes[0]!) && !isAddress(nodes.at(-1)!);
    return this.filled(call, written, addressed ? nodes[0] : nodes.at(-1), at);
  }

  /** `read(&job)`: the function may set what the address leads to. */
  private argument(node: Syntax): Argument {
    const value = this.expression(node);
    const fills = isAddress(node) ? placeIn(value) : undefined;
    return { value, ...spread(node), ...(fills && { fills }) };
  }

  /** `fmt.Sscan(text, &name)`, `errors.As(err, &failure)`: the places get parts of the first argument. */
  private scanned(call: Extract<Expression, { kind: 'call' }>, nodes: readonly Syntax[]): Expression {
    const { at, callee } = call;
    const [source] = call.args;
    const isError = callee.kind === 'import' && callee.module === 'errors As';
    if (source === undefined) return call;
    const id = temporaryVariable(this.ids);
    const held: Expression = { kind: 'variable', id, at };
    const set = call.args.slice(1).flatMap(({ value }, index): Expression[] => {
      if (!isAddress(nodes[index + 1]!) || value.kind !== 'variable') return [];
      // A number that is read from a text holds no text.
      if (!isError && !this.made.texts.has(value.id)) return [];
      const part: Expression = isError ? held : unknown([held], at);
      return [{ kind: 'assign', target: { kind: 'variable', id: value.id }, value: part, at }];
    });
    const kept: Expression = { kind: 'assign', target: { kind: 'variable', id }, value: source.value, at };
    const again = { ...call, args: [{ ...source, value: held }, ...call.args.slice(1)] };
    return { kind: 'sequence', parts: [kept, ...set, again], at };
  }

  /** `make([]byte, 16)` is as many zeros, and anything else empty. */
  private emptyOf(type: Syntax | undefined, sizes: readonly Syntax[], at: Place): Expression {
    const [size] = sizes;
    const kind = type && kindOf(type);
    if (kind === 'channel_type') return { kind: 'call', callee: { kind: 'global', name: 'chan', at }, args: [], at };
    // `make(url.Values)`
    if (kind === 'qualified_type') return this.zero(type, at);
    if (size === undefined || sizes.length > 1 || !/^\[\](?:byte|uint8)$/.test(type?.text() ?? ''))
      return { kind: 'list', items: [], at };
    const callee: Expression = { kind: 'global', name: 'byte[]', at };
    return { kind: 'call', callee, args: [{ value: this.expression(size) }], at };
  }

  /** `decoder.Decode(&user)`: what comes in fills the variable. */
  private filled(call: Expression, callee: Syntax | undefined, last: Syntax | undefined, at: Place): Expression {
    const name = callee && field(callee, 'field')?.text();
    if (name === undefined || !FILLING.test(name) || !last) return call;
    const pointed = isAddress(last) ? field(last, 'operand') : last;
    const isPlace = pointed && (isAddress(last) ? /^[\w.]+$/ : /^\w+$/).test(pointed.text());
    const target = isPlace ? this.pattern(pointed) : undefined;
    if (!target) return call;
    if (target.kind === 'variable' && !isAddress(last)) this.made.pointed.add(target.id);
    // The type of the variable stays known.
    const value: Expression = {
      kind: 'operation',
      operator: 'filled',
      operands: [this.expression(pointed!), call],
      at,
    };
    return { kind: 'assign', target, value, at };
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
        if (isFollowed(node)) this.made.pointed.add(expression.id);
        if (this.scope.find(node.text())?.isOuter) this.made.shared.add(expression.id);
        return { kind: 'variable', id: expression.id };
      case 'field':
        if (expression.object.kind === 'variable') this.made.pointed.add(expression.object.id);
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
    const results = inside.namedResults(node);
    const body = [...typed, ...results, ...inside.block(field(node, 'body'), scope)];
    return {
      id: this.ids.next(),
      file: this.file,
      name,
      parameters: parameters.map((parameter) => inside.filledIfPointed(parameter)),
      body,
      decorators: [],
      ...(self !== undefined && { self }),
      at,
    };
  }

  /** A function that puts something behind a parameter gives it back to its caller. */
  private filledIfPointed(parameter: Parameter): Parameter {
    const { target } = parameter;
    if (target.kind !== 'variable' || !this.made.pointed.has(target.id)) return parameter;
    this.ids.captured.add(target.id);
    return { ...parameter, isFilled: true };
  }

  /** `(count int, err error)` behind the parameters: they begin empty. */
  private namedResults(node: Syntax): Statement[] {
    const results = field(node, 'result');
    if (!results || kindOf(results) !== 'parameter_list') return [];
    const names = meaningful(results).flatMap((each) =>
      each
        .children()
        .filter((child) => kindOf(child) === 'identifier')
        .map((name) => ({ name, type: field(each, 'type') })),
    );
    for (const { name } of names) this.scope.declare(name.text());
    if (names.length > 0)
      this.made.results.set(
        this.scope,
        names.map(({ name }) => name.text()),
      );
    return names.flatMap(({ name, type }): Statement[] => {
      const at = placeOfNode(name);
      const isPointer = type !== undefined && kindOf(type) === 'pointer_type';
      const target: Target = { kind: 'variable', id: this.scope.declare(name.text()) };
      const value = isPointer ? undefined : this.zero(type, at);
      return value ? [{ kind: 'evaluate', expression: { kind: 'assign', target, value, at } }] : [];
    });
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

/** `*name` */
const isFollowed = (node: Syntax): boolean => kindOf(node) === 'unary_expression' && node.text().startsWith('*');

/** The place that an address leads to: a variable, or a field of one. */
function placeIn(value: Expression): Target | undefined {
  if (value.kind === 'variable') return { kind: 'variable', id: value.id };
  return value.kind === 'field' ? { kind: 'field', object: value.object, name: value.name } : undefined;
}

/** `&user` */
const isAddress = (node: Syntax): boolean => kindOf(node) === 'unary_expression' && node.text().startsWith('&');

const MAY_BE_FUNCTION = new Set<Expression['kind']>(['variable', 'field', 'function', 'import']);

const spread = (node: Syntax): { isSpread?: true } => ({
  ...(kindOf(node) === 'variadic_argument' && { isSpread: true }),
});

const unescaped = (text: string): string => text.replace(/\\(.)/gs, (_, letter: string) => ESCAPES[letter] ?? letter);
