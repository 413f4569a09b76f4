import { bitOf } from '../../rules';
import { isFixed } from '../constants';
import { allTaints, anyContentOf, elementsOf, newList, newMap, putContent } from '../contents';
import { type Effect, pathJoined, taintOf } from '../effect';
import { formatted } from '../php/functions';
import { around, executed, newBuffer, read, teed, written } from './buffers';
import { address, addressRead, resolved } from './addresses';
import { channel, collection, onlyOfLoop } from './collections';
import { withContext, withValue } from './contexts';
import { mapped } from './mapped';
import { conditions, statement } from './statements';
import {
  FIXED,
  UNKNOWN,
  type Value,
  carrying,
  constantOf,
  doubted,
  joinTaints,
  joinedText,
  madeSafe,
  textIn,
  valueLike,
} from '../values';

const text: Effect = ({ run, args }) => carrying(args.map((value) => taintOf(run, value)));

const ofText =
  (change: (text: string) => string): Effect =>
  ({ run, args: [value = UNKNOWN] }) =>
    typeof value.constant === 'string' ? constantOf(change(value.constant)) : taintOf(run, value);

const joined: Effect = ({ run, args: [list = UNKNOWN, separator = UNKNOWN] }) => {
  const known = elementsOf(run, list);
  if (known) return joinedText(known.flatMap((each, index) => (index === 0 ? [each] : [separator, each])));
  const all = carrying([taintOf(run, list), separator]);
  return valueLike(all, { text: textIn(all) });
};

/** A path that begins with a slash stays below the root when it is cleaned: `filepath.Clean("/" + name)`. */
const cleaned: Effect = ({ run, args: [path = UNKNOWN] }) => {
  const value = taintOf(run, path);
  return path.text?.startsWith('/') ? madeSafe(value, bitOf('path-traversal')) : valueLike(value, textOf(path));
};

const textOf = ({ text: known }: Value): Partial<Value> => ({ ...(known !== undefined && { text: known }) });

/** `string(bytes)` */
const ofBytes: Effect = ({ run, args: [value = UNKNOWN] }) => {
  if (value.objects.length === 0) return value;
  return isFixed(run, value) ? FIXED : taintOf(run, value);
};

/** The kinds of characters that the package `unicode` tells apart. */
const OF_CHARACTER: Readonly<Record<string, RegExp>> = {
  IsLetter: /^\p{L}$/u,
  IsDigit: /^\p{Nd}$/u,
  IsNumber: /^\p{N}$/u,
  IsSpace: /^\s$/u,
  IsUpper: /^\p{Lu}$/u,
  IsLower: /^\p{Ll}$/u,
  IsPunct: /^\p{P}$/u,
  IsControl: /^\p{Cc}$/u,
};

const ofCharacter =
  (kind: RegExp): Effect =>
  ({ args: [{ constant } = UNKNOWN] }) =>
    typeof constant === 'string' ? constantOf(kind.test(constant)) : UNKNOWN;

const found = ({ constant: text }: Value = UNKNOWN, { constant: part }: Value = UNKNOWN): Value =>
  typeof text === 'string' && typeof part === 'string' ? constantOf(text.includes(part)) : UNKNOWN;

/** The text stays known where one part of it is replaced. What goes into a text that is not known is less sure. */
const replaced: Effect = ({ run, args: [whole = UNKNOWN, part = UNKNOWN, other = UNKNOWN] }) => {
  if (whole.text !== undefined && typeof part.constant === 'string' && part.constant !== '') {
    const pieces = whole.text.split(part.constant).map((piece) => valueLike(UNKNOWN, { text: piece }));
    const parts = pieces.flatMap((piece, index) => (index === 0 ? [piece] : [other, piece]));
    return valueLike(joinedText(parts), {
      taints: joinTaints(allTaints(run, whole), pieces.length > 1 ? allTaints(run, other) : []),
    });
  }
  const value = carrying([taintOf(run, whole), taintOf(run, other)]);
  return allTaints(run, whole).length === 0 ? doubted(value, 'composed') : value;
};

const builder: Effect = ({ run, at }) => newList(run, at, []);

const split: Effect = ({ run, args, at }) =>
  newMap(run, at, new Map(), carrying(args.map((value) => taintOf(run, value))));

/** The text of a pattern stays known when it is compiled. */
const pattern: Effect = ({ run, args: [value = UNKNOWN] }) => valueLike(taintOf(run, value), textOf(value));

/** Arguments printed without a pattern, one after another. */
const printed: Effect = ({ args }) => joinedText(args);

const named = (names: readonly string[], effect: Effect): Record<string, Effect> =>
  Object.fromEntries(names.map((name) => [name, effect]));

/** The part that is cut off does not get into the result. */
const trimmed: Effect = ({ run, args: [value = UNKNOWN] }) => taintOf(run, value);

const TRIMMING = ['Trim', 'TrimPrefix', 'TrimSuffix', 'TrimLeft', 'TrimRight', 'TrimFunc', 'Title', 'Repeat'];
const CHANGING = ['ToTitle', 'ToValidUTF8'];
const below = (prefix: string, names: readonly string[]): string[] => names.map((name) => `${prefix}.${name}`);

