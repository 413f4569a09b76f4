import type { ClassForm, Expression, FunctionForm, Parameter, Place, Statement, VariableId } from '../../ir';
import { CsharpExpressions } from './expressions';
import { type CsharpOwner, keptVariable } from './made';
import { NUMBER_TYPE, holdsNumbers, placesOf, plainName, typeImport, typeName, unconditional } from './names';
import { letsAdministratorsAlone } from '../administrators';
import { parametersKept } from '../filling-constructor';
import { evaluate } from '../lowering';
import { collecting } from '../generators';
import { Scope, YIELDED, temporaryVariable } from '../scope';
import { type Syntax, enumeration, field, kindOf, meaningful, placeOfNode, unknown } from '../syntax';

export const TYPE_DECLARATION = /^(?:class|struct|record|interface|enum|record_struct)_declaration$/;
const FIELD = /^(?:event_)?field_declaration$/;
const METHOD = /^(?:method|constructor|operator|conversion_operator)_declaration$/;
const nameOf = (node: Syntax): string => field(node, 'name')?.text() ?? '';
const modifiersOf = (node: Syntax): string[] =>
  meaningful(node).flatMap((child) => (kindOf(child) === 'modifier' ? [child.text()] : []));
const declaratorsOf = (member: Syntax): readonly Syntax[] =>
  meaningful(member)
    .filter((child) => kindOf(child) === 'variable_declaration')
    .flatMap((declaration) => meaningful(declaration))
    .filter((child) => kindOf(child) === 'variable_declarator');

/** The expression after the sign in `name = value`. */
export const valueOfDeclarator = (node: Syntax): Syntax | undefined => {
  const value = meaningful(node).at(-1);
  return value && meaningful(node).length > 1 ? value : undefined;
};

const attributesOf = (node: Syntax): readonly Syntax[] =>
  meaningful(node)
    .filter((child) => kindOf(child) === 'attribute_list')
    .flatMap((list) => meaningful(list))
    .filter((child) => kindOf(child) === 'attribute');

type Method = ClassForm['methods'][number];

/** The attributes of the class do not hold for methods that let everybody in. */
const guarded = (method: Method): Method =>
  method.function.decorators.some((each) => each.kind === 'import' && /\bAllowAnonymous$/.test(each.module))
    ? method
    : { ...method, function: { ...method.function, isForAdministrators: true } };

/** A member with what is asked of it more than once. */
interface Member {
  readonly node: Syntax;
  readonly kind: string;
  readonly isStatic: boolean;
  /** A constant, or a field of the class that never changes. */
  readonly isConstant: boolean;
}

/** The first value of a field or a property. */
interface Initial {
  readonly name: string;
  readonly value: Syntax | undefined;
  readonly type: Syntax | undefined;
  readonly at: Place;
}

const namesOneOf = (value: Syntax | undefined, names: ReadonlySet<string>): boolean =>
  value !== undefined && names.size > 0 && (value.text().match(/[A-Za-z_]\w*/g) ?? []).some((word) => names.has(word));

/** The classes of a file, with their members. */
export abstract class CsharpClasses extends CsharpExpressions {
  /** A class, record, struct, interface or enumeration becomes known by its whole name. */
  protected declareType(node: Syntax): void {
    const around = this.owner?.name ?? this.namespace;
    const name = around === '' ? nameOf(node) : `${around}.${nameOf(node)}`;
    const form = kindOf(node) === 'enum_declaration' ? this.enumeration(node) : this.classForm(node, name);
    this.made.classes.push(form);
    this.made.exports.push({ name: `class ${name}`, value: { kind: 'class', class: form, at: form.at } });
  }

  private enumeration(node: Syntax): ClassForm {
    const at = placeOfNode(node);
    return {
      id: this.ids.next(),
      name: nameOf(node),
      bases: [enumeration(at)],
      decorators: [],
      methods: [],
      fields: [],
      at,
    };
  }

