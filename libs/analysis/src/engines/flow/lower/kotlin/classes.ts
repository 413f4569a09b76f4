import type { ClassForm, Expression, FunctionForm, Parameter, Place, Statement, Target } from '../../ir';
import { argumentsOf } from './calls';
import { statementsIn } from './expressions';
import { KotlinMethods, extensionOf, isFunction, receiverType } from './methods';
import {
  type Owner,
  after,
  childOf,
  declaredType,
  hasModifier,
  holdsNumbers,
  nameIn,
  operandsOf,
  typeName,
} from './names';
import { evaluate } from '../lowering';
import { Scope } from '../scope';
import { type Syntax, enumeration, kindOf, placeOfNode, unknown } from '../syntax';

export const isClass = (node: Syntax): boolean => /^(?:class|object)_declaration$/.test(kindOf(node));

interface Property {
  readonly node: Syntax;
  readonly name: string;
  readonly getter?: Syntax;
}

/** Classes and their properties. */
export abstract class KotlinClasses extends KotlinMethods {
  /** `object : Base(…) { … }` */
  protected objectLiteral(node: Syntax, at: Place): Expression {
    return { kind: 'call', callee: this.classForm(node, 'anonymous class', at), args: [], isNew: true, at };
  }

  protected classExpression(node: Syntax): Expression {
    return this.classForm(node, nameIn(node), placeOfNode(node));
  }

  private classForm(node: Syntax, name: string, at: Place): Expression {
    const members = membersOf(node);
    const companions = members.filter((member) => kindOf(member) === 'companion_object');
    const shared = companions.flatMap(membersOf);
    const bases = basesOf(node).flatMap(({ type }) => typeName(type) ?? []);
    const named = bases.map((each) => this.name(each, at));
    const owner = { ...this.ownerOf(node, name, members, shared), bases: named };
    const inside = this.within(new Scope(this.ids, this.scope, this.scope.ofFunction), owner);
    const nested = [...members, ...shared].filter(isClass);
    for (const each of nested) inside.scope.declare(nameIn(each));
    for (const each of members) inside.extensionProperty(each, owner);
    // A class within a function reads the variables around it, too.
    const isLocal = this.scope.ofFunction.parent !== undefined;
    const form: ClassForm = {
      id: this.ids.next(),
      name,
      bases: [...named, ...(childOf(node, 'enum_class_body') ? [enumeration(at)] : [])],
      decorators: this.annotations(node),
      methods: [
        ...inside.constructors(node, name, members, owner),
        ...members.filter(isFunction).map((each) => inside.method(each, name, owner, sendsText(node))),
        ...shared.filter(isFunction).map((each) => inside.method(each, name)),
        ...propertiesIn(members).flatMap((each) => inside.getters(each, name, owner)),
        ...(hasModifier(node, 'data') ? [inside.copier(node, owner), ...inside.describer(node, members)] : []),
      ].map((each) => (isLocal ? { ...each, function: { ...each.function, isInner: true as const } } : each)),
      fields: [
        ...inside.fields(node, members),
        ...propertiesIn(shared).map(({ node: each, name: shared }) => inside.constant(each, shared)),
        ...entriesOf(node).map((each) => inside.entry(each, owner)),
        ...nested.map((each) => inside.nestedClass(each)),
      ],
      at,
    };
    this.made.classes.push(form);
    return { kind: 'class', class: form, at };
  }

  private ownerOf(
    node: Syntax,
    name: string,
    members: readonly Syntax[],
    shared: readonly Syntax[],
  ): Omit<Owner, 'bases'> {
    const own = [
      ...constructorParameters(node).filter(isProperty).map(nameIn),
      ...members.filter(isFunction).map(nameIn),
      ...propertiesIn(members).map((each) => each.name),
    ];
    const statics = [
      ...[...members, ...shared].filter(isClass).map(nameIn),
      ...shared.filter(isFunction).map(nameIn),
      ...propertiesIn(shared).map((each) => each.name),
      ...entriesOf(node).map(nameIn),
    ];
    const known = this.scope.find(name)?.id ?? this.made.topLevel.get(name);
    return {
      selfName: `this@${name === 'anonymous class' ? `#${this.ids.next()}` : name}`,
      members: new Set(own),
      statics: new Set(statics),
      id: known ?? this.scope.declare(`class ${name} ${this.ids.next()}`),
      ...(this.owner && { outer: this.owner }),
    };
  }

