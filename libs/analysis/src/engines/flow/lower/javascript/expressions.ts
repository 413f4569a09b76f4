import type {
  Argument,
  ClassForm,
  Expression,
  FunctionForm,
  ListItem,
  MapEntry,
  Parameter,
  Place,
  Statement,
  Target,
  VariableId,
} from '../../ir';
import { Lowering, evaluate } from '../lowering';
import { Scope } from '../scope';
import { type Syntax, field, kindOf, meaningful, placeOfNode, unknown } from '../syntax';

const COMPARISONS: Readonly<Record<string, string>> = { '===': '==', '!==': '!=' };

/** The expressions, functions and classes of a scope. */
export abstract class JavascriptExpressions extends Lowering {
  /** The statements of a function's body, in a scope of their own. */
  protected abstract body(node: Syntax, scope: Scope): Statement[];

  protected lowered(node: Syntax, at: Place, hint: string | undefined): Expression {
    switch (kindOf(node)) {
      case 'identifier':
      case 'shorthand_property_identifier':
      case 'this':
        return this.name(node.text(), at);
      case 'undefined':
      case 'null':
        return { kind: 'literal', value: null, at };
      case 'true':
      case 'false':
        return { kind: 'literal', value: kindOf(node) === 'true', at };
      case 'number':
        return this.numeral(node.text().replaceAll('_', ''), at);
      case 'string':
        return { kind: 'literal', value: unescaped(node.text().slice(1, -1)), at };
      case 'template_string':
        return { kind: 'text', parts: this.templateParts(node), at };
      case 'regex':
        return this.global('RegExp', [field(node, 'pattern')?.text() ?? ''], at);
      case 'member_expression':
        return {
          kind: 'field',
          object: this.optional(field(node, 'object'), at),
          name: field(node, 'property')?.text() ?? '',
          at,
        };
      case 'subscript_expression':
        return {
          kind: 'index',
          object: this.optional(field(node, 'object'), at),
          key: this.optional(field(node, 'index'), at),
          at,
        };
      case 'call_expression':
        return this.call(node, at);
      case 'new_expression':
        return {
          kind: 'call',
          callee: this.optional(field(node, 'constructor'), at),
          args: this.arguments(field(node, 'arguments')),
          isNew: true,
          at,
        };
      case 'assignment_expression':
        return this.set(field(node, 'left'), this.optional(field(node, 'right'), at), at);
      case 'augmented_assignment_expression':
        return this.augmented(node, at);
      case 'binary_expression':
        return this.binary(node, at, COMPARISONS);
      case 'unary_expression':
        return this.unary(node, at);
      case 'update_expression':
        return this.step(field(node, 'argument'), field(node, 'operator')?.text() === '--' ? '-' : '+', at);
      case 'ternary_expression':
        return this.ternary(node, at);
      case 'arrow_function':
      case 'function_expression':
      case 'function':
      case 'generator_function':
        return { kind: 'function', function: this.function(node, hint), at };
      case 'class':
        return this.classExpression(node, hint);
      case 'object':
        return { kind: 'map', entries: meaningful(node).flatMap((entry) => this.entry(entry)), at };
      case 'array':
        return { kind: 'list', items: meaningful(node).map((item) => this.item(item)), at };
      case 'parenthesized_expression':
      case 'await_expression':
      case 'yield_expression':
      case 'as_expression':
      case 'satisfies_expression':
      case 'non_null_expression':
      case 'spread_element':
        return this.optional(meaningful(node)[0], at);
      case 'type_assertion':
        return this.optional(meaningful(node).at(-1), at);
      case 'sequence_expression':
        return this.sequence(node, at);
      case 'jsx_element':
      case 'jsx_self_closing_element':
      case 'jsx_fragment':
        return this.markup(node, at);
      default:
        return unknown(
          meaningful(node)
            .filter(isExpression)
            .map((child) => this.expression(child)),
          at,
        );
    }
  }

  private global(name: string, texts: readonly string[], at: Place): Expression {
    const args = texts.map((value): Argument => ({ value: { kind: 'literal', value, at } }));
    return { kind: 'call', callee: { kind: 'global', name, at }, args, isNew: true, at };
  }

  private templateParts(node: Syntax): Expression[] {
    return meaningful(node).flatMap((part): Expression[] => {
      const at = placeOfNode(part);
      if (kindOf(part) === 'template_substitution') return meaningful(part).map((child) => this.expression(child));
      if (kindOf(part) === 'string_fragment') return [{ kind: 'literal', value: part.text(), at }];
      return [{ kind: 'literal', value: unescaped(part.text()), at }];
    });
  }

