import type { Argument, ClassForm, Expression, FunctionForm, Parameter, Place, Statement, VariableId } from '../../ir';
import { evaluate } from '../lowering';
import { JavaExpressions } from './expressions';
import { letsAdministratorsAlone } from '../administrators';
import { argumentNamed, runAsStatement } from '../mapped';
import { type Builder, accessorsOf, builderOf, takenByConstructor } from './lombok';
import {
  type Owner,
  TYPE_DECLARATION,
  hasModifier,
  holdsNumbers,
  outerName,
  selfNamed,
  textOf,
  typeName,
} from './names';
import { Scope } from '../scope';
import { fillingConstructor, parametersKept } from '../filling-constructor';
import { pathsOfRequests } from './paths';
import { type Syntax, enumeration, field, kindOf, meaningful, placeOfNode, unknown } from '../syntax';

/** The classes of a scope, and their methods. */
export abstract class JavaClasses extends JavaExpressions {
  protected classExpression(node: Syntax): Expression {
    const name = field(node, 'name')?.text() ?? '';
    const extended = meaningful(node).find((child) => kindOf(child) === 'extends_interfaces');
    const parents = [field(node, 'superclass'), field(node, 'interfaces'), extended]
      .flatMap((each) => (each ? meaningful(each) : []))
      .flatMap((each) => (kindOf(each) === 'type_list' ? meaningful(each) : [each]))
      .flatMap((each) => typeName(each) ?? []);
    const at = placeOfNode(node);
    const bases = [
      ...parents.map((parent) => this.name(parent, at)),
      ...(kindOf(node) === 'enum_declaration' ? [enumeration(at)] : []),
    ];
    const isRest = annotationNames(node).includes('RestController');
    return this.classOf(field(node, 'body') ?? node, name, bases, this.annotations(node), at, isRest);
  }

  protected classOf(
    body: Syntax,
    name: string,
    bases: readonly Expression[],
    decorators: readonly Expression[],
    at: Place,
    isRest = false,
  ): Expression {
    const members = meaningful(body).flatMap((member) =>
      kindOf(member) === 'enum_body_declarations' ? meaningful(member) : [member],
    );
    const methods = members.filter((member) =>
      /^(?:method|constructor|compact_constructor)_declaration$/.test(kindOf(member)),
    );
    const declared = fieldsIn(members);
    const known = this.scope.find(name);
    const isNamed = kindOf(body.parent() ?? body) !== 'object_creation_expression';
    const owner: Owner = {
      fields: new Set([...declared.flatMap(({ names }) => names.map(nameOf)), ...componentsOf(body.parent())]),
      statics: new Set(methods.filter(isStatic).map(nameOf)),
      constants: new Set(
        declared.flatMap(({ member, names }) => (isConstant(member) ? names.filter(isSet).map(nameOf) : [])),
      ),
      methods: new Set(methods.map(nameOf)),
      id: known?.id ?? this.scope.declare(`class ${name} ${this.ids.next()}`),
      selfName: selfNamed(isNamed ? name : `#${this.ids.next()}`),
      bases,
      ...(this.owner && { outer: this.owner }),
    };
    const inside = this.within(new Scope(this.ids, this.scope, this.scope.ofFunction), owner);
    const nested = inside.nestedClasses(members.filter((member) => TYPE_DECLARATION.test(kindOf(member))));
    const enumerated = inside.membersOf(members, owner.id);
    const form: ClassForm = {
      id: this.ids.next(),
      name,
      bases,
      decorators,
      methods: [
        ...methods.map((member) => {
          const isConstructor = kindOf(member) !== 'method_declaration';
          return {
            name: isConstructor ? 'constructor' : nameOf(member),
            function: isConstructor
              ? withPlaces(inside.method(member, name, isRest), componentsOf(body.parent()))
              : inside.method(member, name, isRest),
            isStatic: isStatic(member),
          };
        }),
        ...inside.methodsOfRecord(body, name, at),
        ...inside.methodsOfLombok(body, name, members, at),
      ],
      fields: [...declared.flatMap((each) => inside.fieldsOf(each)), ...nested],
      ...(enumerated.length > 0 && { members: enumerated }),
      at,
    };
    this.made.classes.push(form);
    return { kind: 'class', class: form, at };
  }

