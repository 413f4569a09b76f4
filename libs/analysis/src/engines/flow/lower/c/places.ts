import type { Expression, Place } from '../../ir';
import { type MadeOfC, named, nothing, number, own, typeNamed } from './names';
import { type CType, POINTER_SIZE, writtenType } from './types';
import { typeOfNumber, typeOfOperation, typeOfResult } from './arithmetic-types';
import { Lowering } from '../lowering';
import { type Syntax, field, kindOf, meaningful } from '../syntax';

/** Resolves the names of C, and the types that their declarations give. */
export abstract class CPlaces extends Lowering<MadeOfC> {
  protected override name(name: string, at: Place): Expression {
    const found = this.scope.find(name);
    if (found) return this.variable(found.id, at);
    if (name === 'NULL') return { kind: 'literal', value: null, at };
    const limit = this.made.defined.has(name) ? undefined : LIMITS.get(name);
    if (limit !== undefined) return number(limit, at);
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

  /** The type of an expression, also of arithmetic; undefined where the file does not say. */
  protected numberType(node: Syntax, depth = MAX_TYPED): CType | undefined {
    const inner = unwrapped(node);
    switch (kindOf(inner)) {
      case 'number_literal':
        return typeOfNumber(inner.text());
      case 'char_literal':
        return { size: 4 };
      case 'sizeof_expression':
        return { size: 8, isUnsigned: true };
      case 'call_expression':
        return typeOfResult((field(inner, 'function')?.text() ?? '').replace(/^std::/, ''));
      case 'unary_expression': {
        const argument = field(inner, 'argument');
        return argument && depth > 0 ? this.numberType(argument, depth - 1) : undefined;
      }
      case 'binary_expression': {
        const [left, right] = [field(inner, 'left'), field(inner, 'right')];
        if (!left || !right || depth === 0) return undefined;
        const types = [left, right].map((each) => this.numberType(each, depth - 1));
        return typeOfOperation(field(inner, 'operator')?.text() ?? '', types[0], types[1]);
      }
      default:
        return this.typeOf(inner);
    }
  }

  protected override numberMade(
    operation: Syntax,
    chained: number,
  ): Extract<Expression, { kind: 'operation' }>['makes'] {
    const operator = field(operation, 'operator')?.text() ?? '';
    if (chained > MAX_TYPED || !/^(?:[-+*]|<<)$/.test(operator) || isCompared(operation)) return undefined;
    const made = numberOfType(this.numberType(operation));
    const sizes = [field(operation, 'left'), field(operation, 'right')].map((each) => each && this.bytesIn(each));
    const [left, right] = sizes;
    if (!made || left === undefined || right === undefined) return made;
    // A wider number holds each product and each sum of narrower ones.
    const isWide =
      operator === '*' ? left + right <= made.size : operator !== '<<' && Math.max(left, right) < made.size;
    return isWide ? undefined : made;
  }

  /** How many bytes what a number says may need: without casts that make it wider. */
  private bytesIn(node: Syntax): number | undefined {
    let inner = unwrapped(node);
    for (let value = field(inner, 'value'); kindOf(inner) === 'cast_expression' && value; value = field(inner, 'value'))
      inner = unwrapped(value);
    const literal = kindOf(inner) === 'number_literal' ? Number(inner.text().replace(/[uUlL]+$/, '')) : undefined;
    if (literal !== undefined && literal < 2 ** 15) return literal < 2 ** 7 ? 1 : 2;
    const sizes = [inner, unwrapped(node)].map((each) => this.numberType(each)?.size);
    return sizes.includes(undefined) ? undefined : Math.min(...(sizes as number[]));
  }

  /** A number that gets fewer bytes than it has, or is no longer a fraction. */
  protected narrowed(value: Expression, written: Syntax | undefined, to: CType | undefined, at: Place): Expression {
    if (!written || !to || !numberOfType(to) || to.isBoolean || value.kind === 'literal') return value;
    const from = this.numberType(written);
    if (from?.size === undefined || from.to || from.isArray || from.isBoolean || from.name !== undefined) return value;
    // Nearly all lengths that become an int fit into it.
    const isNarrower = (from.size > to.size! && to.size! < 4) || (from.isFloat === true && to.size! <= 4);
    if (!isNarrower) return value;
    const isMade = value.kind === 'operation' && /^(?:add|-|\*)$/.test(value.operator) && !to.isUnsigned;
    return own('narrow', [value, ...(isMade ? [number(to.size!, at)] : [])], at);
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

/** As deep as types of arithmetic are asked for. */
const MAX_TYPED = 8;

/** The largest and the smallest numbers of types; wider ones are no exact numbers here. */
const LIMITS: ReadonlyMap<string, number> = new Map(
  [8, 16, 32].flatMap((bits): [string, number][] => {
    const [most, all] = [2 ** (bits - 1) - 1, 2 ** bits - 1];
    const names = bits === 8 ? ['SCHAR', 'CHAR', 'INT8'] : bits === 16 ? ['SHRT', 'INT16'] : ['INT', 'INT32'];
    const unsigned = bits === 8 ? ['UCHAR', 'UINT8'] : bits === 16 ? ['USHRT', 'UINT16'] : ['UINT', 'UINT32'];
    return [
      ...names.flatMap((name): [string, number][] => [
        [`${name}_MAX`, most],
        [`${name}_MIN`, -most - 1],
      ]),
      ...unsigned.map((name): [string, number] => [`${name}_MAX`, all]),
    ];
  }),
);

/** A whole number of a known size; undefined for any other type. */
export function numberOfType(
  type: CType | undefined,
): { readonly size: number; readonly isUnsigned: boolean } | undefined {
  if (type?.size === undefined || type.to || type.isArray || type.isFloat || type.name !== undefined) return undefined;
  return { size: type.size, isUnsigned: type.isUnsigned === true };
}

/** Whether arithmetic is part of a comparison, which may be the check itself: `a + b < a`. */
function isCompared(node: Syntax): boolean {
  let parent = node.parent();
  for (let levels = 0; parent && levels < MAX_TYPED; levels += 1) {
    const kind = kindOf(parent);
    if (kind === 'binary_expression' && /^[<>]=?$|^[=!]=$/.test(field(parent, 'operator')?.text() ?? '')) return true;
    if (!/^(?:parenthesized|binary|cast|unary)_expression$/.test(kind)) return false;
    parent = parent.parent();
  }
  return false;
}

/** Without parentheses around. */
export function unwrapped(node: Syntax): Syntax {
  let inner = node;
  while (kindOf(inner) === 'parenthesized_expression' && meaningful(inner).length === 1) inner = meaningful(inner)[0]!;
  return inner;
}
