import type { ClassForm, Expression, FunctionForm, Place, Statement } from '../../ir';
import { CDeclarations } from './declarations';
import { functionDeclarator, nameOfFunction } from './function-names';
import { nothing, typeNamed } from './names';
import { type CType, declaredType, isPrototype } from './types';
import { type Syntax, field, kindOf, meaningful, placeOfNode } from '../syntax';

const CLASS = /^(?:struct|class|union)_specifier$/;

/** A function with its body, and for a method the class that it belongs to. */
export interface DefinedFunction {
  readonly form: FunctionForm;
  readonly name: string;
  readonly owner?: string;
  readonly isConstructor: boolean;
}

/** Structs, classes and enumerations. */
export abstract class CClasses extends CDeclarations {
  protected abstract functionForm(node: Syntax, className?: string): DefinedFunction | undefined;

  /** The type of a declaration may itself declare a type: `struct a { int b; } c;` */
  protected typeDeclared(node: Syntax): Statement[] {
    if (CLASS.test(kindOf(node)) && field(node, 'body')) this.classDeclared(node, field(node, 'name')?.text());
    if (kindOf(node) === 'enum_specifier') this.enumDeclared(node);
    return [];
  }

  protected enumDeclared(node: Syntax): void {
    let next: number | undefined = 0;
    for (const each of meaningful(field(node, 'body') ?? node)) {
      if (kindOf(each) !== 'enumerator') continue;
      const at = placeOfNode(each);
      const name = field(each, 'name')?.text() ?? '';
      const written = field(each, 'value');
      const value = written ? this.expression(written) : undefined;
      if (value) next = value.kind === 'literal' && typeof value.value === 'number' ? value.value : undefined;
      this.made.defined.add(name);
      if (next === undefined) continue;
      this.made.exports.push({ name: `fn ${name}`, value: { kind: 'literal', value: next, at } });
      next += 1;
    }
  }

  protected typeDefined(node: Syntax): void {
    const written = field(node, 'type');
    const declarator = field(node, 'declarator');
    if (!written || !declarator) return;
    const alias = kindOf(declarator) === 'type_identifier' ? declarator.text() : undefined;
    if (CLASS.test(kindOf(written)) && field(written, 'body'))
      this.classDeclared(written, field(written, 'name')?.text() ?? alias, alias);
    else this.typeDeclared(written);
    const { name, type } = declaredType(this.writtenType(written), declarator);
    const tag = CLASS.test(kindOf(written)) ? (field(written, 'name')?.text() ?? alias) : undefined;
    const known: CType = tag !== undefined && alias !== undefined ? { ...this.typeOfTag(tag) } : type;
    if (name !== undefined && known.name !== name) this.made.typedefs.set(name, known);
    // Another name for a class: whoever knows the alias alone finds it, too.
    if (alias !== undefined && tag !== undefined && tag !== alias)
      this.made.exports.push({ name: `type ${alias}`, value: typeNamed(tag, placeOfNode(node)) });
  }

  protected typeOfTag(tag: string): CType {
    return this.made.typedefs.get(tag) ?? { name: tag };
  }