  private classForm(node: Syntax, name: string): ClassForm {
    const at = placeOfNode(node);
    const body = field(node, 'body');
    const members = unconditional(body ? meaningful(body) : []).map((member): Member => {
      const modifiers = modifiersOf(member);
      const isStatic = modifiers.includes('static') || modifiers.includes('const');
      const isConstant = modifiers.includes('const') || (isStatic && modifiers.includes('readonly'));
      return { node: member, kind: kindOf(member), isStatic, isConstant };
    });
    const primary = meaningful(node).find((child) => kindOf(child) === 'parameter_list');
    const bases = this.basesOf(node, at);
    const isPartial = modifiersOf(node).includes('partial');
    const isOpen = bases.length > 0 || isPartial;
    const owner = { ...this.ownerOf(name, members, primary, isOpen), bases };
    const inside = this.within(new Scope(this.ids, undefined), owner);
    for (const { node: member } of members) if (TYPE_DECLARATION.test(kindOf(member))) inside.declareType(member);
    const decorators = this.attributes(node);
    const isGuarded = this.isGuarded(node);
    const methods = members
      .flatMap((member) => inside.methodsOf(member, nameOf(node), decorators))
      .map((method) => (isGuarded ? guarded(method) : method));
    const made = primary ? [inside.primaryConstructor(node, primary, members)] : [];
    const given = this.namesIn(primary);
    for (const member of members) inside.keepFields(member, owner);
    return {
      id: this.ids.next(),
      name: nameOf(node),
      // The other files that declare a part of it, as the whole is found by its name.
      bases: [...(isPartial ? [typeImport(name, at)] : []), ...bases],
      decorators,
      methods: [...made, ...methods],
      fields: [...inside.primaryFields(primary), ...members.flatMap((member) => inside.fieldsOf(member, given))],
      at,
    };
  }

  private basesOf(node: Syntax, at: Place): Expression[] {
    const list = meaningful(node).find((child) => kindOf(child) === 'base_list');
    return (list ? meaningful(list) : []).flatMap((each) => {
      const type = kindOf(each) === 'primary_constructor_base_type' ? field(each, 'type') : each;
      const name = typeName(type);
      if (name === undefined) return [];
      const around = this.owner?.name ?? this.namespace;
      return [typeImport(this.made.names.typeNamed(name, around), at)];
    });
  }

  private ownerOf(name: string, members: readonly Member[], primary: Syntax | undefined, isOpen: boolean): CsharpOwner {
    const own = { members: new Set<string>(), statics: new Set<string>(), kept: new Set<string>() };
    for (const { node, kind, isStatic, isConstant } of members) {
      const isField = FIELD.test(kind);
      const names = isField ? declaratorsOf(node).map(nameOf) : [nameOf(node)];
      if (!isField && !/^(?:method|property)_declaration$/.test(kind)) continue;
      const isKept = isStatic && !isConstant && (isField || (kind === 'property_declaration' && this.isAuto(node)));
      for (const each of names) own[isKept ? 'kept' : isStatic ? 'statics' : 'members'].add(each);
    }
    for (const parameter of primary ? this.parameterNodes(primary) : []) own.members.add(nameOf(parameter));
    return { name, ...own, isOpen, ...(this.owner && { outer: this.owner }) };
  }

  /** Whether the compiler makes the field of a property. */
  private isAuto(node: Syntax): boolean {
    const accessors = field(node, 'accessors');
    return accessors !== undefined && meaningful(accessors).every((each) => field(each, 'body') === undefined);
  }

  private methodsOf(member: Member, className: string, decorators: readonly Expression[]): ClassForm['methods'] {
    const { node, kind, isStatic } = member;
    if (METHOD.test(kind)) {
      const isConstructor = kind === 'constructor_declaration';
      if (isConstructor && isStatic) return [];
      const name = isConstructor ? 'constructor' : nameOf(node);
      const form = this.method(node, `${className}.${name}`, isStatic, decorators);
      if (isStatic && this.isExtension(node))
        this.made.exports.push({ name: `extension ${name}`, value: { kind: 'function', function: form, at: form.at } });
      return [{ name, function: form, isStatic }];
    }
    if (kind !== 'property_declaration' && kind !== 'indexer_declaration') return [];
    const name = kind === 'indexer_declaration' ? 'this[]' : nameOf(node);
    const arrow = field(node, 'value');
    if (arrow && kindOf(arrow) === 'arrow_expression_clause')
      return [{ name, function: this.accessor(node, arrow, `${className}.${name}`, isStatic, 'get'), isStatic }];
    const accessors = field(node, 'accessors');
    return (accessors ? meaningful(accessors) : []).flatMap((accessor) => {
      const body = field(accessor, 'body');
      if (!body) return [];
      const does = field(accessor, 'name')?.text() === 'get' ? 'get' : 'set';
      const form = this.accessor(node, body, `${className}.${name}`, isStatic, does);
      return [{ name: does === 'get' ? name : `set ${name}`, function: form, isStatic }];
    });
  }

