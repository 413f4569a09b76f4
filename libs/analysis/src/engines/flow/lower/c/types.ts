import { type Syntax, field, kindOf, meaningful } from '../syntax';

/** The type that a declaration gives a variable. */
export interface CType {
  /** In bytes, of a value that is no array; undefined where the file does not say. */
  readonly size?: number;
  readonly isUnsigned?: true;
  readonly isFloat?: true;
  readonly isBoolean?: true;
  /** A `char` that is neither `signed` nor `unsigned`. */
  readonly isPlainChar?: true;
  /** Of a pointer or an array: what it leads to. */
  readonly to?: CType;
  /** Of an array: how many elements it has; missing where that is not written. */
  readonly count?: Syntax;
  readonly isArray?: true;
  readonly isFunction?: true;
  readonly isReference?: true;
  /** Things of the standard library that are followed by what is in them. */
  readonly holds?: 'text' | 'list' | 'map' | 'writer' | 'reader' | 'pointer';
  /** The name of a struct, a class or a type that the file does not declare. */
  readonly name?: string;
  readonly isConstant?: true;
}

export const POINTER_SIZE = 8;

const SIZES: Readonly<Record<string, number>> = {
  ...sizes(1, 'char bool _Bool int8_t uint8_t byte BYTE u8 u_char uchar u_int8_t CHAR UCHAR char8_t'),
  ...sizes(2, 'short int16_t uint16_t u16 u_short u_int16_t WORD USHORT char16_t'),
  ...sizes(4, 'int unsigned signed float int32_t uint32_t u32 u_int u_int32_t wchar_t char32_t DWORD INT UINT BOOL'),
  ...sizes(8, 'long double int64_t uint64_t u64 u_int64_t size_t ssize_t ptrdiff_t intptr_t uintptr_t off_t time_t'),
};

function sizes(size: number, names: string): Record<string, number> {
  return Object.fromEntries(names.split(' ').map((name) => [name, size]));
}

const UNSIGNED = /\bunsigned\b|^u(?:int|8|16|32|64|_|char)|^size_t$|^(?:DWORD|WORD|BYTE|UINT|USHORT|UCHAR|byte)$/;

const LISTS = new Set(
  'vector list deque array set unordered_set multiset queue stack initializer_list span'.split(' '),
);
const MAPS = new Set(['map', 'unordered_map', 'multimap']);
const POINTERS = new Set(['unique_ptr', 'shared_ptr', 'weak_ptr', 'auto_ptr', 'optional']);

function held(name: string): CType['holds'] {
  if (/^(?:string|wstring|string_view|u8string)$/.test(name)) return 'text';
  if (LISTS.has(name)) return 'list';
  if (MAPS.has(name)) return 'map';
  if (POINTERS.has(name)) return 'pointer';
  if (/^(?:o?stringstream|wstringstream)$/.test(name)) return 'writer';
  return /^(?:ifstream|fstream|istream|istringstream)$/.test(name) ? 'reader' : undefined;
}

/** The type that stands before the declarators. */
export function writtenType(node: Syntax | undefined, typedefs: ReadonlyMap<string, CType>): CType {
  if (!node) return {};
  switch (kindOf(node)) {
    case 'primitive_type':
      return numeric(node.text());
    case 'sized_type_specifier':
      return numeric(node.text().replace(/\s+/g, ' '));
    case 'type_identifier':
      return namedType(node.text(), typedefs);
    case 'struct_specifier':
    case 'union_specifier':
    case 'class_specifier': {
      const name = field(node, 'name')?.text();
      return name === undefined ? {} : (typedefs.get(name) ?? { name });
    }
    case 'enum_specifier':
      return { size: 4 };
    case 'qualified_identifier':
      return writtenType(field(node, 'name'), typedefs);
    case 'template_type': {
      const name = field(node, 'name')?.text() ?? '';
      const holds = held(name);
      return holds ? { holds } : { name };
    }
    case 'type_descriptor':
      return declaredType(writtenType(field(node, 'type'), typedefs), field(node, 'declarator')).type;
    default:
      return {};
  }
}

function namedType(name: string, typedefs: ReadonlyMap<string, CType>): CType {
  const known = typedefs.get(name);
  if (known) return known;
  const holds = held(name);
  if (holds) return { holds };
  return Object.hasOwn(SIZES, name) ? numeric(name) : { name };
}

function numeric(text: string): CType {
  const last = text.split(' ').at(-1)!;
  const size = /\blong\b/.test(text) ? 8 : /\bshort\b/.test(text) ? 2 : (SIZES[last] ?? SIZES[text]);
  return {
    ...(size !== undefined && { size }),
    ...(UNSIGNED.test(text) && { isUnsigned: true }),
    ...(/\b(?:float|double)\b/.test(text) && { isFloat: true }),
    ...(/^(?:_?[bB]ool|BOOL)$/.test(text) && { isBoolean: true }),
    ...(/^(?:char|CHAR)$/.test(text) && { isPlainChar: true }),
  };
}

/** The name that a declarator gives, and its type. */
export function declaredType(
  base: CType,
  declarator: Syntax | undefined,
): { readonly name?: string; readonly type: CType; readonly nameNode?: Syntax } {
  let type = base;
  let node = declarator;
  // A declarator nests as deep as somebody likes.
  while (node) {
    switch (kindOf(node)) {
      case 'pointer_declarator':
      case 'abstract_pointer_declarator':
        type = { size: POINTER_SIZE, to: type };
        node = field(node, 'declarator');
        continue;
      case 'array_declarator':
      case 'abstract_array_declarator': {
        const count = field(node, 'size');
        type = { isArray: true, to: type, ...(count && { count }) };
        node = field(node, 'declarator');
        continue;
      }
      case 'function_declarator':
      case 'abstract_function_declarator':
        type = { isFunction: true, size: POINTER_SIZE };
        node = field(node, 'declarator');
        continue;
      case 'reference_declarator':
      case 'abstract_reference_declarator':
        type = { ...type, isReference: true };
        node = meaningful(node)[0];
        continue;
      case 'init_declarator':
      case 'attributed_declarator':
      case 'parenthesized_declarator':
        node = field(node, 'declarator') ?? meaningful(node)[0];
        continue;
      default: {
        const name = kindOf(node).endsWith('identifier') ? node.text() : undefined;
        return { type, ...(name !== undefined && { name, nameNode: node }) };
      }
    }
  }
  return { type };
}

/** A pointer to a function holds one; a function's own name declares it. */
export function isPrototype(declarator: Syntax): boolean {
  let node: Syntax | undefined = declarator;
  while (node && /^(?:pointer|reference|attributed)_declarator$/.test(kindOf(node)))
    node = field(node, 'declarator') ?? meaningful(node)[0];
  if (!node || kindOf(node) !== 'function_declarator') return false;
  return kindOf(field(node, 'declarator') ?? node) !== 'parenthesized_declarator';
}

/** Before its body a function says by an attribute or a macro that it does not come back. */
const HEAD = 200;

export const neverReturns = (node: Syntax): boolean =>
  /\b_?_?[nN]oreturn\b|NORETURN/.test(node.text().slice(0, HEAD).split('{', 1)[0]!);