  /** Methods of a record that are not written: the constructor that fills its fields, and one that reads each. */
  private methodsOfRecord(body: Syntax, name: string, at: Place): ClassForm['methods'] {
    const record = body.parent();
    if (!record || kindOf(record) !== 'record_declaration') return [];
    const components = componentsOf(record);
    const declared = new Set(meaningful(body).map((member) => field(member, 'name')?.text()));
    const isBuilt = meaningful(body).some(
      (member) =>
        kindOf(member) === 'compact_constructor_declaration' ||
        (kindOf(member) === 'constructor_declaration' && parametersOf(member).length === components.length),
    );
    const readers = components
      .filter((component) => !declared.has(component))
      .map((component) => ({ name: component, function: this.reader(name, component, at), isStatic: false }));
    if (isBuilt) return readers;
    const fields = components.map((component) => ({ name: component }));
    const filled = fillingConstructor(this.ids, { file: this.file, className: name }, fields, at);
    const form = withPlaces(filled, components);
    return [{ name: 'constructor', function: form, isStatic: false }, ...readers];
  }

  /** Methods that Lombok writes when the class is compiled. */
  private methodsOfLombok(body: Syntax, name: string, members: readonly Syntax[], at: Place): ClassForm['methods'] {
    const node = body.parent();
    if (!node || kindOf(node) !== 'class_declaration') return [];
    const declared = new Set(members.filter((member) => kindOf(member) === 'method_declaration').map(nameOf));
    const accessors = accessorsOf(node, members).filter((each) => !declared.has(each.name));
    const isBuilt = members.some((member) => kindOf(member) === 'constructor_declaration');
    const taken = takenByConstructor(node, members, isBuilt);
    const types = new Map(
      fieldsIn(members).flatMap(({ member, names }) =>
        names.map((each) => [nameOf(each), field(member, 'type')] as const),
      ),
    );
    for (const each of accessors) declared.add(each.name);
    const methods = [
      ...accessors.map(({ name: called, field: read, does }) => ({
        name: called,
        function: does === 'get' ? this.reader(name, read, at) : this.written(name, called, [read], types, at),
        isStatic: false,
      })),
      ...this.methodsOfBuilder(builderOf(node, members), name, types, at).filter((each) => !declared.has(each.name)),
    ];
    if (taken === undefined) return methods;
    return [
      { name: 'constructor', function: this.written(name, 'constructor', taken, types, at), isStatic: false },
      ...methods,
    ];
  }

  /** Lombok has a class of its own for the object that is being built: here, it is the object that it builds. */
  private methodsOfBuilder(
    builder: Builder | undefined,
    name: string,
    types: ReadonlyMap<string, Syntax | undefined>,
    at: Place,
  ): ClassForm['methods'] {
    if (builder === undefined) return [];
    const made: Expression = { kind: 'call', callee: this.name(name, at), args: [], isNew: true, at };
    const begins = { parameters: [], body: [{ kind: 'return' as const, value: made, at }] };
    return [
      { name: builder.begins, function: { ...this.unwritten(name, builder.begins, at), ...begins }, isStatic: true },
      ...builder.fields.map((each) => ({
        name: each,
        function: this.written(name, each, [each], types, at),
        isStatic: false,
      })),
      ...builder.ends.map((each) => ({
        name: each,
        function: this.written(name, each, [], types, at),
        isStatic: false,
      })),
    ];
  }

  /** A method that sets fields of the types that are declared, and returns the object. */
  private written(
    className: string,
    name: string,
    fields: readonly string[],
    types: ReadonlyMap<string, Syntax | undefined>,
    at: Place,
  ): FunctionForm {
    const scope = new Scope(this.ids, this.scope);
    const self = scope.declare('this');
    const parameters = fields.map((each): Parameter => {
      const typed = types.get(each);
      const type = typeName(typed);
      return {
        target: { kind: 'variable', id: scope.declare(each) },
        name: each,
        ...(type !== undefined && { type: this.typeNamed(type, outerName(typed), at) }),
        ...(holdsNumbers(typed) && { isHeld: true as const }),
      };
    });
    const body: Statement[] = [
      ...parametersKept(self, parameters, at),
      { kind: 'return', value: { kind: 'variable', id: self, at }, at },
    ];
    return { ...this.unwritten(className, name, at), parameters, body, self, returnsNoText: true };
  }

  private reader(className: string, name: string, at: Place): FunctionForm {
    const self = new Scope(this.ids, this.scope).declare('this');
    const value: Expression = { kind: 'field', object: { kind: 'variable', id: self, at }, name, at };
    return { ...this.unwritten(className, name, at), parameters: [], body: [{ kind: 'return', value, at }], self };
  }

  private unwritten(className: string, name: string, at: Place) {
    return { id: this.ids.next(), file: this.file, name: `${className}.${name}`, decorators: [], at };
  }

