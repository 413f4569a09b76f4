import type { Expression, ExtensionForm, VariableId } from '../../ir';
import type { Made } from '../lowering';
import { type Syntax, isNamed, kindOf, written } from '../syntax';

/** The names that a class and the classes around it declare, for names that are written without `this`. */
export interface Owner {
  /** The name under which its own methods find the object. */
  readonly selfName: string;
  readonly members: ReadonlySet<string>;
  /** Of its companion, and its nested classes and objects. */
  readonly statics: ReadonlySet<string>;
  readonly id: VariableId;
  /** The classes that it extends or implements. */
  readonly bases: readonly Expression[];
  readonly outer?: Owner;
}

export type MadeOfKotlin = Made & {
  /** The assignments of classes within classes, the inner ones first. */
  readonly nested: Expression[];
  readonly extensions: ExtensionForm[];
  /** The imported names, by the name that the file has for each. */
  readonly named: Map<string, string>;
  /** Variables that are declared outside classes and functions. */
  readonly topLevel: Map<string, VariableId>;
};

/** The children that mean something; `null` has no name in the grammar. */
export const operandsOf = (node: Syntax): readonly Syntax[] =>
  written(node).filter((child) => isNamed(child) || kindOf(child) === 'null');

export const childOf = (node: Syntax, kind: string): Syntax | undefined =>
  written(node).find((child) => kindOf(child) === kind);

export const hasToken = (node: Syntax, token: string): boolean =>
  written(node).some((child) => kindOf(child) === token && !isNamed(child));

/** The node after a token, such as `=`. */
export function after(node: Syntax, token: string): Syntax | undefined {
  const children = written(node);
  const place = children.findIndex((child) => kindOf(child) === token && !isNamed(child));
  return place < 0 ? undefined : children[place + 1];
}

/** The simple name that a node has: of a declaration, of a suffix. */
export const nameIn = (node: Syntax): string =>
  nameOf(childOf(node, 'simple_identifier') ?? childOf(node, 'type_identifier'));

/** A name that is a word of the language elsewhere stands between backticks. */
export const nameOf = (node: Syntax | undefined): string => node?.text().replaceAll('`', '') ?? '';

const TYPES = new Set(['user_type', 'nullable_type', 'parenthesized_type', 'not_nullable_type']);
export const isType = (node: Syntax): boolean => TYPES.has(kindOf(node)) || kindOf(node) === 'function_type';

/** Nothing that rows say is about these: a value of which only this is known is as good as unknown. */
const PLAIN_TYPES = new Set(
  (
    'String CharSequence Any Unit Nothing List MutableList Map MutableMap Set MutableSet Array Collection Iterable ' +
    'Sequence Pair Triple Result ArrayList HashMap HashSet ByteArray CharArray'
  ).split(' '),
);

/** The simple name of the class that a type names; undefined where it says nothing about a value. */
export function typeName(type: Syntax | undefined): string | undefined {
  if (type === undefined || !TYPES.has(kindOf(type))) return undefined;
  if (kindOf(type) !== 'user_type') return typeName(written(type).find(isType));
  const name = written(type)
    .findLast((child) => kindOf(child) === 'type_identifier')
    ?.text();
  return name === undefined || PLAIN_TYPES.has(name) ? undefined : name;
}

/** The type that is written after the colon of a declaration. */
export const declaredType = (node: Syntax): Syntax | undefined => {
  const type = after(node, ':');
  return type && isType(type) ? type : undefined;
};

/** Whether a value of a type holds only numbers: `Long`, `List<Long>`, `IntArray`. Many bytes are a text. */
export const holdsNumbers = (type: Syntax | undefined): boolean => NUMBERS.test(type?.text().replace(/\s/g, '') ?? '');
const NUMBER = '(?:Int|Long|Short|Double|Float|Boolean|BigDecimal|BigInteger|UUID|LocalDate|LocalDateTime|Instant)';
const COLLECTION = '(?:(?:Mutable|Array|Hash|LinkedHash)?(?:List|Set)|(?:Mutable)?Collection|Iterable|Array)';
const NUMBERS = new RegExp(String.raw`^(?:Byte|${NUMBER}(?:Array)?|${COLLECTION}<${NUMBER}\??>)\??$`);

export const hasModifier = (node: Syntax, modifier: string): boolean => {
  const modifiers = childOf(node, 'modifiers');
  return modifiers !== undefined && written(modifiers).some((each) => each.text() === modifier);
};

/** Functions of the language that no class or receiver is asked for. */
export const LANGUAGE_FUNCTIONS: ReadonlySet<string> = new Set(
  (
    'println print error require requireNotNull check checkNotNull assert TODO lazy run with repeat listOf ' +
    'listOfNotNull mutableListOf arrayListOf emptyList setOf mutableSetOf hashSetOf linkedSetOf emptySet mapOf ' +
    'mutableMapOf hashMapOf linkedMapOf sortedMapOf emptyMap arrayOf arrayOfNulls emptyArray intArrayOf ' +
    'byteArrayOf longArrayOf charArrayOf booleanArrayOf doubleArrayOf floatArrayOf sequenceOf buildString ' +
    'buildList buildSet buildMap runBlocking runCatching synchronized maxOf minOf readLine readln to launch async ' +
    'withContext coroutineScope supervisorScope delay sortedSetOf emptySequence generateSequence'
  ).split(' '),
);

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b' };

/** A part of a text as it is meant. */
export const unescaped = (text: string): string =>
  text.replace(/\\(?:u([0-9a-fA-F]{4})|(.))/gs, (_, code: string | undefined, letter: string) =>
    code === undefined ? (ESCAPES[letter] ?? letter) : String.fromCharCode(Number.parseInt(code, 16)),
  );
