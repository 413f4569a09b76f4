import type { Argument, Expression, FunctionForm, ListItem, MapEntry, Place } from '../../ir';
import { classAround } from '../inherited-calls';
import { yielded } from '../generators';
import { promised } from './promises';
import { JavascriptPatterns } from './patterns';
import { type Syntax, field, kindOf, meaningful, nodesOfKind, placeOfNode, unknown } from '../syntax';

const COMPARISONS: Readonly<Record<string, string>> = { '===': '==', '!==': '!=' };

const CLASSES = new Set(['class', 'class_declaration', 'abstract_class_declaration']);
const METHODS = new Set(['method_definition']);
/** Bases that a class names. Others are made where it is declared. */
const NAMES = new Set(['identifier', 'member_expression']);

/** The base that a class extends. */
export function baseOf(node: Syntax): Syntax | undefined {
  const heritage = meaningful(node).find((child) => kindOf(child) === 'class_heritage');
  const extended = heritage && (meaningful(heritage).find((child) => kindOf(child) === 'extends_clause') ?? heritage);
  return extended && (field(extended, 'value') ?? meaningful(extended)[0]);
}

/** The expressions of a scope. */
export abstract class JavascriptExpressions extends JavascriptPatterns {
  /** @param hint its name where it has none of its own */
  protected abstract function(node: Syntax, hint?: string): FunctionForm;
  protected abstract classExpression(node: Syntax, hint?: string): Expression;

  /** `exports.load = () => …` gives the function its name, as a declaration does. */
  private assignment(node: Syntax, at: Place): Expression {
    const [left, right] = [field(node, 'left'), field(node, 'right')];
    const hint = left && (field(left, 'property') ?? left).text();
    return this.set(left, right ? this.expression(right, hint) : unknown([], at), at);
  }

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
        return this.global('RegExp', [field(node, 'pattern')?.text() ?? '', field(node, 'flags')?.text() ?? ''], at);
      case 'member_expression':
        return this.member(node, at);
      case 'subscript_expression':
        return this.element(node, at);
      case 'call_expression':
        return this.call(node, at);
      case 'new_expression':
        return this.creation(node, at);
      case 'assignment_expression':
        return this.assignment(node, at);
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
      case 'as_expression':
      case 'satisfies_expression':
      case 'non_null_expression':
      case 'spread_element':
        return this.optional(meaningful(node)[0], at);
      case 'type_assertion':
        return this.optional(meaningful(node).at(-1), at);
      case 'yield_expression':
        return this.yielded(node, at);
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

  private member(node: Syntax, at: Place): Expression {
    const object = this.optional(field(node, 'object'), at);
    return { kind: 'field', object, name: field(node, 'property')?.text() ?? '', at };
  }

  private element(node: Syntax, at: Place): Expression {
    const object = this.optional(field(node, 'object'), at);
    return { kind: 'index', object, key: this.optional(field(node, 'index'), at), at };
  }

  private creation(node: Syntax, at: Place): Expression {
    const callee = this.optional(field(node, 'constructor'), at);
    const args = this.arguments(field(node, 'arguments'));
    const [work] = args;
    if (callee.kind === 'global' && callee.name === 'Promise' && work && args.length === 1)
      return promised(work.value, this.file, this.ids, at);
    return { kind: 'call', callee, args, isNew: true, at };
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
    return { kind: 'call', callee: (callee && this.inherited(callee, at)) ?? this.optional(callee, at), args, at };
  }

  /** `super.name`, `super(name)`: the method, or the constructor, of the base of the class around. */
  private inherited(node: Syntax, at: Place): Expression | undefined {
    const isConstructor = kindOf(node) === 'super';
    const object = isConstructor ? node : kindOf(node) === 'member_expression' ? field(node, 'object') : undefined;
    if (!object || kindOf(object) !== 'super') return undefined;
    const around = classAround(node, CLASSES, METHODS);
    const base = around && baseOf(around.owner);
    if (!base || !NAMES.has(kindOf(base))) return undefined;
    const name = isConstructor ? 'constructor' : (field(node, 'property')?.text() ?? '');
    return { kind: 'field', object: this.name('this', at), from: [this.expression(base)], name, at };
  }

  private templateValues(node: Syntax): Argument[] {
    return meaningful(node)
      .filter((part) => kindOf(part) === 'template_substitution')
      .flatMap((part) => meaningful(part).map((child) => ({ value: this.expression(child) })));
  }

  private arguments(node: Syntax | undefined): Argument[] {
    return (node ? meaningful(node) : []).map((argument) => ({
      value: this.expression(argument),
      ...(kindOf(argument) === 'spread_element' && { isSpread: true as const }),
    }));
  }

  /** `yield value`, `yield* values` */
  private yielded(node: Syntax, at: Place): Expression {
    const isFrom = node.children().some((child) => kindOf(child) === '*');
    return yielded(this.scope, this.ids, 'push', this.optional(meaningful(node)[0], at), isFrom);
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
    const parts = nodesOfKind(node, 'jsx_attribute')
      .filter((attribute) => attribute.text().startsWith('dangerouslySetInnerHTML'))
      .flatMap((attribute) => meaningful(attribute).slice(1))
      .flatMap((value) => (kindOf(value) === 'jsx_expression' ? meaningful(value) : [value]))
      .map((value) => this.expression(value));
    const inner = nodesOfKind(node, 'jsx_expression').flatMap((each) => meaningful(each));
    const evaluated = inner
      .filter((each) => /^(?:call_expression|arrow_function)$/.test(kindOf(each)))
      .map((each) => this.expression(each));
    const markup: Expression = {
      kind: 'call',
      callee: { kind: 'global', name: 'dangerouslySetInnerHTML', at },
      args: parts.map((value) => ({ value })),
      at,
    };
    // Markup escapes the values in it: the list keeps the evaluated values from being the markup's value.
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
    return { value: this.expression(node), ...(kindOf(node) === 'spread_element' && { isSpread: true as const }) };
  }
}

function moduleOf(callee: Syntax | undefined, given: Syntax | undefined): string | undefined {
  if (!callee || !given) return undefined;
  const isImport = kindOf(callee) === 'import' || (kindOf(callee) === 'identifier' && callee.text() === 'require');
  const [argument] = isImport && kindOf(given) === 'arguments' ? meaningful(given) : [];
  return argument && kindOf(argument) === 'string' ? argument.text().slice(1, -1) : undefined;
}

const isExpression = (node: Syntax): boolean => !/type|annotation|clause|_fragment$/.test(kindOf(node));

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '0': '\u0000' };

/** Decodes the escapes of a literal that rules look at. */
const unescaped = (text: string): string =>
  text.includes('\\') ? text.replace(/\\(.)/gs, (_, letter: string) => ESCAPES[letter] ?? letter) : text;
