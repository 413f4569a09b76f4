import type { Expression, ListItem, MapEntry, Place, Target } from '../../ir';
import { NUMBER_TYPE, holdsNumbers, textOfLiteral, typeImport, typeName, unescaped } from './names';
import { type CsharpOwner, type MadeOfCsharp, keptVariable } from './made';
import { CsharpPatterns } from './patterns';
import { type Ids, type Scope, temporaryVariable } from '../scope';
import { type Syntax, field, kindOf, meaningful, placeOfNode, unknown } from '../syntax';

/** Members that pages and controllers inherit from ASP.NET. */
const INHERITED = new RegExp(
  `^(?:${[
    'Request|Response|HttpContext|Context|Session|Server|Url|User|ModelState|TempData|ViewBag|ViewData',
    'Application|RouteData|ControllerContext|Clients|Html|Cache',
  ].join('|')})$`,
);
const DICTIONARY = /^(?:\w*Dictionary|Hashtable|SortedList|NameValueCollection|HttpHeaders)$/;
const COLLECTION = new RegExp(
  `^(?:${[
    'I?List|(?:\\w*|I)Collection|I?(?:Hash|Sorted)?Set|(?:Concurrent|Priority)?Queue|(?:Concurrent)?Stack',
    'LinkedList|ArrayList|\\w*Bag',
  ].join('|')})$`,
);
/** Numbers of each of these kinds may follow them: `10L`, `1.5f`. */
const SUFFIX = /[uUlLfFdDmM_]+$/;

/** Names, literals, and what objects are made with. */
export abstract class CsharpValues extends CsharpPatterns {
  constructor(
    file: string,
    ids: Ids,
    scope: Scope,
    made: MadeOfCsharp,
    protected readonly owner?: CsharpOwner,
    /** The namespace around. */
    protected readonly namespace = '',
  ) {
    super(file, ids, scope, made);
  }

  protected override within(scope: Scope, owner = this.owner, namespace = this.namespace): this {
    return new (this.constructor as new (...args: unknown[]) => this)(
      this.file,
      this.ids,
      scope,
      this.made,
      owner,
      namespace,
    );
  }

  /** A variable, a member of the object or its class, or a type. */
  protected override name(name: string, at: Place): Expression {
    const found = this.scope.find(name);
    if (found) return { kind: 'variable', id: found.id, at };
    const own = this.ownName(name, at);
    if (own) return own;
    const self = this.scope.find('this');
    const inherited: Expression | undefined = self && {
      kind: 'field',
      object: { kind: 'variable', id: self.id, at },
      name,
      at,
    };
    const isInherited = inherited !== undefined && this.owner?.isOpen === true;
    if (isInherited && INHERITED.test(name)) return inherited;
    if (!/^\p{Lu}/u.test(name)) return inherited ?? { kind: 'global', name, at };
    const type = this.type(name, at);
    return isInherited ? { ...type, otherwise: inherited } : type;
  }

  /** A name that the class or a class around it declares. */
  private ownName(name: string, at: Place): Expression | undefined {
    for (let owner = this.owner; owner; owner = owner.outer) {
      if (owner.kept.has(name)) {
        const id = keptVariable(owner.name, name);
        this.ids.captured.add(id);
        return { kind: 'variable', id, at };
      }
      if (owner.statics.has(name)) return { kind: 'field', object: typeImport(owner.name, at), name, at };
      const self = owner === this.owner && owner.members.has(name) ? this.scope.find('this') : undefined;
      if (self) return { kind: 'field', object: { kind: 'variable', id: self.id, at }, name, at };
    }
    return undefined;
  }

  /** A type by its name. */
  protected type(name: string, at: Place): Extract<Expression, { kind: 'import' }> {
    const around = this.owner?.name ?? this.namespace;
    return { kind: 'import', module: `class ${this.made.names.typeNamed(name, around)}`, at };
  }

  protected typeOf(name: string, at: Place): Expression {
    return /^[a-z]\w*$/.test(name) ? { kind: 'global', name, at } : this.type(name, at);
  }

  /** With what the type says that is written at it. */
  protected asType(value: Expression, type: Syntax | undefined): Expression {
    const name = typeName(type);
    if (holdsNumbers(type))
      return { kind: 'typed', value, type: this.typeOf(name ?? 'Array', value.at), isHeld: true, at: value.at };
    if (name === undefined || name === 'var' || name === 'dynamic') return value;
    const isHeld = NUMBER_TYPE.test(name);
    if (isHeld && value.kind === 'literal') return value;
    return {
      kind: 'typed',
      value,
      type: this.typeOf(name, value.at),
      ...(isHeld && { isHeld }),
      at: value.at,
    };
  }

