import { PREDICTABLE } from '../../../../catalogue/flow/rows';
import { ALL_WEAKNESSES } from '../../rules';
import { callBack } from '../callbacks';
import { anyContentOf, append, elementsOf, keyOf, newList, newMap, putContent } from '../contents';
import { type Effect, isObject, taintOf } from '../effect';
import { include } from '../includes';
import { ruledOutWithout } from '../patterns';
import { withoutDelimiters } from '../searches';
import { withSource } from '../sources';
import { cutText, ofText, partReplaced, signsReplaced, trimmed, withText } from './texts';
import {
  PUT,
  UNKNOWN,
  type Value,
  carrying,
  constantOf,
  decoded,
  join,
  joinedText,
  madeSafe,
  ofTaints,
  stepped,
  textIn,
  valueLike,
  withTaints,
} from '../values';

/** The result is made of the text of the arguments. */
const text: Effect = ({ run, args }) => carrying(args.map((value) => taintOf(run, value)));

const element: Effect = ({ run, args: [collection = UNKNOWN] }) =>
  valueLike(anyContentOf(run, collection), { paths: [] });

/** A new array with the elements of the arguments, at unknown places. */
const elements: Effect = ({ run, args, at }) =>
  newMap(run, at, new Map(), args.map((value) => anyContentOf(run, value)).reduce(join, UNKNOWN));

/** Elements of the first argument at keys that the others have, or have not: no value of the others gets in. */
const elementsOfFirst: Effect = ({ run, args: [first = UNKNOWN], at }) =>
  newMap(run, at, new Map(), anyContentOf(run, first));

/** The elements that all arguments have: where the code names those of one, the result has no others. */
const intersected: Effect = (call) => {
  const { run, args, at } = call;
  const named = args
    .map((value) => elementsOf(run, value))
    .find((list) => list?.every(({ constant, taints }) => constant !== undefined && taints.length === 0));
  return named === undefined ? elementsOfFirst(call) : newMap(run, at, new Map(), named.reduce(join, UNKNOWN));
};

/** A new array with the elements of all arguments: those of a later array replace those of an earlier one. */
const merged: Effect = (call) => {
  const { run, args, at } = call;
  if (run.proof) return elements(call);
  let fields = new Map<string, Value>();
  let rest: Value = UNKNOWN;
  for (const value of args) {
    const object = value.objects.length === 1 ? run.state.object(value.objects[0]!) : undefined;
    const known = object?.kind === 'map' && object.fields.size <= MAX_MERGED ? object : undefined;
    const other = known === undefined ? anyContentOf(run, value) : withTaints(known.rest, value.taints);
    rest = join(rest, other);
    if (other !== UNKNOWN) fields = new Map([...fields].map(([name, field]) => [name, join(field, other)] as const));
    // PHP renumbers the elements.
    for (const [name, field] of known?.fields ?? [])
      if (/^\d+$/.test(name) || fields.size >= MAX_MERGED) rest = join(rest, field);
      else fields.set(name, field);
  }
  return newMap(run, at, fields, rest);
};

const MAX_MERGED = 100;

/** `dirname("files/$name")`: the name may hold slashes of its own. */
const folder: Effect = ({ run, args: [value = UNKNOWN] }) =>
  typeof value.constant === 'string' ? constantOf(value.constant.replace(/\/[^/]*\/?$/, '')) : taintOf(run, value);

const keys: Effect = ({ run, args: [collection = UNKNOWN] }) => keyOf(run, collection);