  private call(node: Syntax, at: Place): Expression {
    const callee = field(node, 'function');
    const given = field(node, 'arguments');
    const module = moduleOf(callee, given);
    if (module !== undefined && (kindOf(callee!) === 'import' || this.scope.find('require') === undefined)) {
      this.made.imports.add(module);
      return { kind: 'import', module, at };
    }
    // A tag of a template gets its texts and values.
    const args =
      given && kindOf(given) === 'template_string'
        ? [{ value: { kind: 'list', items: [], at } as Expression }, ...this.templateValues(given)]
        : this.arguments(given);
    return { kind: 'call', callee: this.optional(callee, at), args, at };
  }

  private templateValues(node: Syntax): Argument[] {
    return meaningful(node)
      .filter((part) => kindOf(part) === 'template_substitution')
      .flatMap((part) => meaningful(part).map((child) => ({ value: this.expression(child) })));
  }

  private arguments(node: Syntax | undefined): Argument[] {
    return (node ? meaningful(node) : []).map((argument) => ({
      value: this.expression(argument),
      ...(kindOf(argument) === 'spread_element' ? { isSpread: true as const } : {}),
    }));
  }

  private unary(node: Syntax, at: Place): Expression {
    const operator = field(node, 'operator')?.text() ?? '';
    const operand = this.optional(field(node, 'argument'), at);
    return { kind: 'operation', operator, operands: [operand], at };
  }

  /** The last one is the value. */
  private sequence(node: Syntax, at: Place): Expression {
    const items = meaningful(node).map((child) => ({ value: this.expression(child) }));
    const list: Expression = { kind: 'list', items, at };
    return { kind: 'index', object: list, key: { kind: 'literal', value: items.length - 1, at }, at };
  }

  /** Markup is text that is escaped, but for one attribute. */
  private markup(node: Syntax, at: Place): Expression {
    const parts = node
      .findAll({ rule: { kind: 'jsx_attribute', regex: '^dangerouslySetInnerHTML' } })
      .flatMap((attribute) => meaningful(attribute).slice(1))
      .map((value) => this.expression(value));
    const inner = node.findAll({ rule: { kind: 'jsx_expression' } }).flatMap((each) => meaningful(each));
    const evaluated = inner
      .filter((each) => /^(?:call_expression|arrow_function)$/.test(kindOf(each)))
      .map((each) => this.expression(each));
    const markup: Expression = {
      kind: 'call',
      callee: { kind: 'global', name: 'dangerouslySetInnerHTML', at },
      args: parts.map((value) => ({ value })),
      at,
    };
    // What markup shows is escaped: the list keeps what is evaluated from being the markup's value.
    const items: ListItem[] = [
      ...evaluated.map((value) => ({ value })),
      ...(parts.length > 0 ? [{ value: markup }] : []),
      { value: { kind: 'literal', value: null, at } as Expression },
    ];
    return {
      kind: 'index',
      object: { kind: 'list', items, at },
      key: { kind: 'literal', value: items.length - 1, at },
      at,
    };
  }

  private entry(node: Syntax): MapEntry[] {
    const at = placeOfNode(node);
    switch (kindOf(node)) {
      case 'pair': {
        const key = field(node, 'key');
        return [{ key: this.key(key, at), value: this.optional(field(node, 'value'), at) }];
      }
      case 'shorthand_property_identifier':
        return [{ key: { kind: 'literal', value: node.text(), at }, value: this.expression(node) }];
      case 'method_definition': {
        const name = field(node, 'name')?.text() ?? '';
        return [
          {
            key: { kind: 'literal', value: name, at },
            value: { kind: 'function', function: this.function(node, name), at },
          },
        ];
      }
      case 'spread_element':
        return [{ value: this.expression(node) }];
      default:
        return [];
    }
  }

  private key(node: Syntax | undefined, at: Place): Expression {
    if (!node) return unknown([], at);
    if (kindOf(node) === 'computed_property_name') return this.optional(meaningful(node)[0], at);
    const text = kindOf(node) === 'string' ? node.text().slice(1, -1) : node.text();
    return { kind: 'literal', value: text, at };
  }

  private item(node: Syntax): ListItem {
    return { value: this.expression(node), ...(kindOf(node) === 'spread_element' ? { isSpread: true as const } : {}) };
  }