  protected literal(node: Syntax, at: Place): Expression | undefined {
    switch (kindOf(node)) {
      case 'null_literal':
      case 'default_expression':
        return { kind: 'literal', value: null, at };
      case 'boolean_literal':
        return { kind: 'literal', value: node.text() === 'true', at };
      case 'integer_literal':
      case 'real_literal':
        return this.number(node.text(), at);
      case 'string_literal':
      case 'verbatim_string_literal':
      case 'raw_string_literal':
        return { kind: 'literal', value: textOfLiteral(node.text()), at };
      case 'character_literal':
        return { kind: 'literal', value: unescaped(node.text().slice(1, -1)), at };
      case 'interpolated_string_expression':
        return this.interpolated(node, at);
      default:
        return undefined;
    }
  }

  private number(text: string, at: Place): Expression {
    const digits = text.replaceAll('_', '');
    const value = Number(/^0[xb]/i.test(digits) ? digits.replace(/[uUlL]+$/, '') : digits.replace(SUFFIX, ''));
    return Number.isNaN(value) ? unknown([], at) : { kind: 'literal', value, at };
  }

  /** `$"a {value,5:x}"` */
  private interpolated(node: Syntax, at: Place): Expression {
    const children = meaningful(node);
    const start = children[0]?.text() ?? '';
    const isPlain = !start.includes('@') && !children.some((child) => kindOf(child) === 'interpolation_quote');
    const parts = children.flatMap((child): Expression[] => {
      if (kindOf(child) === 'interpolation') {
        const value = meaningful(child).find((each) => !kindOf(each).startsWith('interpolation_'));
        return value ? [this.expression(value)] : [];
      }
      if (kindOf(child) !== 'string_content' && kindOf(child) !== 'escape_sequence') return [];
      const text = child.text();
      const doubled = text.replaceAll('{{', '{').replaceAll('}}', '}').replaceAll('""', '"');
      return [{ kind: 'literal', value: isPlain ? unescaped(doubled) : doubled, at }];
    });
    return { kind: 'text', parts, at };
  }

  /** `[a, ..others]` */
  protected collection(node: Syntax, at: Place): Expression {
    const items = meaningful(node).flatMap((argument): ListItem[] => {
      const value = kindOf(argument) === 'argument' ? meaningful(argument).at(-1) : argument;
      if (!value) return [];
      if (kindOf(value) !== 'range_expression') return [{ value: this.expression(value) }];
      return [{ value: this.optional(meaningful(value)[0], at), isSpread: true }];
    });
    return { kind: 'list', items, at };
  }

  /** `(a, name: b)`: by place, and by name where there is one. */
  protected tuple(node: Syntax, at: Place): Expression {
    const entries = meaningful(node).flatMap((argument, index): MapEntry[] => {
      const value = this.optional(meaningful(argument).at(-1), at);
      const names = [
        `${index}`,
        `Item${index + 1}`,
        ...(field(argument, 'name') ? [field(argument, 'name')!.text()] : []),
      ];
      return names.map((name) => ({ key: { kind: 'literal', value: name, at }, value }));
    });
    return { kind: 'map', entries, at };
  }

  /** `new { a, b.Name, Other = c }` */
  protected anonymous(node: Syntax, at: Place): Expression {
    const children = meaningful(node);
    const entries: MapEntry[] = [];
    // A name and its value stand beside each other: what follows the sign is the value.
    const signs = new Set(
      node
        .children()
        .filter((child) => child.text() === '=')
        .map((sign) => sign.range().start.index),
    );
    const isNamed = (child: Syntax, next: Syntax | undefined): boolean =>
      next !== undefined &&
      [...signs].some((sign) => sign >= child.range().end.index && sign < next.range().start.index);
    for (let index = 0; index < children.length; index++) {
      const child = children[index]!;
      const next = children[index + 1];
      const named = isNamed(child, next);
      const value = this.expression(named ? next! : child);
      const name = named ? child.text() : child.text().split(/[.?]+/).at(-1)!;
      entries.push({ key: { kind: 'literal', value: name, at }, value });
      if (named) index += 1;
    }
    return { kind: 'map', entries, at };
  }

  /** `new T(a) { B = c, ["d"] = e }`, and `new(a)` where the type is written before. */
  protected creation(node: Syntax, at: Place, type = field(node, 'type')): Expression {
    // `new Lazy<string>(…)` makes no text, though a variable of that type holds one.
    const name = type && kindOf(type) === 'generic_name' ? meaningful(type)[0]?.text() : typeName(type);
    const initializer =
      field(node, 'initializer') ?? meaningful(node).find((child) => kindOf(child) === 'initializer_expression');
    const list = field(node, 'arguments') ?? meaningful(node).find((child) => kindOf(child) === 'argument_list');
    const args = this.arguments(list);
    const simple = name?.split('.').at(-1) ?? '';
    const isEmpty = args.length === 0 && (!initializer || name !== undefined);
    if (isEmpty && COLLECTION.test(simple))
      return initializer ? this.elements(initializer, at) : this.elements(undefined, at);
    if (isEmpty && DICTIONARY.test(simple)) return this.entries(initializer, at);
    // `new() { ["a"] = b }` where no type is written near.
    if (name === undefined && args.length === 0 && initializer && hasKeys(initializer))
      return this.entries(initializer, at);
    const callee = name === undefined ? unknown([], at) : this.typeOf(name, at);
    // The type of `new() { … }` within another object is not written: its members are known anyway.
    const made: Expression =
      name === undefined && args.length === 0 && initializer
        ? { kind: 'map', entries: [], at }
        : { kind: 'call', callee, args, isNew: true, at };
    return initializer ? this.initialised(made, initializer, at) : made;
  }