  protected classDeclared(node: Syntax, name: string | undefined, alias?: string): void {
    if (name === undefined) return;
    const at = placeOfNode(node);
    const body = field(node, 'body') ?? node;
    const nodes = membersOf(body);
    const fields = new Map<string, CType>();
    const methods = new Set<string>();
    this.made.members.set(name, { fields, methods });
    if (alias !== undefined) this.made.members.set(alias, { fields, methods });
    const declared: { name: string; type: CType; value?: Syntax; at: Place }[] = [];
    let size: number | undefined = 0;
    let widest = 1;
    for (const member of nodes.filter((each) => kindOf(each) === 'field_declaration')) {
      const written = field(member, 'type');
      if (written) this.typeDeclared(written);
      const base = this.writtenType(written);
      const value = field(member, 'default_value');
      for (const declarator of meaningful(member).filter((child) =>
        /declarator$|^field_identifier$/.test(kindOf(child)),
      )) {
        const { name: memberName, type } = declaredType(base, declarator);
        if (memberName === undefined) continue;
        if (isPrototype(declarator)) {
          methods.add(memberName);
          continue;
        }
        keepMember(fields, memberName, type);
        declared.push({ name: memberName, type, ...(value && { value }), at: placeOfNode(declarator) });
        const [bytes, unit] = this.bytesOf(type);
        size = size === undefined || bytes === undefined ? undefined : Math.ceil(size / unit) * unit + bytes;
        widest = Math.max(widest, unit);
      }
    }
    if (size !== undefined && size > 0 && kindOf(node) !== 'union_specifier')
      this.made.typedefs.set(name, { name, size: Math.ceil(size / widest) * widest });
    const functions = nodes.filter((each) => kindOf(each) === 'function_definition');
    for (const each of functions) {
      const declarator = functionDeclarator(each);
      methods.add(declarator ? nameOfFunction(declarator) : '');
    }
    const form: ClassForm = {
      id: this.ids.next(),
      name,
      bases: basesOf(node).map((base) => typeNamed(base, at)),
      decorators: [],
      methods: functions.flatMap((each) => {
        const method = this.functionForm(each, name);
        const isStatic = meaningful(each).some((child) => child.text() === 'static');
        return method
          ? [{ name: method.isConstructor ? 'constructor' : method.name, function: method.form, isStatic }]
          : [];
      }),
      fields: declared.map((each) => this.fieldOf(each)),
      at,
    };
    if (form.methods.length > 0) this.made.classes.push(form);
    const value: Expression = { kind: 'class', class: form, at };
    this.made.exports.push({ name: `type ${name}`, value });
  }

  /** Arrays within a thing have their size wherever the thing comes from. */
  protected fieldOf({
    name,
    type,
    value,
    at,
  }: {
    name: string;
    type: CType;
    value?: Syntax;
    at: Place;
  }): ClassForm['fields'][number] {
    if (type.isArray) return { name, value: this.initial(type, value, at), isConstant: true };
    if (value) return { name, value: this.initial(type, value, at) };
    if (type.holds !== undefined) return { name, value: this.initial(type, undefined, at) };
    const className = type.name ?? type.to?.name;
    if (className === undefined) return { name, value: nothing(at) };
    return { name, value: { kind: 'typed', value: nothing(at), type: typeNamed(className, at), at } };
  }

  /** The bytes of a field, and to which multiple of bytes it begins. */
  protected bytesOf(type: CType): readonly [number | undefined, number] {
    if (!type.isArray || !type.to)
      return [type.size, type.name === undefined ? (type.size ?? 1) : Math.min(type.size ?? 1, 8)];
    const count = type.count && Number(type.count.text());
    const [each, unit] = this.bytesOf(type.to);
    return [count !== undefined && Number.isInteger(count) && each !== undefined ? count * each : undefined, unit];
  }
}

/** A member that is declared twice is one thing on one machine, and another one elsewhere. */
function keepMember(fields: Map<string, CType>, name: string, type: CType): void {
  const before = fields.get(name);
  fields.set(name, before !== undefined && before.size !== type.size ? {} : type);
}

/** The members of a class, those under conditions of the preprocessor, too. */
function membersOf(body: Syntax): Syntax[] {
  return meaningful(body).flatMap((each): Syntax[] => {
    if (/^preproc_(?:if|ifdef|else|elif)/.test(kindOf(each))) return membersOf(each);
    if (kindOf(each) === 'template_declaration') return membersOf(each);
    return [each];
  });
}

function basesOf(node: Syntax): string[] {
  const clause = meaningful(node).find((child) => kindOf(child) === 'base_class_clause');
  return (clause ? meaningful(clause) : [])
    .filter((child) => /identifier$|template_type/.test(kindOf(child)))
    .map((child) => (field(child, 'name') ?? child).text().split('::').at(-1)!);
}
