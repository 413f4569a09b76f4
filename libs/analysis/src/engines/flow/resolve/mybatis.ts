import { parser } from 'sax';
import { escapedForRegex } from '../../kit/escaped-for-regex';
import { Unreadable } from '../../kit/per-file';
import { type Expression, type FunctionForm, type MappedMethod, type Place, type Statement, placeOf } from '../ir';
import { evaluate } from '../lower/lowering';
import { ANY_ELEMENT, argumentNamed, runAsStatement } from '../lower/mapped';
import type { Ids } from '../lower/scope';

/** A value that becomes a part of a statement as it is: `${sort}`. */
interface Pasted {
  readonly name: readonly string[];
  readonly file: string;
  readonly at: Place;
}

/** `<include refid="columns"><property name="table" value="users"/></include>` */
interface Included {
  readonly fragment: string;
  readonly properties: Map<string, string>;
}

type Piece = string | Pasted | Included;

/** The statements of a mapper by `namespace.id`, and the parts that they share. */
export interface Mapper {
  readonly statements: ReadonlyMap<string, readonly Piece[]>;
  readonly fragments: ReadonlyMap<string, readonly Piece[]>;
}

const STATEMENT = /^(?:select|insert|update|delete)$/;
const MAX_DEPTH = 100;

/**
 * `${sort}`, `${form.sort}`, `${names[0]}`. What has a call in it may be made safe by that, and a wrapper of
 * MyBatis-Plus composes its own part of a statement with placeholders.
 */
const PASTED = /\$\{\s*(?!ew\s*\.)([A-Za-z_]\w*(?:\.\w+|\[\d+\])*)\s*\}/g;

interface Open {
  readonly name: string;
  /** The meanings of names that an element around declares. */
  readonly names: ReadonlyMap<string, readonly string[]>;
  /** The conditions under which the part is taken in. */
  readonly tests: readonly string[];
}

/**
 * The mapper that a file of MyBatis declares; empty for any other XML file. The parser is strict: it expands no
 * entities that the file declares, and ends at the first error.
 * @throws Unreadable
 */
export function mappersIn(text: string, file: string): readonly Mapper[] {
  if (!/<!DOCTYPE\s+mapper\b|<mapper\s+namespace\b/.test(text)) return [];
  const reader = parser(true);
  const [statements, fragments] = [new Map<string, Piece[]>(), new Map<string, Piece[]>()];
  const open: Open[] = [];
  const placeAt = placesOf(text);
  let namespace = '';
  let pieces: Piece[] | undefined;
  let included: Included | undefined;
  let begin = 0;
  const addText = (end: number): void => {
    pieces!.push(
      ...piecesIn(text.slice(begin, end), open.at(-1)!, (offset) => ({ file, at: placeAt(begin + offset) })),
    );
  };
  const onopentag = ({ name, attributes }: { name: string; attributes: Readonly<Record<string, unknown>> }) => {
    const text = (key: string): string => String(attributes[key] ?? '');
    if (open.length >= MAX_DEPTH) throw new Unreadable(`nested more than ${MAX_DEPTH} levels deep`);
    const around = open.at(-1) ?? OUTSIDE;
    open.push(openElement(name, text, around));
    if (open.length === 1) namespace = text('namespace');
    else if (open.length === 2 && (STATEMENT.test(name) || name === 'sql')) {
      const kept = name === 'sql' ? fragments : statements;
      const key = `${namespace}.${text('id')}`;
      // A mapper may have one statement for each kind of database.
      pieces = kept.get(key) ?? [];
      kept.set(key, pieces);
    } else if (name === 'include' && pieces) {
      const fragment = text('refid');
      included = { fragment: fragment.includes('.') ? fragment : `${namespace}.${fragment}`, properties: new Map() };
      pieces.push(included);
    } else if (name === 'property') included?.properties.set(text('name'), text('value'));
    // Names that are bound hold from here to the end of the statement.
    else if (name === 'bind' && open.length > 2) open[1] = openElement(name, text, open[1]!);
    begin = reader.position;
  };
  const onclosetag = () => {
    if (open.length === 2) pieces = undefined;
    if (open.pop()!.name === 'include') included = undefined;
    begin = reader.position;
  };
  const skip = () => {
    begin = reader.position;
  };
  const onerror = (error: Error) => {
    throw new Unreadable(`no XML: ${error.message.split('\n')[0]}`);
  };
  const ontext = () => pieces && addText(reader.startTagPosition - 1);
  const oncdata = (content: string) => pieces && addText(begin + content.length);
  const handlers = { onopentag, onclosetag, ontext, onerror, oncdata };
  Object.assign(reader, handlers, { oncomment: skip, onopencdata: skip, onclosecdata: skip }).write(text).close();
  return [{ statements, fragments }];
}