const SPECIFIER = /%(?:\d+\$)?[-+ 0]*(?:'.)?\d*(?:\.\d+)?([a-zA-Z%])/g;
/** Specifiers that write a number. */
const NUMERIC = /[bcdeEfFgGouxX]/;

/** A number harms nothing, but one that others can guess stays so. */
const asNumber = ({ taints }: Value): Value => ofTaints(taints.filter(({ label }) => label === PREDICTABLE));

/** `sprintf("%s and %d", $text, $number)` */
export const formatted: Effect = ({ run, args: [pattern = UNKNOWN, ...given] }) => {
  const written = pattern.text;
  if (written === undefined) return carrying([pattern, ...given].map((value) => taintOf(run, value)));
  const pieces: Value[] = [];
  let end = 0;
  let next = 0;
  for (const match of written.matchAll(SPECIFIER)) {
    pieces.push(valueLike(UNKNOWN, { text: written.slice(end, match.index) }));
    end = match.index + match[0].length;
    if (match[1] === '%') continue;
    const position = /^%(\d+)\$/.exec(match[0])?.[1];
    const value = given[position === undefined ? next++ : Number(position) - 1] ?? UNKNOWN;
    pieces.push(NUMERIC.test(match[1]!) ? asNumber(value) : value.text === undefined ? taintOf(run, value) : value);
  }
  pieces.push(valueLike(UNKNOWN, { text: written.slice(end) }));
  return withTaints(joinedText(pieces), pattern.taints);
};

/** `implode(", ", $list)`, and with the arguments swapped. */
const joined: Effect = ({ run, args: [one = UNKNOWN, other = UNKNOWN] }) => {
  const [separator, list] = isObject(one) ? [other, one] : [one, other];
  const known = elementsOf(run, list);
  if (known) return joinedText(known.flatMap((each, index) => (index === 0 ? [each] : [separator, each])));
  const all = carrying([taintOf(run, anyContentOf(run, list)), separator]);
  return valueLike(all, { text: textIn(all) });
};

/** Patterns whose matches are all but letters, digits and a few harmless characters. */
const STRIPPING = /^(\W)\[\^(?:\\[wds _-]|\w-\w|[\w :-])+\][+*]?\1[a-z]*$/;

/** The weaknesses that a text cannot cause when all that a pattern matches is replaced. */
function strippedBy(pattern: string | undefined, replacement: Value): number {
  if (pattern === undefined || replacement.taints.length > 0) return 0;
  if (STRIPPING.test(pattern)) return ALL_WEAKNESSES;
  return PLAIN.test(replacement.text ?? '.') ? ruledOutWithout(withoutDelimiters(pattern)) : 0;
}
/** A replacement of letters, digits, spaces and dashes alone. */
const PLAIN = /^[\w -]*$/;

const replaced: Effect = ({ run, args: [pattern = UNKNOWN, replacement = UNKNOWN, subject = UNKNOWN] }) => {
  const value = madeSafe(taintOf(run, subject), strippedBy(pattern.text, replacement));
  const put = replacement.text;
  if (put !== undefined && BLANKS.test(pattern.text ?? '') && /^\s*$/.test(put)) return withText(value, subject.text);
  const word = put === undefined ? undefined : WORD.exec(pattern.text ?? '')?.[2];
  const carried = carrying([value, taintOf(run, replacement)]);
  return word === undefined
    ? carried
    : withText(
        carried,
        subject.text?.replaceAll(new RegExp(word, 'g'), () => put!),
      );
};

/** A pattern that matches nothing but blanks and ends of lines: `/[\r\n]+/`. */
const BLANKS = /^([/#~@!%])(?:\\[srnth]|[ [\]+*?])+\1[imsu]*$/;
/** A pattern of one word: /\brank\b/ */
const WORD = /^([/#~@!%])((?:\\b)?[`\w]+(?:\\b)?)\1$/;

/**
 * PHP reads the body of a request as a file. The content of other files does not come from whoever chose their names.
 */
const fileContent: Effect = ({ run, args: [path = UNKNOWN], at }) =>
  path.constant === 'php://input' ? withSource(run, UNKNOWN, 'body of the request', at) : UNKNOWN;

/** Groups that let only letters and digits through. */
const STRICT_GROUP = /\((?:\?<\w+>|\?P<\w+>)?(?:\\[wd]|\[(?:\\[wd-]|\w-\w|[\w-])+\])(?:[+*?]|\{\d+(?:,\d*)?\})*\)/g;

export const groups: Effect = ({ run, args: [pattern = UNKNOWN, subject = UNKNOWN], at }) => {
  const value = taintOf(run, subject);
  const rest = pattern.text
    ?.replace(STRICT_GROUP, '')
    .replace(/\\./g, '')
    .replace(/\(\?[:=!]/g, '');
  const isStrict = rest !== undefined && !rest.includes('(');
  const found = isStrict ? madeSafe(value, ALL_WEAKNESSES) : value;
  // The list around the assignment stands at the same place, and is another object.
  return newMap(run, at + 0.5, new Map(isStrict ? [['0', value]] : []), found);
};

/** The function gets the groups of what is replaced, and its results stand in their place. */
const calledWithGroups: Effect = (call) => {
  const { run, args, at } = call;
  const [pattern = UNKNOWN, work = UNKNOWN, subject = UNKNOWN] = args;
  const found = groups({ ...call, args: [pattern, subject] }) ?? UNKNOWN;
  const put = callBack(run, work, at, [found]) ?? UNKNOWN;
  return carrying([taintOf(run, subject), taintOf(run, put)]);
};

/** A function by its value, or by its name: `array_map('intval', $list)`. */
const mapping: Effect = ({ run, args: [work = UNKNOWN, collection = UNKNOWN], at }) => {
  const content = valueLike(anyContentOf(run, collection), { paths: [] });
  const known = run.rules.find(run.rules.sanitizers, work.paths);
  const result = work.functions.length > 0 ? (callBack(run, work, at, [content]) ?? UNKNOWN) : content;
  return newMap(run, at, new Map(), known === undefined ? result : madeSafe(result, known));
};

const calledBack: Effect = ({ run, args: [work = UNKNOWN, ...given], at }) =>
  work.functions.length > 0 ? (callBack(run, work, at, given) ?? UNKNOWN) : undefined;

/** `$list[] = $value` */
const appended: Effect = ({ run, args: [list = UNKNOWN, value = UNKNOWN], at }) => {
  const put = stepped(value, run.file, at, PUT);
  if (!isObject(list)) return valueLike(newList(run, at, [put]), { taints: list.taints });
  append(run, list, put);
  return list;
};

const TEXT_FUNCTIONS = [
  'ucfirst',
  'ucwords',
  'lcfirst',
  'nl2br',
  'stripslashes',
  'stripcslashes',
  'str_pad',
  'str_repeat',
  'strrev',
  'wordwrap',
  'chunk_split',
  'strtr',
  'strstr',
  'stristr',
  'strrchr',
  'vsprintf',
  'iconv',
  'mb_convert_encoding',
  'utf8_encode',
  'utf8_decode',
  'mb_convert_case',
  'quotemeta',
  'addcslashes',
  'serialize',
  'json_encode',
  'http_build_query',
  'http_build_url',
  'realpath',
  'pathinfo',
  'parse_url',
  'money_format',
  'stream_get_contents',
  'mb_strimwidth',
];

/** Functions that make of a text the one that was encoded in it. */
const DECODING_FUNCTIONS = [
  'urldecode',
  'rawurldecode',
  'base64_decode',
  'html_entity_decode',
  'htmlspecialchars_decode',
  'hex2bin',
  'gzuncompress',
  'gzinflate',
  'json_decode',
];

const ELEMENT_FUNCTIONS = ['array_pop', 'array_shift', 'reset', 'end', 'current', 'next', 'max', 'min', 'array_rand'];
const ARRAY_FUNCTIONS = [
  'array_merge_recursive',
  'array_values',
  'array_slice',
  'array_reverse',
  'array_unique',
  'array_splice',
  'array_pad',
  'array_column',
  'array_chunk',
  'array_fill_keys',
  'array_combine',
  'iterator_to_array',
];
const CHOOSING_FUNCTIONS = [
  'array_diff',
  'array_diff_assoc',
  'array_diff_key',
  'array_diff_uassoc',
  'array_diff_ukey',
  'array_udiff',
  'array_udiff_assoc',
  'array_udiff_uassoc',
  'array_intersect_key',
  'array_intersect_ukey',
];
const SPLITTING_FUNCTIONS = ['explode', 'preg_split', 'str_split', 'mb_str_split', 'str_getcsv', 'preg_grep'];

/** Functions whose result has nothing of the text of their arguments. */
const OPENED = [
  'fopen',
  'popen',
  'opendir',
  'scandir',
  'glob',
  'fgets',
  'fread',
  'parse_ini_file',
  'simplexml_load_file',
  'curl_init',
  'curl_exec',
  'mysqli_query',
  'mysql_query',
  'pg_query',
  'sqlite_query',
  'shell_exec',
  'system',
  'exec',
  'getimagesize',
  'stat',
  'filetype',
  'ldap_search',
  'mysqli_prepare',
  'readdir',
  'tempnam',
  'gethostbyname',
];

const named = (names: readonly string[], effect: Effect): Record<string, Effect> =>
  Object.fromEntries(names.map((name) => [name, effect]));

/** The functions of PHP that pass on their arguments. */
export const PHP_FUNCTIONS: Readonly<Record<string, Effect>> = {
  ...named(TEXT_FUNCTIONS, text),
  ...named(DECODING_FUNCTIONS, ({ run, args }) => decoded(carrying(args.map((value) => taintOf(run, value))))),
  ...named(ELEMENT_FUNCTIONS, element),
  ...named(ARRAY_FUNCTIONS, elements),
  ...named(CHOOSING_FUNCTIONS, elementsOfFirst),
  ...named(['array_intersect', 'array_intersect_assoc', 'array_uintersect', 'array_uintersect_assoc'], intersected),
  ...named(SPLITTING_FUNCTIONS, ({ run, args, at }) =>
    newMap(run, at, new Map(), carrying(args.map((value) => taintOf(run, value)))),
  ),
  ...named(['array_merge', 'array_replace'], merged),
  sprintf: formatted,
  ...named(['implode', 'join'], joined),
  ...named(['array_keys', 'key', 'array_key_first', 'array_key_last'], keys),
  ...named(['call_user_func', 'call_user_func_array'], calledBack),
  strval: ({ run, args: [value = UNKNOWN] }) => (value.text === undefined ? taintOf(run, value) : value),
  trim: trimmed(true, true),
  ltrim: trimmed(true, false),
  ...named(['rtrim', 'chop'], trimmed(false, true)),
  ...named(['substr', 'mb_substr'], cutText),
  substr_replace: partReplaced,
  strtolower: ofText((value) => value.toLowerCase()),
  mb_strtolower: ofText((value) => value.toLowerCase()),
  strtoupper: ofText((value) => value.toUpperCase()),
  mb_strtoupper: ofText((value) => value.toUpperCase()),
  dirname: folder,
  ...named(['str_replace', 'str_ireplace'], signsReplaced),
  ...named(OPENED, () => UNKNOWN),
  file_get_contents: fileContent,
  file: fileContent,
  preg_replace: replaced,
  preg_replace_callback: calledWithGroups,
  'preg_match groups': groups,
  array_map: mapping,
  array_walk: ({ run, args: [collection = UNKNOWN, work = UNKNOWN], at }) =>
    mapping({ run, receiver: UNKNOWN, args: [work, collection], named: [], at }),
  array_filter: ({ run, args: [collection = UNKNOWN, work = UNKNOWN], at }) => {
    const content = valueLike(anyContentOf(run, collection), { paths: [] });
    callBack(run, work, at, [content]);
    return newMap(run, at, new Map(), content);
  },
  array_unshift: ({ run, args: [list = UNKNOWN, ...values], at }) => {
    for (const value of values) putContent(run, list, undefined, stepped(value, run.file, at, PUT));
    return UNKNOWN;
  },
  array_push: ({ run, args: [list = UNKNOWN, ...values], at }) => {
    for (const value of values) append(run, list, stepped(value, run.file, at, PUT));
    return UNKNOWN;
  },
  '[]': appended,
  '[] of': ({ run, args: [value = UNKNOWN], at }) =>
    isObject(value) ? value : valueLike(newMap(run, at), { taints: value.taints }),
  stdClass: ({ run, at }) => newMap(run, at),
  get_object_vars: ({ args: [object = UNKNOWN] }) => object,
  include: ({ run, args: [path = UNKNOWN], at }) => include(run, path, at),
  // Laravel: what is configured under a name, or what stands in for it.
  config: ({ args: [, fallback] }) => fallback ?? UNKNOWN,
  isset: () => UNKNOWN,
  getenv: () => UNKNOWN,
  array_key_exists: () => UNKNOWN,
};
