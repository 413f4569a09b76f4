import { nameOfCallee } from '../lower/c/calls';
import type { MadeOfC } from '../lower/c/names';
import { unwrapped } from '../lower/c/places';
import { typeOfNumber, typeOfOperation, typeOfResult } from '../lower/c/arithmetic-types';
import { type CType, POINTER_SIZE, declaredType, writtenType } from '../lower/c/types';
import { type Syntax, field, kindOf, meaningful } from '../lower/syntax';

/** The types that a file of C declares. */
export type KnownTypes = Pick<MadeOfC, 'typedefs' | 'members'>;

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
        return { size: 4 };
      case 'sizeof_expression':
        return { size: 8, isUnsigned: true };
      case 'call_expression': {
        const callee = field(inner, 'function');
        return callee && typeOfResult(nameOfCallee(unwrapped(callee)));
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
    return typeOfOperation(operator, left, right);
  }
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