  /** The classes within this one, as fields of it. */
  private nestedClasses(members: readonly Syntax[]): FieldForm[] {
    for (const member of members) this.scope.declare(nameOf(member));
    return members.map((member) => {
      // Code within the class names it without the class: it is there as soon as the class is.
      const [id, at] = [this.scope.declare(nameOf(member)), placeOfNode(member)];
      const value = this.classExpression(member);
      this.made.nested.push({ kind: 'assign', target: { kind: 'variable', id }, value, at });
      return { name: nameOf(member), value: { kind: 'variable', id, at } };
    });
  }

  private fieldsOf({ member, names }: DeclaredFields): FieldForm[] {
    return names.map((declarator) => {
      const value = field(declarator, 'value');
      const lowered = value ? this.expression(value) : unknown([], placeOfNode(declarator));
      const typed = this.typed(lowered, field(member, 'type'));
      const isNumber = !value && typed.kind === 'typed' && holdsNumbers(field(member, 'type'));
      return {
        name: nameOf(declarator),
        value: isNumber ? { ...typed, isHeld: true } : typed,
        ...(value && isFinal(member) && { isConstant: true as const }),
      };
    });
  }

  /** The members of an enumeration, each as a call of its constructor. */
  private membersOf(members: readonly Syntax[], id: VariableId): NonNullable<ClassForm['members']> {
    return members.flatMap((member) => {
      const args = kindOf(member) === 'enum_constant' ? field(member, 'arguments') : undefined;
      if (!args || !meaningful(args).some((each) => kindOf(each) === 'string_literal')) return [];
      const at = placeOfNode(member);
      const callee: Expression = { kind: 'variable', id, at };
      const value: Expression = { kind: 'call', callee, args: this.arguments(args), isNew: true, at };
      return [{ name: nameOf(member), value }];
    });
  }

  /** An annotation that sets something for the web, as a call with its arguments: rows judge it like one. */
  protected annotated(node: Syntax): Statement[] {
    return annotationsOf(node).flatMap((annotation) => {
      const list = field(annotation, 'arguments');
      if (annotationName(annotation) !== 'CrossOrigin' || !list) return [];
      const at = placeOfNode(annotation);
      const args = meaningful(list).map((each): Argument => {
        if (kindOf(each) !== 'element_value_pair') return { name: 'value', value: this.element(each) };
        return { name: field(each, 'key')?.text() ?? '', value: this.element(field(each, 'value') ?? each) };
      });
      return [evaluate({ kind: 'call', callee: this.name('CrossOrigin', at), args, at })];
    });
  }

  private element(node: Syntax): Expression {
    if (kindOf(node) !== 'element_value_array_initializer') return this.expression(node);
    const items = meaningful(node).map((each) => ({ value: this.expression(each) }));
    return { kind: 'list', items, at: placeOfNode(node) };
  }

  /** @param isRest whether what methods for requests return is sent as it is */
  private method(node: Syntax, className: string, isRest: boolean): FunctionForm {
    const scope = new Scope(this.ids, this.scope);
    const self = scope.declare('this');
    scope.alias(this.owner!.selfName, self);
    const isCompact = kindOf(node) === 'compact_constructor_declaration';
    const nodes = parametersOf(isCompact ? node.parent()!.parent()! : node);
    const inside = this.within(scope);
    const parameters = nodes.map((each): Parameter => {
      const named = field(each, 'name') ?? meaningful(each).at(-1)!;
      const name = (field(named, 'name') ?? named).text();
      const typed = field(each, 'type') ?? meaningful(each).find((child) => /type/.test(kindOf(child)));
      const type = typeName(typed);
      return {
        target: { kind: 'variable', id: scope.declare(name) },
        name,
        ...(type !== undefined && { type: inside.typeNamed(type, outerName(typed), placeOfNode(each)) }),
        ...(kindOf(each) === 'spread_parameter' && { takes: 'rest' as const }),
        ...(holdsNumbers(typed) && { isHeld: true as const }),
        decorators: this.annotations(each),
        ...mappedName(each),
        at: placeOfNode(named),
      };
    });
    const body = field(node, 'body');
    const code = [
      ...inside.annotated(node),
      ...saidType(node),
      ...(body ? this.block(body, scope) : inside.mapped(node, parameters)),
      ...(isCompact ? parametersKept(self, parameters, placeOfNode(node)) : []),
    ];
    if (!body && kindOf(node.parent()?.parent() ?? node) === 'interface_declaration')
      this.made.mapped.push({ name: `${this.made.packageName}.${className}.${nameOf(node)}`, parameters, body: code });
    const returns = typeName(field(node, 'type'));
    const paths = pathsOfRequests(node);
    return {
      id: this.ids.next(),
      file: this.file,
      name: `${className}.${field(node, 'name')?.text() ?? 'constructor'}`,
      parameters,
      body: code,
      decorators: this.answering(node, isRest),
      ...((isGuarded(node) || isGuarded(node.parent()?.parent())) && { isForAdministrators: true as const }),
      ...(paths.length > 0 && { paths }),
      ...(this.scope.ofFunction.parent !== undefined && { captures: scope.captures }),
      self,
      ...(returns !== undefined && !PLAIN_TYPE.test(returns) && { returns: inside.name(returns, placeOfNode(node)) }),
      ...(!TEXT_TYPE.test(field(node, 'type')?.text() ?? '') && { returnsNoText: true as const }),
      at: placeOfNode(node),
    };
  }