  /** @param isSent whether a framework sends the text that it returns */
  private method(node: Syntax, className: string, owner?: Owner, isSent = false): ClassForm['methods'][number] {
    const name = nameIn(node);
    const made = this.functionForm(node, `${className}.${name}`, owner);
    const sent = isSent && isRoute(node) ? [this.name('ResponseBody', made.at)] : [];
    const form = sent.length === 0 ? made : { ...made, decorators: [...made.decorators, ...sent] };
    if (receiverType(node)) this.made.extensions.push(extensionOf(node, form));
    return { name, function: form, isStatic: owner === undefined };
  }

  /** `val String.name: String get() = …`: the value of an extension property is that of its getter. */
  protected extensionProperty(node: Syntax, owner?: Owner): void {
    const getter = childOf(node, 'getter');
    if (!getter || !receiverType(node) || kindOf(node) !== 'property_declaration') return;
    const name = nameOfProperty(node);
    const form = { ...this.functionForm(getter, name, owner, receiverType(node)), isGetter: true as const };
    this.made.functions.push(form);
    this.made.extensions.push({ ...extensionOf(node, form), name });
  }

  private getters({ node, name, getter }: Property, className: string, owner: Owner): ClassForm['methods'] {
    if (!getter || after(node, '=')) return [];
    const form = this.functionForm(getter, `${className}.${name}`, owner);
    return [{ name, function: { ...form, isGetter: true }, isStatic: false }];
  }

  /** The fields of an instance before its constructor runs, as far as the types of its properties tell. */
  private fields(node: Syntax, members: readonly Syntax[]): ClassForm['fields'] {
    const parameters = constructorParameters(node).filter(isProperty);
    const properties = propertiesIn(members).filter(({ getter, node: each }) => !getter || after(each, '='));
    return [
      ...parameters.map((each) => ({ node: each, name: nameIn(each), type: declaredType(each) })),
      ...properties.map(({ node: each, name }) => ({ node: each, name, type: typeOfProperty(each) })),
    ].map(({ node: each, name, type }) => ({ name, value: this.unset(placeOfNode(each), type) }));
  }

  private unset(at: Place, type: Syntax | undefined): Expression {
    const value = unknown([], at);
    const typed = this.typed(value, type);
    if (!holdsNumbers(type)) return typed;
    return { kind: 'typed', value, type: typed.kind === 'typed' ? typed.type : value, isHeld: true, at };
  }

  /** A property of the companion: it is computed where it is read. */
  private constant(node: Syntax, name: string): ClassForm['fields'][number] {
    const value = this.typed(this.initial(node) ?? unknown([], placeOfNode(node)), typeOfProperty(node));
    return { name, value, ...(childOf(node, 'binding_pattern_kind')?.text() === 'val' && { isConstant: true }) };
  }

  private entry(node: Syntax, owner: Owner): ClassForm['fields'][number] {
    const at = placeOfNode(node);
    const args = this.arguments(argumentsOf(childOf(node, 'value_arguments')));
    const value: Expression = { kind: 'call', callee: { kind: 'variable', id: owner.id, at }, args, isNew: true, at };
    return { name: nameIn(node), value, isConstant: true };
  }

  /** Code within the class names it without the class: it is there as soon as the class is. */
  private nestedClass(node: Syntax): ClassForm['fields'][number] {
    const at = placeOfNode(node);
    const id = this.scope.declare(nameIn(node));
    this.made.nested.push({ kind: 'assign', target: { kind: 'variable', id }, value: this.declaredClass(node), at });
    return { name: nameIn(node), value: { kind: 'variable', id, at }, isConstant: true };
  }

  /** A class, or the only instance of one. */
  protected declaredClass(node: Syntax): Expression {
    const at = placeOfNode(node);
    const value = this.classExpression(node);
    return kindOf(node) === 'object_declaration' ? { kind: 'call', callee: value, args: [], isNew: true, at } : value;
  }

  /** The value that a property begins with; undefined where none is written. */
  protected initial(node: Syntax): Expression | undefined {
    const value = after(node, '=');
    if (value) return this.expression(value);
    const delegate = childOf(node, 'property_delegate');
    const [made] = delegate ? operandsOf(delegate) : [];
    if (made && /^(?:lazy|remember)\b/.test(made.text())) return this.expression(made);
    const at = placeOfNode(node);
    return made ? this.typed(unknown([], at), askedOf(made)) : undefined;
  }

  /** The primary constructor with all that runs in it, and the others. */
  private constructors(
    node: Syntax,
    name: string,
    members: readonly Syntax[],
    owner: Owner,
  ): ClassForm['methods'][number][] {
    const primary = this.primary(node, name, members, owner);
    const chosen = childOf(node, 'primary_constructor')
      ? primary
      : members
          .filter((member) => kindOf(member) === 'secondary_constructor')
          .map((member) => this.secondary(member, name, owner))
          .at(-1);
    // Classes that extend this one have a constructor of their own, which calls this one by its whole name.
    const hidden = { ...(chosen ?? primary), isHidden: true as const };
    return [
      { name: 'constructor', function: chosen ?? primary, isStatic: false },
      { name: `constructor ${name}`, function: hidden, isStatic: false },
      ...(chosen === undefined || chosen === primary
        ? []
        : [{ name: `init ${name}`, function: { ...primary, isHidden: true as const }, isStatic: false }]),
    ];
  }