/** A text within an element, in pieces. A value that a condition around compares with constants is one of these. */
function piecesIn(
  text: string,
  { names, tests }: Open,
  placeOfOffset: (offset: number) => Omit<Pasted, 'name'>,
): readonly Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (const found of text.matchAll(PASTED)) {
    const name = found[1]!;
    const [first = '', ...rest] = name.replace(/\[\d+\]/g, `.${ANY_ELEMENT}`).split('.');
    pieces.push(withoutEntities(text.slice(from, found.index)));
    from = found.index + found[0].length;
    const isConstant = tests.some((test) => isCompared(test, name));
    pieces.push(
      isConstant ? first : { name: [...(names.get(first) ?? [first]), ...rest], ...placeOfOffset(found.index) },
    );
  }
  return [...pieces, withoutEntities(text.slice(from))];
}

const OUTSIDE: Open = { name: '', names: new Map(), tests: [] };

/** An element, with the names that it declares and the condition that it sets. */
function openElement(name: string, text: (key: string) => string, { names, tests }: Open): Open {
  const meaning = (written: string): readonly string[] => {
    const [first = '', ...rest] = written.split('.');
    return [...(names.get(first) ?? [first]), ...rest];
  };
  if (name === 'foreach' && text('item') !== '')
    return { name, tests, names: new Map([...names, [text('item'), [...meaning(text('collection')), ANY_ELEMENT]]]) };
  if (name === 'bind') {
    const [bound] = /[A-Za-z_][\w.]*/.exec(text('value').replace(/'[^']*'|"[^"]*"/g, ' ')) ?? [];
    return { name, tests, names: new Map([...names, [text('name'), bound === undefined ? [] : meaning(bound)]]) };
  }
  const test = text('test');
  return { name, names, tests: test === '' ? tests : [...tests, test] };
}

/** `sort == 'name'`, `'name'.equals(sort)`, `sort.matches('\\w+')`: the part is taken in for such values alone. */
function isCompared(test: string, name: string): boolean {
  const written = escapedForRegex(name);
  const before = `(?:==|\\beq\\b|\\bin\\b)\\s*["'{\\d@]|\\.(?:equals|equalsIgnoreCase|matches|name)\\s*\\(`;
  return new RegExp(`(?<![\\w.])${written}\\s*(?:${before})|(?:==|\\(|,)\\s*${written}\\s*(?:\\)|$)`).test(test);
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };
const withoutEntities = (text: string): string =>
  text.replace(/&(lt|gt|amp|quot|apos);/g, (_, name: string) => ENTITIES[name]!);

/** The places of offsets, which are asked for in their order. */
function placesOf(text: string): (offset: number) => Place {
  let [line, start] = [1, 0];
  return (offset) => {
    for (let end = text.indexOf('\n', start); end >= 0 && end < offset; end = text.indexOf('\n', start)) {
      line += 1;
      start = end + 1;
    }
    return placeOf(line, offset - start + 1);
  };
}

/** At most this many parts within each other, and pieces and pasted values of a statement, are looked at. */
const MAX_INCLUDES = 10;
const MAX_PIECES = 200;
const MAX_PASTED = 20;
/** Characters of a statement around a value: more make no difference to what the value is in it. */
const MAX_TEXT = 500;

/**
 * Gives methods of mappers their statements: code that puts arguments into a statement and runs it. It stands in the
 * file of the mapper, and so do findings in it.
 * @param methods by whole names; their bodies are filled
 * @param cleared keys that the program itself sets before any method of a mapper is called
 */
export function fillMappedMethods(
  methods: readonly MappedMethod[],
  mappers: readonly Mapper[],
  cleared: ReadonlySet<string>,
  ids: Ids,
): void {
  const fragments = new Map(mappers.flatMap((mapper) => [...mapper.fragments]));
  const statements = new Map(mappers.flatMap((mapper) => [...mapper.statements]));
  for (const { name, parameters, body } of methods) {
    const pieces = statements.get(name);
    if (!pieces?.some((piece) => typeof piece !== 'string')) continue;
    const parts = expanded(pieces, fragments);
    const texts = parts.map((part) => (typeof part === 'string' ? part : part.name.join('.')));
    const byFile = new Map<string, Statement[]>();
    const seen = new Set<string>();
    let before = '';
    for (const [index, part] of parts.entries()) {
      const text = texts[index]!;
      if (typeof part !== 'string' && !seen.has(text) && seen.size < MAX_PASTED) {
        seen.add(text);
        const { file, at } = part;
        const value = cleared.has(part.name.at(-1)!) ? undefined : argumentNamed(part.name, parameters, at);
        const literals = [before, textFrom(texts, index + 1)].map(
          (value): Expression => ({ kind: 'literal', value, at }),
        );
        if (value !== undefined)
          byFile.set(file, [...(byFile.get(file) ?? []), runAsStatement([literals[0]!, value, literals[1]!], at)]);
      }
      before = `${before}${text.slice(-MAX_TEXT)}`.slice(-MAX_TEXT);
    }
    const captures = new Set(parameters.flatMap(({ target }) => (target.kind === 'variable' ? [target.id] : [])));
    for (const [file, code] of byFile) {
      const at = 0;
      const form: FunctionForm = {
        id: ids.next(),
        file,
        name: name.split('.').slice(-2).join('.'),
        parameters: [],
        body: code,
        decorators: [],
        isInner: true,
        captures,
        at,
      };
      body.push(evaluate({ kind: 'call', callee: { kind: 'function', function: form, at }, args: [], at }));
    }
  }
}

function textFrom(texts: readonly string[], first: number): string {
  let found = '';
  for (let index = first; index < texts.length && found.length < MAX_TEXT; index += 1)
    found += texts[index]!.slice(0, MAX_TEXT);
  return found;
}

/** The pieces of a statement with those of the parts that it includes. */
function expanded(
  pieces: readonly Piece[],
  fragments: ReadonlyMap<string, readonly Piece[]>,
  properties: ReadonlyMap<string, string> = new Map(),
  depth = 0,
): readonly (string | Pasted)[] {
  const found: (string | Pasted)[] = [];
  for (const piece of pieces) {
    if (found.length >= MAX_PIECES) break;
    if (typeof piece === 'string') found.push(piece);
    else if ('fragment' in piece) {
      const part = depth < MAX_INCLUDES ? fragments.get(piece.fragment) : undefined;
      if (part) found.push(...expanded(part, fragments, new Map([...properties, ...piece.properties]), depth + 1));
    } else found.push(properties.get(piece.name.join('.')) ?? piece);
  }
  return found;
}

/**
 * Keys that an aspect of Spring empties before the methods that it stands around are called, as frameworks do that
 * compose a part of a statement themselves: `entity.getParams().put("dataScope", "")`.
 */
export function clearedByAspect(text: string): readonly string[] {
  if (!/@Aspect\b/.test(text)) return [];
  return [...text.matchAll(/\.put\(\s*("[\w.]+"|\w+)\s*,\s*""\s*\)/g)].flatMap(([, key = '']) => {
    if (key.startsWith('"')) return [key.slice(1, -1)];
    return new RegExp(`\\b${key}\\s*=\\s*"([\\w.]+)"`).exec(text)?.[1] ?? [];
  });
}