  protected pattern(node: Syntax): Target | undefined {
    const at = placeOfNode(node);
    switch (kindOf(node)) {
      case 'identifier':
      case 'shorthand_property_identifier_pattern':
        return { kind: 'variable', id: this.assigned(node.text()) };
      case 'member_expression':
        return {
          kind: 'field',
          object: this.optional(field(node, 'object'), at),
          name: field(node, 'property')?.text() ?? '',
        };
      case 'subscript_expression':
        return {
          kind: 'index',
          object: this.optional(field(node, 'object'), at),
          key: this.optional(field(node, 'index'), at),
        };
      case 'assignment_pattern':
      case 'object_assignment_pattern': {
        const left = field(node, 'left');
        return left && this.pattern(left);
      }
      case 'rest_pattern':
      case 'parenthesized_expression':
      case 'non_null_expression': {
        const [inner] = meaningful(node);
        return inner && this.pattern(inner);
      }
      case 'array_pattern':
      case 'array':
        return { kind: 'list', targets: meaningful(node).map((child) => this.pattern(child)) };
      case 'object_pattern':
      case 'object':
        return { kind: 'map', entries: meaningful(node).flatMap((child) => this.patternEntry(child)) };
      default:
        return undefined;
    }
  }

  private patternEntry(node: Syntax): { name?: string; target: Target }[] {
    const key = field(node, 'key');
    const value = key ? field(node, 'value') : node;
    const target = value && this.pattern(value);
    if (!target) return [];
    if (key) return [{ name: kindOf(key) === 'string' ? key.text().slice(1, -1) : key.text(), target }];
    if (kindOf(node) === 'rest_pattern') return [{ target }];
    return [{ name: (field(node, 'left') ?? node).text(), target }];
  }

  /** The variable of a name that is set here; a name that nothing declares is one of the whole module. */
  private assigned(name: string): VariableId {
    const found = this.scope.find(name);
    if (!found) return `v:${name}#global`;
    if (found.isOuter) this.made.shared.add(found.id);
    return found.id;
  }

  protected declarePattern(node: Syntax | undefined, scope: Scope): void {
    if (!node) return;
    switch (kindOf(node)) {
      case 'identifier':
      case 'shorthand_property_identifier_pattern':
        scope.declare(node.text());
        return;
      case 'pair_pattern':
        this.declarePattern(field(node, 'value'), scope);
        return;
      case 'assignment_pattern':
      case 'object_assignment_pattern':
        this.declarePattern(field(node, 'left'), scope);
        return;
      case 'required_parameter':
      case 'optional_parameter':
        this.declarePattern(field(node, 'pattern'), scope);
        return;
      case 'object_pattern':
      case 'array_pattern':
      case 'rest_pattern':
        for (const child of meaningful(node)) this.declarePattern(child, scope);
    }
  }

  /** @param hint its name where it has none of its own */
  protected function(node: Syntax, hint?: string): FunctionForm {
    const form = this.functionForm(node, hint);
    this.made.functions.push(form);
    return form;
  }

  private functionForm(node: Syntax, hint: string | undefined): FunctionForm {
    const scope = new Scope(this.ids, this.scope);
    const isArrow = kindOf(node) === 'arrow_function';
    const self = isArrow ? undefined : scope.declare('this');
    if (!isArrow) scope.declare('arguments');
    const name = field(node, 'name')?.text() ?? hint ?? 'anonymous function';
    const one = field(node, 'parameter');
    const list = field(node, 'parameters');
    const nodes = one ? [one] : list ? meaningful(list).filter((each) => kindOf(each) !== 'decorator') : [];
    for (const parameter of nodes) this.declarePattern(parameter, scope);
    const inside = this.within(scope);
    const parameters = nodes.map((parameter) => inside.parameter(parameter));
    const body = field(node, 'body');
    const statements: Statement[] = !body
      ? []
      : kindOf(body) === 'statement_block'
        ? this.body(body, scope)
        : [{ kind: 'return', value: inside.expression(body), at: placeOfNode(body) }];
    return {
      id: this.ids.next(),
      file: this.file,
      name,
      parameters,
      body: [...inside.parameterFields(nodes, self), ...statements],
      decorators: this.decorators(node),
      ...(self === undefined ? {} : { self }),
      at: placeOfNode(node),
    };
  }

  private parameter(node: Syntax): Parameter {
    const isTyped = /^(?:required|optional)_parameter$/.test(kindOf(node));
    const pattern = (isTyped ? field(node, 'pattern') : undefined) ?? node;
    const isRest = kindOf(pattern) === 'rest_pattern';
    const fallback = isTyped
      ? field(node, 'value')
      : kindOf(node) === 'assignment_pattern'
        ? field(node, 'right')
        : undefined;
    const type = isTyped ? typeName(field(node, 'type')) : undefined;
    const plain = kindOf(pattern) === 'assignment_pattern' ? (field(pattern, 'left') ?? pattern) : pattern;
    return {
      target: this.pattern(pattern) ?? { kind: 'list', targets: [] },
      ...(kindOf(plain) === 'identifier' ? { name: plain.text() } : {}),
      ...(type ? { type: this.typeExpression(type) } : {}),
      ...(fallback ? { fallback: this.expression(fallback) } : {}),
      ...(isRest ? { takes: 'rest' as const } : {}),
      decorators: isTyped ? this.decorators(node) : [],
      at: placeOfNode(plain),
    };
  }