  protected abstract arguments(node: Syntax | undefined): Extract<Expression, { kind: 'call' }>['args'];

  protected elements(node: Syntax | undefined, at: Place): Expression {
    return {
      kind: 'list',
      items: (node ? meaningful(node) : []).map((each) => ({ value: this.expression(each) })),
      at,
    };
  }

  /** `{ { "a", b }, ["c"] = d }` */
  private entries(node: Syntax | undefined, at: Place): Expression {
    const entries = (node ? meaningful(node) : []).flatMap((each): MapEntry[] => {
      if (kindOf(each) === 'initializer_expression') {
        const [key, value] = meaningful(each);
        return key && value ? [{ key: this.expression(key), value: this.expression(value) }] : [];
      }
      const [left, value] = [field(each, 'left'), field(each, 'right')];
      const key = left && isKey(left) ? this.keyOf(left) : undefined;
      return value ? [{ ...(key && { key }), value: this.optional(value, at) }] : [];
    });
    return { kind: 'map', entries, at };
  }

  private keyOf(node: Syntax): Expression {
    const argument = meaningful(node)[0];
    return this.optional(argument && (meaningful(argument).at(-1) ?? argument), placeOfNode(node));
  }

  /** An object whose members are set as soon as it is made. */
  private initialised(made: Expression, initializer: Syntax, at: Place): Expression {
    const id = temporaryVariable(this.ids);
    const object: Expression = { kind: 'variable', id, at };
    const set: Expression = { kind: 'assign', target: { kind: 'variable', id }, value: made, at };
    return { kind: 'sequence', parts: [set, ...this.memberSets(object, initializer), object], at };
  }

  private memberSets(object: Expression, initializer: Syntax): Expression[] {
    return meaningful(initializer).flatMap((each): Expression[] => {
      const place = placeOfNode(each);
      if (kindOf(each) !== 'assignment_expression') {
        const args = kindOf(each) === 'initializer_expression' ? meaningful(each) : [each];
        const callee: Expression = { kind: 'field', object, name: 'Add', at: place };
        return [{ kind: 'call', callee, args: args.map((value) => ({ value: this.expression(value) })), at: place }];
      }
      const [left, right] = [field(each, 'left'), field(each, 'right')];
      if (!left || !right) return [];
      const target: Target =
        kindOf(left) === 'element_binding_expression'
          ? { kind: 'index', object, key: this.keyOf(left) }
          : { kind: 'field', object, name: left.text() };
      if (kindOf(right) === 'initializer_expression')
        return target.kind === 'field'
          ? this.memberSets({ kind: 'field', object, name: target.name, at: place }, right)
          : [];
      return [{ kind: 'assign', target, value: this.expression(right), at: place }];
    });
  }

  /** `value with { A = b }` */
  protected changedCopy(node: Syntax, at: Place): Expression {
    const [value, ...sets] = meaningful(node);
    const entries = sets.flatMap((each): MapEntry[] => {
      const [name, set] = meaningful(each);
      return name && set ? [{ key: { kind: 'literal', value: name.text(), at }, value: this.expression(set) }] : [];
    });
    return { kind: 'map', entries: [{ value: this.optional(value, at) }, ...entries], at };
  }

  /** Bytes are zeros until they get values; other places get theirs one by one. */
  protected array(node: Syntax, at: Place): Expression {
    const initializer = meaningful(node).find((child) => kindOf(child) === 'initializer_expression');
    if (initializer) return this.elements(initializer, at);
    const type = field(node, 'type');
    const rank = type && field(type, 'rank');
    const size = rank && meaningful(rank)[0];
    const isBytes = /^(?:byte|char)\[/.test(type?.text() ?? '');
    if (!isBytes || !size) return { kind: 'map', entries: [], at };
    const callee: Expression = { kind: 'global', name: 'byte[]', at };
    return { kind: 'call', callee, args: [{ value: this.expression(size) }], at };
  }
}

const isKey = (node: Syntax): boolean => kindOf(node) === 'element_binding_expression';

/** Whether each part of an initializer is set under a key. */
const hasKeys = (initializer: Syntax): boolean =>
  meaningful(initializer).length > 0 &&
  meaningful(initializer).every((each) => {
    const left = field(each, 'left');
    return left !== undefined && isKey(left);
  });
