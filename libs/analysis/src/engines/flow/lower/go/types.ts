import type { ClassForm, Expression, FunctionForm, Parameter, Place, Statement } from '../../ir';
import { Lowering, evaluate } from '../lowering';
import { type MadeOfGo, ownName, packageName } from './names';
import { Scope } from '../scope';
import { type Syntax, field, kindOf, meaningful, placeOfNode, unknown } from '../syntax';

/** Functions and types that need no import. */
const BUILTIN = new RegExp(
  `^(?:${[
    'append|cap|clear|close|complex|copy|delete|imag|len|make|max|min|new|panic|print|println|real|recover',
    'string|bool|byte|rune|error|any|u?int(?:8|16|32|64)?|uintptr|float(?:32|64)',
  ].join('|')})$`,
);

interface Field {
  readonly name: string;
  readonly type: Expression | undefined;
  readonly isHeld: boolean;
  /** The value that it has where nothing is set, if that can hold anything. */
  readonly zero?: Expression;
  /** Its own fields count as fields of the struct around it. */
  readonly isEmbedded?: true;
}

/** The names of a scope, and types. */
export abstract class GoTypes extends Lowering<MadeOfGo> {
  protected override name(name: string, at: Place): Expression {
    const found = this.scope.find(name);
    if (found) return this.made.constants.get(found.id) ?? { kind: 'variable', id: found.id, at };
    const path = this.made.packages.get(name);
    if (path !== undefined) return { kind: 'import', module: path, at };
    return BUILTIN.test(name) ? { kind: 'global', name, at } : ownName(name, at);
  }

  protected packageOf(name: string): string | undefined {
    return this.scope.find(name) ? undefined : this.made.packages.get(name);
  }

  protected qualified(node: Syntax, at: Place): Expression {
    const [name, type] = meaningful(node).map((child) => child.text());
    return packageName(this.packageOf(name ?? '') ?? name ?? '', type ?? '', at);
  }

  /** A value of a type, with what it has where nothing is set. */
  protected zero(type: Syntax | undefined, at: Place): Expression {
    if (type && kindOf(type) === 'array_type') return { kind: 'list', items: [], at };
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
      case 'struct_type':
        return this.oneLevel(() => this.struct('struct', node!, placeOfNode(node!)));
      default:
        return undefined;
    }
  }

  /** Of lists and maps, whose literals leave it out in their elements: `[]Job{{Run: run}}`. */
  protected elementType(type: Syntax): Expression | undefined {
    return /^(?:slice|array|map)_type$/.test(kindOf(type)) ? this.type(meaningful(type).at(-1)) : undefined;
  }

  /** The type of a place: of a list or a map, that of its elements. */
  protected held(type: Syntax | undefined): Expression | undefined {
    return this.type(type) ?? (type && this.elementType(type));
  }

  /** `type Job struct { … }`; `type Name string` has methods, too. */
  protected declaredType(name: string, type: Syntax, at: Place): Expression | undefined {
    if (kindOf(type) === 'struct_type') return this.struct(name, type, at);
    if (kindOf(type) !== 'type_identifier' || !isPlainType(type)) return undefined;
    // No text fits into a number, whatever its name.
    const bases: Expression[] = isNumberType(type) ? [{ kind: 'global', name: 'enum', at }] : [];
    const form: ClassForm = { id: this.ids.next(), name, bases, decorators: [], methods: [], fields: [], at };
    return { kind: 'class', class: form, at };
  }

  /** A struct is a class whose constructor sets its fields. */
  protected struct(name: string, struct: Syntax, at: Place): Expression {
    const fields = meaningful(meaningful(struct)[0] ?? struct)
      .filter((child) => kindOf(child) === 'field_declaration')
      .flatMap((each) => this.fieldsOf(each, at));
    const form: ClassForm = {
      id: this.ids.next(),
      name,
      bases: fields.flatMap(({ type, isEmbedded }) => (isEmbedded && type ? [type] : [])),
      decorators: [],
      methods: [{ name: 'constructor', function: this.constructorOf(name, fields, at), isStatic: false }],
      fields: fields.map(({ name: each, type, isHeld }) => {
        const value = unknown([], at);
        return { name: each, value: type ? { kind: 'typed', value, type, ...(isHeld && { isHeld }), at } : value };
      }),
      at,
    };
    return { kind: 'class', class: form, at };
  }

  private fieldsOf(declaration: Syntax, at: Place): Field[] {
    const names = declaration.children().filter((child) => kindOf(child) === 'field_identifier');
    const written = field(declaration, 'type');
    const isHeld = isNumberType(written);
    const type: Expression | undefined = isHeld ? { kind: 'global', name: written!.text(), at } : this.held(written);
    // An array is there from the beginning; lists and maps are nil.
    const isArray = written !== undefined && kindOf(written) === 'array_type' && !isHeld;
    if (names.length > 0)
      return names.map((child, index) => {
        const zero: Expression = { kind: 'list', items: [], at: placeOfNode(declaration) + index / 16 };
        return { name: child.text(), type, isHeld, ...(isArray && { zero }) };
      });
    return written ? [{ name: nameOfEmbedded(written), type, isHeld, isEmbedded: true }] : [];
  }

  private constructorOf(className: string, fields: readonly Field[], at: Place): FunctionForm {
    const scope = new Scope(this.ids, undefined);
    const self = scope.declare('this');
    const object: Expression = { kind: 'variable', id: self, at };
    const setting = ({ name, isEmbedded }: Field): Statement[] => {
      const value: Expression = { kind: 'variable', id: scope.declare(name), at };
      const own = evaluate({ kind: 'assign', target: { kind: 'field', object, name }, value, at });
      if (!isEmbedded) return [own];
      const callee: Expression = { kind: 'global', name: 'promoted', at };
      return [own, evaluate({ kind: 'call', callee, args: [{ value: object }, { value }], at })];
    };
    const settingFields = new Map(fields.map((each) => [each.name, setting(each)]));
    const parameters = fields.map(
      ({ name, type, isHeld, zero }): Parameter => ({
        target: { kind: 'variable', id: scope.declare(name) },
        name,
        ...(zero && { fallback: zero }),
        ...(type && !isHeld && { type }),
        ...(isHeld && { isHeld }),
      }),
    );
    const name = `${className} literal`;
    const body = [...settingFields.values()].flat();
    const own = { name, parameters, body, settingFields, self };
    return { id: this.ids.next(), file: this.file, ...own, decorators: [], at };
  }
}

/** Whether no text fits into a type. */
export const isNumberType = (type: Syntax | undefined): boolean =>
  /^(?:u?int(?:8|16|32|64)?|float(?:32|64)|bool|byte|uintptr)$/.test(type?.text() ?? '');

const isPlainType = (type: Syntax): boolean => type.text() === 'string' || isNumberType(type);

/** `*gorm.DB` among the fields of a struct is its field `DB`. */
const nameOfEmbedded = (type: Syntax): string => /(\w+)(?:\[.*)?$/s.exec(type.text())?.[1] ?? '';