  /** `constructor(private readonly db: Db)` sets a field. */
  private parameterFields(nodes: readonly Syntax[], self: VariableId | undefined): Statement[] {
    if (self === undefined) return [];
    return nodes
      .filter((node) => node.children().some((child) => /^(?:accessibility_modifier|readonly)$/.test(kindOf(child))))
      .flatMap((node): Statement[] => {
        const name = field(node, 'pattern')?.text();
        if (name === undefined) return [];
        const at = placeOfNode(node);
        const target: Target = { kind: 'field', object: { kind: 'variable', id: self, at }, name };
        return [evaluate({ kind: 'assign', target, value: this.name(name, at), at })];
      });
  }

  private typeExpression(node: Syntax): Expression {
    const at = placeOfNode(node);
    const [first = '', ...rest] = node.text().split('.');
    return rest.reduce<Expression>((object, name) => ({ kind: 'field', object, name, at }), this.name(first, at));
  }

  private decorators(node: Syntax): Expression[] {
    const before: Syntax[] = meaningful(node).filter((child) => kindOf(child) === 'decorator');
    // Decorators of a method stand before it in the class's body.
    for (let previous = node.prev(); previous && kindOf(previous) === 'decorator'; previous = previous.prev())
      before.push(previous);
    return before.flatMap((decorator) => meaningful(decorator).map((child) => this.expression(child)));
  }

  protected classExpression(node: Syntax, hint?: string): Expression {
    const at = placeOfNode(node);
    const name = field(node, 'name')?.text() ?? hint ?? 'anonymous class';
    const heritage = meaningful(node).find((child) => kindOf(child) === 'class_heritage');
    const extended = heritage && (meaningful(heritage).find((child) => kindOf(child) === 'extends_clause') ?? heritage);
    const base = extended && (field(extended, 'value') ?? meaningful(extended)[0]);
    const members = meaningful(field(node, 'body') ?? node);
    const methods = members.filter((member) => kindOf(member) === 'method_definition');
    const fields = members.filter((member) => /^(?:public_)?field_definition$/.test(kindOf(member)));
    const form: ClassForm = {
      id: this.ids.next(),
      name,
      bases: base ? [this.expression(base)] : [],
      decorators: this.decorators(node),
      methods: methods.map((member) => {
        const method = field(member, 'name')?.text() ?? '';
        const words = new Set(member.children().map((child) => kindOf(child)));
        const form = this.functionForm(member, `${name}.${method}`);
        return {
          // A setter has the name of its getter.
          name: words.has('set') ? `${method} (setter)` : method,
          function: words.has('get') ? { ...form, isGetter: true as const } : form,
          isStatic: words.has('static'),
        };
      }),
      fields: fields.flatMap((member) => {
        const value = field(member, 'value');
        const key = field(member, 'name') ?? field(member, 'property');
        return value && key ? [{ name: key.text(), value: this.expression(value, key.text()) }] : [];
      }),
      at,
    };
    this.made.classes.push(form);
    return { kind: 'class', class: form, at };
  }
}

function moduleOf(callee: Syntax | undefined, given: Syntax | undefined): string | undefined {
  if (!callee || !given) return undefined;
  const isImport = kindOf(callee) === 'import' || (kindOf(callee) === 'identifier' && callee.text() === 'require');
  const [argument] = isImport && kindOf(given) === 'arguments' ? meaningful(given) : [];
  return argument && kindOf(argument) === 'string' ? argument.text().slice(1, -1) : undefined;
}

/** The name in a type annotation, without its arguments. */
function typeName(annotation: Syntax | undefined): Syntax | undefined {
  const [type] = annotation ? meaningful(annotation) : [];
  if (!type) return undefined;
  if (kindOf(type) === 'generic_type') return field(type, 'name') ?? meaningful(type)[0];
  return /^(?:type_identifier|nested_type_identifier|predefined_type)$/.test(kindOf(type)) ? type : undefined;
}

const isExpression = (node: Syntax): boolean => !/type|annotation|clause|_fragment$/.test(kindOf(node));

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '0': '\u0000' };

/** What the escapes of a literal that rules look at stand for. */
const unescaped = (text: string): string =>
  text.includes('\\') ? text.replace(/\\(.)/gs, (_, letter: string) => ESCAPES[letter] ?? letter) : text;