  private primary(node: Syntax, name: string, members: readonly Syntax[], owner: Owner): FunctionForm {
    const scope = new Scope(this.ids, this.scope);
    const self = scope.declare('this');
    scope.alias(owner.selfName, self);
    const inside = this.insideOf(scope, owner, undefined);
    const at = placeOfNode(node);
    const nodes = constructorParameters(node);
    const parameters = nodes.map((each) => inside.parameter(each, childOf(each, 'modifiers'), after(each, '=')));
    const set = (field: string, value: Expression, place: Place): Statement =>
      evaluate({
        kind: 'assign',
        target: { kind: 'field', object: { kind: 'variable', id: self, at }, name: field },
        value,
        at: place,
      });
    const isData = hasModifier(node, 'data');
    const kept = nodes.flatMap((each, index): Statement[] => {
      if (!isProperty(each)) return [];
      const value = inside.name(nameIn(each), at);
      // The parts of a data class are read by their places, too.
      const byPlace = isData ? [set(String(index), value, placeOfNode(each))] : [];
      return [set(nameIn(each), value, placeOfNode(each)), ...byPlace];
    });
    const initialised = members.flatMap((member): Statement[] => {
      if (kindOf(member) === 'anonymous_initializer')
        return statementsIn(member).flatMap((each) => inside.statement(each));
      if (kindOf(member) !== 'property_declaration' || receiverType(member)) return [];
      const value = inside.initial(member);
      return value
        ? [set(nameOfProperty(member), inside.typed(value, typeOfProperty(member)), placeOfNode(member))]
        : [];
    });
    return {
      id: this.ids.next(),
      file: this.file,
      name: `${name}.constructor`,
      parameters,
      body: [...inside.superCalls(node, at), ...kept, ...initialised],
      decorators: this.annotations(childOf(node, 'primary_constructor') ?? node),
      self,
      returnsNoText: true,
      at,
    };
  }

  private superCalls(node: Syntax, at: Place): Statement[] {
    return basesOf(node).flatMap(({ type, args }) => {
      const name = typeName(type);
      if (!args || name === undefined) return [];
      const callee: Expression = { kind: 'field', object: this.name('this', at), name: `constructor ${name}`, at };
      return [evaluate({ kind: 'call', callee, args: this.arguments(argumentsOf(args)), at })];
    });
  }

  /** A constructor of a class without a primary one: properties get their values first. */
  private secondary(node: Syntax, name: string, owner: Owner): FunctionForm {
    const form = this.functionForm(node, `${name}.constructor`, owner);
    const at = placeOfNode(node);
    const object: Expression = { kind: 'variable', id: form.self!, at };
    const callee: Expression = { kind: 'field', object, name: `init ${name}`, at };
    return { ...form, body: [evaluate({ kind: 'call', callee, args: [], at }), ...form.body] };
  }

  /** `copy(name = value)` makes another instance, with the values of this one where none is given. */
  private copier(node: Syntax, owner: Owner): ClassForm['methods'][number] {
    const scope = new Scope(this.ids, this.scope);
    const self = scope.declare('this');
    const at = placeOfNode(node);
    const parameters = constructorParameters(node).map((each): Parameter => {
      const name = nameIn(each);
      const fallback: Expression = { kind: 'field', object: { kind: 'variable', id: self, at }, name, at };
      return { target: { kind: 'variable', id: scope.declare(name) }, name, fallback };
    });
    const args = parameters.map(({ target }) => ({ value: valueOfTarget(target, at) }));
    const callee: Expression = { kind: 'variable', id: owner.id, at };
    const form: FunctionForm = {
      id: this.ids.next(),
      file: this.file,
      name: `${nameIn(node)}.copy`,
      parameters,
      body: [{ kind: 'return', value: { kind: 'call', callee, args, isNew: true, at }, at }],
      decorators: [],
      self,
      isHidden: true,
      returnsNoText: true,
      at,
    };
    return { name: 'copy', function: form, isStatic: false };
  }