  private isExtension(node: Syntax): boolean {
    const [first] = this.parameterNodes(field(node, 'parameters'));
    return first !== undefined && /^(?:\[[^\]]*\]\s*)?(?:\w+\s+)*this\s/.test(first.text());
  }

  private accessor(node: Syntax, body: Syntax, name: string, isStatic: boolean, does: 'get' | 'set'): FunctionForm {
    const scope = Scope.ofMethod(this.ids);
    const self = isStatic ? undefined : scope.declare('this');
    const inside = this.within(scope);
    const parameters = inside.parametersOf(field(node, 'parameters'));
    const value: Parameter[] =
      does === 'set' ? [{ target: { kind: 'variable', id: scope.declare('value') }, name: 'value' }] : [];
    return {
      id: this.ids.next(),
      file: this.file,
      name,
      parameters: [...parameters, ...value],
      body: this.statementsOf(body, inside, scope),
      decorators: [],
      ...(self !== undefined && { self }),
      ...(does === 'get' && kindOf(node) === 'property_declaration' && { isGetter: true as const }),
      ...this.ofResult(field(node, 'type')),
      isHidden: true,
      at: placeOfNode(node),
    };
  }

  private method(node: Syntax, name: string, isStatic: boolean, around: readonly Expression[]): FunctionForm {
    const scope = Scope.ofMethod(this.ids);
    const self = isStatic ? undefined : scope.declare('this');
    const inside = this.within(scope);
    const modifiers = modifiersOf(node);
    const parameters = inside.parametersOf(field(node, 'parameters'));
    return {
      id: this.ids.next(),
      file: this.file,
      name,
      parameters,
      body: [
        ...inside.otherConstructor(node),
        ...this.statementsOf(field(node, 'body'), inside, scope),
        ...this.generatedPattern(node),
      ],
      decorators: [...this.attributes(node), ...around],
      ...(self !== undefined && { self }),
      ...this.ofResult(field(node, 'returns')),
      ...(!modifiers.includes('public') && kindOf(node) === 'method_declaration' && { isHidden: true as const }),
      ...(this.isGuarded(node) && { isForAdministrators: true as const }),
      at: placeOfNode(field(node, 'name') ?? node),
    };
  }

  /** `[GeneratedRegex("[a-z]")] partial Regex Small();`: the compiler writes a method that returns the pattern. */
  private generatedPattern(node: Syntax): Statement[] {
    const attribute = attributesOf(node).find((each) => plainName(nameOf(each)) === 'GeneratedRegex');
    const list = attribute && meaningful(attribute).find((child) => kindOf(child) === 'attribute_argument_list');
    const pattern = list && meaningful(meaningful(list)[0] ?? list).at(-1);
    if (!pattern || field(node, 'body')) return [];
    const at = placeOfNode(pattern);
    const args = [{ value: this.expression(pattern) }];
    return [{ kind: 'return', value: { kind: 'call', callee: this.typeOf('Regex', at), args, isNew: true, at }, at }];
  }

  protected override statementsOf(body: Syntax | undefined, inside: this, scope: Scope): Statement[] {
    if (!body || !/\byield\s+return\b/.test(body.text())) return super.statementsOf(body, inside, scope);
    const at = placeOfNode(body);
    const id = temporaryVariable(this.ids);
    scope.adopt(YIELDED, id);
    return collecting(id, super.statementsOf(body, inside, scope), at);
  }

  /** A function that returns numbers returns no text; the parts of a tuple that it returns have names. */
  private ofResult(type: Syntax | undefined): Pick<FunctionForm, 'returnsNumber' | 'places'> {
    const name = typeName(type);
    const places = placesOf(type);
    return {
      ...(name !== undefined && NUMBER_TYPE.test(name) && { returnsNumber: true }),
      ...(places && { places }),
    };
  }

  /** `: this(a)` and `: base(a)` call another constructor. */
  private otherConstructor(node: Syntax): Statement[] {
    const initializer = meaningful(node).find((child) => kindOf(child) === 'constructor_initializer');
    const list = initializer && meaningful(initializer).find((child) => kindOf(child) === 'argument_list');
    if (!list) return [];
    const isOfBase = /^:\s*base\b/.test(initializer.text());
    return this.constructed(list, isOfBase ? this.owner!.bases : [typeImport(this.owner!.name, placeOfNode(list))]);
  }

  private constructed(list: Syntax, from: readonly Expression[] | undefined): Statement[] {
    const self = this.scope.find('this');
    if (!self || meaningful(list).length === 0) return [];
    const at = placeOfNode(list);
    const object: Expression = { kind: 'variable', id: self.id, at };
    const callee: Expression = { kind: 'field', object, name: 'constructor', from, at };
    return [evaluate({ kind: 'call', callee, args: this.arguments(list), at })];
  }

  /**
   * `class A(string b) : Base(b)`: each parameter is kept under its name, and in a record under its place, too, as
   * patterns take it.
   */
  private primaryConstructor(node: Syntax, list: Syntax, members: readonly Member[]): ClassForm['methods'][number] {
    const scope = Scope.ofMethod(this.ids);
    const self = scope.declare('this');
    const at = placeOfNode(list);
    const inside = this.within(scope);
    const parameters = inside.parametersOf(list);
    const places = parameters.map((parameter, index) => ({ ...parameter, name: String(index) }));
    const form: FunctionForm = {
      id: this.ids.next(),
      file: this.file,
      name: `${nameOf(node)}.constructor`,
      parameters,
      body: [
        ...parametersKept(self, parameters, at),
        ...(kindOf(node).startsWith('record') ? parametersKept(self, places, at) : []),
        ...inside.madeOf(list, members, self),
        ...inside.baseOfPrimary(node),
      ],
      decorators: [],
      self,
      at,
    };
    return { name: 'constructor', function: form, isStatic: false };
  }

  /** `public string Name { get; } = name;`: first values that a primary constructor makes of its parameters. */
  private madeOf(list: Syntax, members: readonly Member[], self: VariableId): Statement[] {
    const given = this.namesIn(list);
    const made = members.flatMap((member) => (member.isStatic ? [] : this.initialsOf(member)));
    return made
      .filter(({ value }) => namesOneOf(value, given))
      .map(({ name, value, type, at }) => {
        const object: Expression = { kind: 'variable', id: self, at };
        const target = { kind: 'field', object, name } as const;
        return evaluate({ kind: 'assign', target, value: this.initial(value, type, at), at });
      });
  }

  private namesIn(list: Syntax | undefined): ReadonlySet<string> {
    return new Set(this.parameterNodes(list).map(nameOf));
  }

  private baseOfPrimary(node: Syntax): Statement[] {
    const bases = meaningful(node).find((child) => kindOf(child) === 'base_list');
    const list = (bases ? meaningful(bases) : [])
      .flatMap((each) => (kindOf(each) === 'primary_constructor_base_type' ? meaningful(each) : [each]))
      .find((child) => kindOf(child) === 'argument_list');
    return list ? this.constructed(list, this.owner!.bases) : [];
  }

  /** The types of the fields that a primary constructor fills. */
  private primaryFields(list: Syntax | undefined): ClassForm['fields'] {
    return this.parameterNodes(list).map((node) => ({
      name: nameOf(node),
      value: this.asType(unknown([], placeOfNode(node)), field(node, 'type')),
    }));
  }

  /** The parameters of a list: an array that takes the rest stands in it without a node of its own. */
  protected parameterNodes(list: Syntax | undefined): readonly Syntax[] {
    return (list ? meaningful(list) : []).filter((each) => kindOf(each) === 'parameter');
  }

  protected parametersOf(list: Syntax | undefined): Parameter[] {
    const parameters = this.parameterNodes(list).map((node) => this.parameter(node));
    const rest = list && kindOf(list) === 'parameter_list' ? field(list, 'name') : undefined;
    if (!rest) return parameters;
    const id = this.scope.declare(rest.text());
    return [
      ...parameters,
      { target: { kind: 'variable', id }, name: rest.text(), takes: 'rest', at: placeOfNode(rest) },
    ];
  }

  private parameter(node: Syntax): Parameter {
    const named = field(node, 'name') ?? node;
    const name = named.text();
    const type = this.typeExpression(field(node, 'type'), placeOfNode(node));
    const isNumber = NUMBER_TYPE.test(typeName(field(node, 'type')) ?? '') || holdsNumbers(field(node, 'type'));
    const last = meaningful(node).at(-1);
    const isFilled = modifiersOf(node).some((each) => each === 'out' || each === 'ref');
    const hasFallback = last !== undefined && last.range().start.index > named.range().end.index;
    const id = this.scope.declare(name);
    if (isFilled) this.ids.captured.add(id);
    return {
      target: { kind: 'variable', id },
      name,
      ...(type !== undefined && { type }),
      ...(!field(node, 'type') && { isImplicit: true as const }),
      ...(isNumber && { isHeld: true as const }),
      ...(hasFallback && { fallback: this.expression(last) }),
      ...(isFilled && { isFilled: true as const }),
      decorators: this.attributes(node),
      at: placeOfNode(named),
    };
  }

  protected attributes(node: Syntax): Expression[] {
    return attributesOf(node).map((attribute) => this.typeOf(plainName(nameOf(attribute)), placeOfNode(attribute)));
  }

  private isGuarded(node: Syntax): boolean {
    const { usings } = this.made.names;
    return attributesOf(node).some((attribute) => letsAdministratorsAlone(attribute.text(), usings));
  }

  /** @param given the parameters of a primary constructor, which sets what is made of them */
  private fieldsOf(member: Member, given: ReadonlySet<string>): ClassForm['fields'] {
    const { isStatic, isConstant } = member;
    if (isStatic && !isConstant) return [];
    return this.initialsOf(member).map(({ name, value, type, at }) => {
      const known = namesOneOf(value, given) ? undefined : value;
      return { name, value: this.initial(known, type, at), ...(isConstant && { isConstant: true as const }) };
    });
  }

  /** The members of an object that have a value before its constructor runs. */
  private initialsOf({ node, kind }: Member): readonly Initial[] {
    if (kind === 'property_declaration' && this.isAuto(node))
      return [{ name: nameOf(node), value: field(node, 'value'), type: field(node, 'type'), at: placeOfNode(node) }];
    if (!FIELD.test(kind)) return [];
    const type = this.typeOfField(node);
    return declaratorsOf(node).map((declarator) => {
      return { name: nameOf(declarator), value: valueOfDeclarator(declarator), type, at: placeOfNode(declarator) };
    });
  }

  private typeOfField(node: Syntax): Syntax | undefined {
    const declaration = meaningful(node).find((child) => kindOf(child) === 'variable_declaration');
    return declaration && field(declaration, 'type');
  }

  /** The initial value of a variable or field; `new()` makes an object of the declared type. */
  protected initial(value: Syntax | undefined, type: Syntax | undefined, at: Place): Expression {
    if (!value) return this.asType(unknown([], at), type);
    if (kindOf(value) === 'implicit_object_creation_expression') return this.creation(value, placeOfNode(value), type);
    return this.asType(this.expression(value), type);
  }

  /** Fields of the class itself are variables that outlive each call. */
  private keepFields(member: Member, owner: CsharpOwner): void {
    for (const { name, value, type, at } of this.initialsOf(member)) {
      if (!owner.kept.has(name)) continue;
      const id = keptVariable(owner.name, name);
      this.ids.captured.add(id);
      const initial = this.initial(value, type, at);
      this.made.kept.push(evaluate({ kind: 'assign', target: { kind: 'variable', id }, value: initial, at }));
    }
  }
}