  /**
   * `@Select("… ORDER BY ${sort}")`: the mapper puts the argument into the statement as it is. An argument under
   * `#{sort}` is passed beside it.
   */
  private mapped(node: Syntax, parameters: readonly Parameter[]): Statement[] {
    return annotationsOf(node).flatMap((annotation) => {
      if (!STATEMENT_ANNOTATION.test(annotationName(annotation))) return [];
      const written = literalsIn(annotation).map(textOf).join(' ');
      if (!written.includes('${')) return [];
      const at = placeOfNode(annotation);
      const parts = written.split(/\$\{\s*([\w.]+)[^}]*\}/).map((part, index): Expression => {
        if (index % 2 === 0) return { kind: 'literal', value: part, at };
        return argumentNamed(part.split('.'), parameters, at) ?? { kind: 'literal', value: part, at };
      });
      return [runAsStatement(parts, at)];
    });
  }

  /** The annotations of a method: one that says of a type without markup what it returns is none of a page. */
  private answering(node: Syntax, isRest: boolean): Expression[] {
    const own = this.annotations(node);
    const names = annotationNames(node);
    const written =
      meaningful(node)
        .find((child) => kindOf(child) === 'modifiers')
        ?.text() ?? '';
    if (isView(node, names)) return [...own, this.name('ViewName', placeOfNode(node))];
    if (/\bproduces\s*=(?![^)]*html)/i.test(written)) return own.filter((_, index) => names[index] !== 'ResponseBody');
    const ofClass = names.some((name) => /^(?:GET|POST|PUT)$/.test(name)) ? modifiersOf(node.parent()?.parent()) : '';
    const isOfPage = /@Produces\s*\((?=[^)]*html)/i.test(names.includes('Produces') ? written : ofClass);
    return isOfPage || (isRest && names.some((name) => name.endsWith('Mapping')))
      ? [...own, this.name('ResponseBody', placeOfNode(node))]
      : own;
  }

  private annotations(node: Syntax): Expression[] {
    const names = annotationNames(node);
    return annotationsOf(node).map((child, index) => this.name(names[index]!, placeOfNode(child)));
  }
}

/** `@Param("sort")` */
function mappedName(parameter: Syntax): Pick<Parameter, 'mappedAs'> {
  const annotation = annotationsOf(parameter).find((each) => annotationName(each) === 'Param');
  const literal = annotation && literalsIn(annotation)[0];
  return { ...(literal && { mappedAs: textOf(literal) }) };
}

/** Annotations of MyBatis that hold a statement. */
const STATEMENT_ANNOTATION = /^(?:Select|Insert|Update|Delete)$/;

const literalsIn = (node: Syntax): Syntax[] =>
  kindOf(node) === 'string_literal' ? [node] : meaningful(node).flatMap(literalsIn);

function parametersOf(node: Syntax): Syntax[] {
  const list = field(node, 'parameters');
  return (list ? meaningful(list) : []).filter((each) => /^(?:formal|spread)_parameter$/.test(kindOf(each)));
}

/** The names of the components of a record. */
const componentsOf = (record: Syntax | null): readonly string[] =>
  record && kindOf(record) === 'record_declaration'
    ? parametersOf(record).map((each) => (field(each, 'name') ?? meaningful(each).at(-1)!).text())
    : [];

/** A constructor of a record keeps the components by their places, too, as patterns take them. */
function withPlaces(form: FunctionForm, components: readonly string[]): FunctionForm {
  const { self, parameters, body, at } = form;
  if (self === undefined || components.length === 0 || parameters.length !== components.length) return form;
  const object: Expression = { kind: 'variable', id: self, at };
  const placed = components.map((name, index) => {
    const value: Expression = { kind: 'field', object, name, at };
    return evaluate({ kind: 'assign', target: { kind: 'field', object, name: String(index) }, value, at });
  });
  return { ...form, body: [...body, ...placed] };
}