/** `copy(target, source)` */
const copied: Effect = ({ run, args: [target = UNKNOWN, source = UNKNOWN] }) => {
  // Without input, too, the target is no longer as it was made: no key of zeros.
  putContent(run, target, undefined, source.objects.length > 0 ? anyContentOf(run, source) : taintOf(run, source));
  return UNKNOWN;
};

/** `base64.StdEncoding.Decode(target, source)`: how many bytes were written is a number. */
const decodedInto: Effect = (method) => {
  copied(method);
  return newList(method.run, method.at, [UNKNOWN, UNKNOWN]);
};
const ENCODINGS = ['StdEncoding', 'URLEncoding', 'RawStdEncoding', 'RawURLEncoding'].map((name) => `base64.${name}`);
const DECODING = ['hex', ...ENCODINGS, 'base32.StdEncoding', 'base32.HexEncoding', 'ascii85'];

/** More fields than these are not promoted: structs may hold each other in many levels. */
const MAX_PROMOTED = 50;

/** The fields of an embedded struct count as fields of the one around it. */
const promoted: Effect = ({ run, args: [around = UNKNOWN, part = UNKNOWN] }) => {
  for (const key of part.objects)
    for (const [name, value] of [...(run.state.object(key)?.fields ?? [])].slice(0, MAX_PROMOTED))
      if (value.taints.length + value.objects.length > 0) putContent(run, around, name, value);
  return UNKNOWN;
};

/** The functions of Go that pass on their arguments. */
export const GO_FUNCTIONS: Readonly<Record<string, Effect>> = {
  ...named(below('strings', CHANGING), text),
  ...named(below('strings', ['Replace', 'ReplaceAll']), replaced),
  ...named(below('bytes', [...CHANGING, 'Replace', 'ReplaceAll', 'TrimSpace', 'ToLower']), text),
  ...named([...below('strings', TRIMMING), ...below('bytes', TRIMMING)], trimmed),
  ...named(['io.ReadAll', 'io.ioutil.ReadAll', 'bufio.NewReader', 'strings.NewReader', 'bytes.NewReader'], text),
  ...named(['net.url.QueryUnescape', 'net.url.PathUnescape'], text),
  ...named(['bytes.NewBuffer', 'bytes.NewBufferString'], newBuffer),
  ...named(['bufio.NewWriter', 'bufio.NewWriterSize', 'io.MultiWriter', 'encoding.json.NewEncoder'], around),
  ...named(['text.template.Template.Execute', 'text.template.Template.ExecuteTemplate'], executed(0)),
  ...named(
    ['html.template.Template.Execute', 'html.template.Template.ExecuteTemplate'],
    executed(bitOf('cross-site-scripting')),
  ),
  ...named(['fmt.Fprint', 'fmt.Fprintln', 'io.WriteString'], written(printed)),
  ...named(['io.Copy', 'io.CopyN', 'io.CopyBuffer'], written(read)),
  'fmt.Fprintf': written(formatted),
  'io.TeeReader': teed,
  ...named(['html.UnescapeString', 'encoding.json.Marshal', 'encoding.json.Unmarshal'], text),
  ...named(
    below('strings', ['Split', 'SplitN', 'Fields', 'SplitAfter', 'SplitSeq', 'FieldsSeq', 'SplitAfterSeq', 'Lines']),
    split,
  ),
  ...named(['strings.Builder', 'bytes.Buffer'], builder),
  ...named(['path.Join', 'path.filepath.Join'], pathJoined),
  ...named(['path.Clean', 'path.filepath.Clean'], cleaned),
  ...named(['regexp.MustCompile', 'regexp.Compile'], pattern),
  ...named(['fmt.Sprint', 'fmt.Sprintln'], printed),
  ...named(['strings.Map', 'bytes.Map'], mapped),
  ...Object.fromEntries(Object.entries(OF_CHARACTER).map(([name, kind]) => [`unicode.${name}`, ofCharacter(kind)])),
  'strings.ContainsRune': ({ args: [text, character] }) => found(text, character),
  string: ofBytes,
  copy: copied,
  ...named(
    DECODING.map((name) => `encoding.${name}.Decode`),
    decodedInto,
  ),
  'context.WithValue': withValue,
  'net.http.Request.WithContext': withContext,
  ...named(['net.url.URL.ResolveReference', 'net.url.Parse().ResolveReference'], resolved),
  'net.url.URL': address,
  'net.url.Parse': addressRead,
  ...named(['builder.And', 'builder.Or'], conditions),
  'builder.Expr': statement,
  promoted,
  chan: channel,
  'only of loop': onlyOfLoop,
  ...named(['net.url.Values', 'net.http.Header', 'sync.Map', 'sync.atomic.Value', 'sync.atomic.Pointer'], collection),
  'fmt.Sprintf': formatted,
  'strings.Join': joined,
  'strings.TrimSpace': ofText((value) => value.trim()),
  'strings.ToLower': ofText((value) => value.toLowerCase()),
  'strings.ToUpper': ofText((value) => value.toUpperCase()),
  'slices.Clone': ({ run, args: [list = UNKNOWN], at }) => newMap(run, at, new Map(), anyContentOf(run, list)),
};
