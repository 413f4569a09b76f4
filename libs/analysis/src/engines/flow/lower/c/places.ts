import type { Expression, Place } from '../../ir';
import { type MadeOfC, named, nothing, number, own, typeNamed } from './names';
import { type CType, POINTER_SIZE, writtenType } from './types';
import { Lowering } from '../lowering';
import { type Syntax, field, kindOf, meaningful } from '../syntax';

/** Resolves the names of C, and the types that their declarations give. */
export abstract class CPlaces extends Lowering<MadeOfC> {
  protected override name(name: string, at: Place): Expression {
    const found = this.scope.find(name);
    if (found) return this.variable(found.id, at);
    if (name === 'NULL') return { kind: 'literal', value: null, at };
    const owner = this.made.current.owner;
    if (owner && this.isMember(name)) return { kind: 'field', object: this.self(at), name, at };
    return named(name, at);
  }

  /** Where the file does not declare the class, what nobody declares and is not written like a constant is a member. */
  protected isMember(name: string): boolean {
    const { fields } = this.made.current.owner!;
    if (fields) return fields.has(name);
    return !this.made.defined.has(name) && (/_$|^m_/.test(name) || !/^[A-Z_0-9]+$/.test(name));
  }

  protected self(at: Place): Expression {
    const owner = this.made.current.owner;
    return owner ? { kind: 'variable', id: owner.self, at } : nothing(at);
  }

  /** The value of a variable; one whose address is taken lies in a box. */
  protected variable(id: string, at: Place): Expression {
    const variable: Expression = { kind: 'variable', id, at };
    return this.made.boxed.has(id) ? { kind: 'index', object: variable, key: number(0, at), at } : variable;
  }

  protected isStructured(type: CType | undefined): boolean {
    return type?.name !== undefined && type.to === undefined;
  }

  /** A value that gets a type: what a number cannot be any more. */
  protected converted(value: Expression, { size, isUnsigned, to }: CType, at: Place): Expression {
    if (to || size === undefined || value.kind === 'literal') return value;
    if (size === 1) return own('byte', [value], at);
    return isUnsigned ? own('unsigned', [value], at) : value;
  }

  /** How many bytes a value of a type has. */
  protected sizeOf(type: CType, at: Place): Expression {
    if (type.isArray && type.to) {
      if (!type.count) return nothing(at);
      const operands = [this.expression(type.count), this.sizeOf(type.to, at)];
      return { kind: 'operation', operator: '*', operands, at };
    }
    if (type.to) return number(POINTER_SIZE, at);
    return type.size === undefined ? nothing(at) : number(type.size, at);
  }

  protected writtenType(node: Syntax | undefined): CType {
    return writtenType(node, this.made.typedefs);
  }

  /** The type that the declarations of the file give an expression. */
  protected typeOf(node: Syntax): CType | undefined {
    const inner = unwrapped(node);
    switch (kindOf(inner)) {
      case 'identifier': {
        const found = this.scope.find(inner.text());
        const type = found && this.made.types.get(found.id);
        return type ?? this.memberType(this.made.current.owner && 'this', inner.text());
      }
      case 'field_expression': {
        const object = field(inner, 'argument');
        const type = object && this.typeOf(object);
        return this.memberType(type?.name ?? type?.to?.name, field(inner, 'field')?.text() ?? '');
      }
      case 'subscript_expression':
        return meaningful(inner)[0] && this.typeOf(meaningful(inner)[0]!)?.to;
      case 'pointer_expression': {
        const argument = field(inner, 'argument');
        const type = argument && this.typeOf(argument);
        if (inner.text().startsWith('&')) return type && { size: POINTER_SIZE, to: type };
        return type?.to;
      }
      case 'cast_expression':
        return this.writtenType(field(inner, 'type'));
      default:
        return undefined;
    }
  }

  protected memberType(className: string | undefined, name: string): CType | undefined {
    return className === undefined ? undefined : this.made.members.get(className)?.fields.get(name);
  }

  /** A value that a place of a type gets: new memory has the size of its elements from there. */
  /** `std::string text = pointer`: what the pointer leads to is copied. */
  protected copiedText(value: Expression, written: Syntax | undefined, at: Place): Expression {
    const type = written && this.typeOf(written);
    return type?.to !== undefined || type?.isArray ? own('copied text', [value], at) : value;
  }

  protected shaped(value: Expression, type: CType | undefined, at: Place): Expression {
    if (!type) return value;
    const { to } = type;
    if (!to) return this.converted(value, type, at);
    if (value.kind !== 'call' || value.isNew) return value;
    if (to.name !== undefined) return own('shape', [value, typeNamed(to.name, at)], at);
    return to.size === undefined ? value : own('shape', [value, number(to.size, at)], at);
  }
}

/** Without parentheses around. */
export function unwrapped(node: Syntax): Syntax {
  let inner = node;
  while (kindOf(inner) === 'parenthesized_expression' && meaningful(inner).length === 1) inner = meaningful(inner)[0]!;
  return inner;
}