const SAID_TYPE = /@Produces\s*\(([^)]*)\)|\bproduces\s*=\s*([^)]*)/i;

/** An annotation of the method or its class says that it answers with text, JSON or a page, as a call of it would. */
function saidType(node: Syntax): Statement[] {
  const [own, ofClass] = [node, node.parent()?.parent()].map((each) => SAID_TYPE.exec(modifiersOf(each)));
  const [, first, second] = own ?? ofClass ?? [];
  const said = first ?? second ?? '';
  const isPage = /html/i.test(said) && !/json|plain|xml(?!_)|,/i.test(said);
  if (!isPage && (!/json|plain|octet|csv|pdf/i.test(said) || /html|xml|svg/i.test(said))) return [];
  const at = placeOfNode(node);
  const response: Expression = { kind: 'import', module: '.HttpServletResponse', name: 'HttpServletResponse', at };
  const callee: Expression = { kind: 'field', object: response, name: 'setContentType', at };
  const value: Expression = { kind: 'literal', value: isPage ? 'text/html' : 'application/json', at };
  return [evaluate({ kind: 'call', callee, args: [{ value }], at })];
}

const modifiersOf = (node: Syntax | null | undefined): string =>
  (node ? meaningful(node) : []).find((child) => kindOf(child) === 'modifiers')?.text() ?? '';

function annotationsOf(node: Syntax): readonly Syntax[] {
  const modifiers = meaningful(node).find((child) => kindOf(child) === 'modifiers');
  return (modifiers ? meaningful(modifiers) : []).filter((child) => kindOf(child).endsWith('annotation'));
}

const annotationName = (annotation: Syntax): string => field(annotation, 'name')?.text().split('.').at(-1) ?? '';

/** The last names of the annotations, in their order: an import may bind them, so that expressions do not tell. */
const annotationNames = (node: Syntax): readonly string[] => annotationsOf(node).map(annotationName);

/** Whether a method of a controller of Spring returns the name of the view that shows its answer. */
function isView(node: Syntax, names: readonly string[]): boolean {
  const ofClass = node.parent()?.parent();
  return (
    names.some((name) => name.endsWith('Mapping')) &&
    !names.includes('ResponseBody') &&
    field(node, 'type')?.text() === 'String' &&
    ofClass !== null &&
    ofClass !== undefined &&
    annotationNames(ofClass).includes('Controller') &&
    !annotationNames(ofClass).includes('ResponseBody')
  );
}

type FieldForm = ClassForm['fields'][number];

/** One declaration of fields, with the names in it. */
interface DeclaredFields {
  readonly member: Syntax;
  readonly names: readonly Syntax[];
}

const fieldsIn = (members: readonly Syntax[]): DeclaredFields[] =>
  members
    .filter((member) => /^(?:field|constant)_declaration$/.test(kindOf(member)))
    .map((member) => ({
      member,
      names: meaningful(member).filter((child) => kindOf(child) === 'variable_declarator'),
    }));

const nameOf = (node: Syntax): string => field(node, 'name')?.text() ?? '';

/** Whether what a method or a class is annotated with lets none but administrators call it. */
function isGuarded(node: Syntax | null | undefined): boolean {
  const modifiers = node ? meaningful(node).find((child) => kindOf(child) === 'modifiers') : undefined;
  return modifiers !== undefined && meaningful(modifiers).some((each) => letsAdministratorsAlone(each.text()));
}

/** `ResponseEntity<String>` is sent as its text. */
const TEXT_TYPE = /^(?:(?:[\w.]*\.)?ResponseEntity<)?(?:java\.lang\.)?(?:String|CharSequence)>?$/;

/** Types of which rows say nothing. */
const PLAIN_TYPE = /^(?:String|Object|[a-z]+)$/;

/** Nobody sets it again: it holds what it is declared with. */
const isFinal = (node: Syntax): boolean => kindOf(node) === 'constant_declaration' || hasModifier(node, 'final');

const isStatic = (node: Syntax): boolean => hasModifier(node, 'static');

/** The fields of an interface are constants, too. */
const isConstant = (node: Syntax): boolean =>
  kindOf(node) === 'constant_declaration' || (isStatic(node) && isFinal(node));

const isSet = (declarator: Syntax): boolean => field(declarator, 'value') !== undefined;