  /** The text of a data class has the values of its parameters, unless the class has a text of its own. */
  private describer(node: Syntax, members: readonly Syntax[]): ClassForm['methods'] {
    if (members.some((each) => isFunction(each) && nameIn(each) === 'toString')) return [];
    const scope = new Scope(this.ids, this.scope);
    const self = scope.declare('this');
    const at = placeOfNode(node);
    const object: Expression = { kind: 'variable', id: self, at };
    const parts = constructorParameters(node).flatMap((each, index): Expression[] => [
      { kind: 'literal', value: `${index === 0 ? `${nameIn(node)}(` : ', '}${nameIn(each)}=`, at },
      { kind: 'field', object, name: nameIn(each), at },
    ]);
    const value: Expression = { kind: 'text', parts: [...parts, { kind: 'literal', value: ')', at }], at };
    const form: FunctionForm = {
      id: this.ids.next(),
      file: this.file,
      name: `${nameIn(node)}.toString`,
      parameters: [],
      body: [{ kind: 'return', value, at }],
      decorators: [],
      self,
      isHidden: true,
      at,
    };
    return [{ name: 'toString', function: form, isStatic: false }];
  }
}

/** The type that a delegate gives: `by inject<Service>()`. */
function askedOf(delegate: Syntax): Syntax | undefined {
  const suffix = childOf(delegate, 'call_suffix');
  const types = suffix && childOf(suffix, 'type_arguments');
  const [only, ...others] = types ? operandsOf(types) : [];
  return only && others.length === 0 ? childOf(only, 'user_type') : undefined;
}

/** Whether Spring sends what the methods of a class return, instead of the page of that name. */
const sendsText = (node: Syntax): boolean => /@RestController\b/.test(childOf(node, 'modifiers')?.text() ?? '');

/** A method for a path, whose answer is no plain text by what it declares. */
function isRoute(node: Syntax): boolean {
  const written = childOf(node, 'modifiers')?.text() ?? '';
  return /@\w*Mapping\b/.test(written) && !/\bproduces\s*=(?![^)]*html)/i.test(written);
}

const valueOfTarget = (target: Target, at: Place): Expression =>
  target.kind === 'variable' ? { kind: 'variable', id: target.id, at } : unknown([], at);

const constructorParameters = (node: Syntax): readonly Syntax[] => {
  const list = childOf(node, 'primary_constructor');
  return list ? operandsOf(list).filter((child) => kindOf(child) === 'class_parameter') : [];
};

/** A parameter of a constructor that is a property, too. */
const isProperty = (node: Syntax): boolean => childOf(node, 'binding_pattern_kind') !== undefined;

export const nameOfProperty = (node: Syntax): string => {
  const declared = childOf(node, 'variable_declaration');
  return declared ? nameIn(declared) : '';
};

const typeOfProperty = (node: Syntax): Syntax | undefined => {
  const declared = childOf(node, 'variable_declaration');
  return declared && declaredType(declared);
};

/** The properties among members; the grammar has their getters beside them. */
function propertiesIn(members: readonly Syntax[]): Property[] {
  return members.flatMap((node, index): Property[] => {
    const name = kindOf(node) === 'property_declaration' && !receiverType(node) ? nameOfProperty(node) : '';
    if (name === '') return [];
    const beside = members[index + 1];
    const getter = childOf(node, 'getter') ?? (beside && kindOf(beside) === 'getter' ? beside : undefined);
    return [{ node, name, ...(getter && { getter }) }];
  });
}

/** The grammar takes the body of a class after `by name` for a function in braces. */
function membersOf(node: Syntax): readonly Syntax[] {
  const body = childOf(node, 'class_body') ?? childOf(node, 'enum_class_body');
  if (body) return operandsOf(body);
  const last = operandsOf(node).findLast((child) => kindOf(child) === 'delegation_specifier');
  const delegation = last && childOf(last, 'explicit_delegation');
  const call = delegation && childOf(delegation, 'call_expression');
  const suffix = call && childOf(call, 'call_suffix');
  const braces = suffix && childOf(suffix, 'annotated_lambda');
  const literal = braces && childOf(braces, 'lambda_literal');
  return literal ? statementsIn(literal) : [];
}

const entriesOf = (node: Syntax): readonly Syntax[] => {
  const body = childOf(node, 'enum_class_body');
  return body ? operandsOf(body).filter((child) => kindOf(child) === 'enum_entry') : [];
};

/** The types that a class extends, with the arguments for the constructor of its base class. */
const basesOf = (node: Syntax): readonly { readonly type: Syntax | undefined; readonly args?: Syntax }[] =>
  operandsOf(node)
    .filter((child) => kindOf(child) === 'delegation_specifier')
    .map((child) => {
      const call = childOf(child, 'constructor_invocation');
      const args = call && childOf(call, 'value_arguments');
      const named = call ?? childOf(child, 'explicit_delegation') ?? child;
      return { type: childOf(named, 'user_type'), ...(args && { args }) };
    });
