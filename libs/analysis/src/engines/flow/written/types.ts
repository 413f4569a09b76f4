import { nameOfCallee } from '../lower/c/calls';
import type { MadeOfC } from '../lower/c/names';
import { unwrapped } from '../lower/c/places';
import { type CType, POINTER_SIZE, declaredType, writtenType } from '../lower/c/types';
import { type Syntax, field, kindOf, meaningful } from '../lower/syntax';

/** The types that a file of C declares. */
export type KnownTypes = Pick<MadeOfC, 'typedefs' | 'members'>;

/** The size of what arithmetic is done in: narrower numbers are made an int. */
const INT_SIZE = 4;
const INT: CType = { size: INT_SIZE };
const SIZE_TYPE: CType = { size: 8, isUnsigned: true };
const ARITHMETIC = new Set(['+', '-', '*', '/', '%', '&', '|', '^']);
/** Functions of the library that give a size. */
const SIZES = /^(?:strlen|wcslen|strspn|strcspn|fread|fwrite|strnlen)$/;

/** The types of names in one function. A name that two declarations of the function give has no known type. */
export class NamesOfFunction {
  private readonly types = new Map<string, CType | undefined>();
  /** The names that a declaration of the function itself gives: no parameters. */
  readonly locals = new Set<string>();

  constructor(
    private readonly known: KnownTypes,
    private readonly outside?: NamesOfFunction,
  ) {}

  declare(name: string, type: CType, isLocal: boolean): void {
    this.types.set(name, this.types.has(name) ? undefined : type);
    if (isLocal) this.locals.add(name);
  }

  has(name: string): boolean {
    return this.types.has(name);
  }

  /** Keeps what a declaration or a parameter declares. */
  keep(node: Syntax, isLocal: boolean): void {
    const base = writtenType(field(node, 'type'), this.known.typedefs);
    for (const declarator of meaningful(node)) {
      if (!/declarator$|^identifier$/.test(kindOf(declarator))) continue;
      const { name, type } = declaredType(base, declarator);
      if (name !== undefined && !type.isFunction) this.declare(name, type, isLocal);
    }
  }

  typeNamed(node: Syntax | undefined): CType {
    return writtenType(node, this.known.typedefs);
  }

  /** Whether the file says what is in a struct. */
  isStruct({ name, to, size }: CType): boolean {
    return name !== undefined && to === undefined && this.known.members.has(name) && size !== undefined;
  }

  /** The type of an expression; undefined where it is not certain. */
  typeOf(node: Syntax): CType | undefined {
    const inner = unwrapped(node);
    switch (kindOf(inner)) {
      case 'identifier': {
        const name = inner.text();
        return this.types.has(name) ? this.types.get(name) : this.outside?.typeOf(inner);
      }
      case 'field_expression': {
        const object = field(inner, 'argument');
        const type = object && this.typeOf(object);
        const owner = type?.name ?? type?.to?.name;
        return owner === undefined
          ? undefined
          : this.known.members.get(owner)?.fields.get(field(inner, 'field')!.text());
      }
      case 'subscript_expression': {
        const [array] = meaningful(inner);
        return array && this.typeOf(array)?.to;
      }
      case 'pointer_expression':
        return this.ofPointer(inner);
      case 'cast_expression':
        return this.typeNamed(field(inner, 'type'));
      case 'number_literal':
        return typeOfNumber(inner.text());
      case 'char_literal':
        return INT;
      case 'sizeof_expression':
        return SIZE_TYPE;
      case 'call_expression': {
        const callee = field(inner, 'function');
        return callee && SIZES.test(nameOfCallee(unwrapped(callee))) ? SIZE_TYPE : undefined;
      }
      case 'binary_expression':
        return this.ofOperation(inner);
      default:
        return undefined;
    }
  }

  private ofPointer(node: Syntax): CType | undefined {
    const argument = field(node, 'argument');
    const type = argument && this.typeOf(argument);
    if (node.text().startsWith('&')) return type && { size: POINTER_SIZE, to: type };
    return type?.to;
  }

  private ofOperation(node: Syntax): CType | undefined {
    const operator = field(node, 'operator')?.text() ?? '';
    const [left, right] = [field(node, 'left'), field(node, 'right')].map((each) => each && this.typeOf(each));
    if (operator === '<<' || operator === '>>') return left && promoted(left);
    if (!ARITHMETIC.has(operator) || !left || !right) return undefined;
    if (left.to || right.to) return operator === '+' || operator === '-' ? (left.to ? left : right) : undefined;
    return wider(promoted(left), promoted(right));
  }
}

/** The type in which arithmetic is done with a number. */
export function promoted(type: CType): CType | undefined {
  if (type.size === undefined || type.to || type.isArray || type.name !== undefined) return undefined;
  return type.size < INT_SIZE ? INT : type;
}

function wider(one: CType | undefined, other: CType | undefined): CType | undefined {
  if (!one || !other) return undefined;
  if (one.isFloat || other.isFloat) return { size: 8, isFloat: true };
  const size = Math.max(one.size!, other.size!);
  const isUnsigned = [one, other].some((each) => each.isUnsigned && each.size === size);
  return { size, ...(isUnsigned && { isUnsigned: true }) };
}

function typeOfNumber(text: string): CType {
  const isHex = /^0x/i.test(text);
  if (!isHex && /[.eE]/.test(text)) return { size: 8, isFloat: true };
  const suffix = /[uUlLzZ]*$/.exec(text)![0];
  const value = Number(text.replaceAll("'", '').replace(/[uUlLzZ]+$/, ''));
  const isUnsigned = /u/i.test(suffix) || (isHex && value > 0x7fffffff && value <= 0xffffffff);
  const size = /l/i.test(suffix) || value > (isUnsigned ? 0xffffffff : 0x7fffffff) ? 8 : INT_SIZE;
  return { size, ...(isUnsigned && { isUnsigned: true }) };
}

/** A whole number that is written as one: 3, -1, 0x10. */
export function numberIn(node: Syntax | undefined): number | undefined {
  if (!node) return undefined;
  const text = unwrapped(node).text().replaceAll("'", '');
  const [, sign, digits] = /^(-?)\s*(0[xX][0-9a-fA-F]+|\d+)[uUlLzZ]*$/.exec(text) ?? [];
  if (digits === undefined) return undefined;
  const value = /^0[0-7]+$/.test(digits) ? Number.parseInt(digits, 8) : Number(digits);
  return sign === '-' ? -value : value;
}
