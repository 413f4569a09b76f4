import { OPERATOR } from '../../../catalogue/secret-writing/operators';
import { type Assignment, type AssignedBy, Reader, isJoined, readQuoted } from './assignment';
import { kindOfName } from './names';
import type { Writing } from './languages';

/** Names of secrets have one of these in them. */
const STEM = /pass|pwd|pw\b|secret|token|key|salt|pepper|cred|auth|jwt|kennwort|contrasena|senha|psw/gi;
const NAME_PART = /[\w$.-]/;
const LONGEST_NAME = 64;

/** `const name: string = `, `name: &str = ` */
const TYPED = /[ \t]?:[ \t]?[A-Za-z_&'][\w<>[\]|&'?. ]{0,40}=[ \t]{0,8}(?=[bBrRuUfFL@$]{0,2}["'`])/y;
const CLOSING = /\\?["'`]?[\])]?/y;
/** `key="password" value="…"`, `"name": "PASSWORD", "value": "…"`, and the same on the next line. */
const VALUE_BESIDE = new RegExp(
  String.raw`[ \t]{0,8},?[ \t]{0,8}(?:\r?\n[ \t]{0,60})?\\?["']?(?:value|Value|content|default|defaultValue)` +
    String.raw`\\?["']?[ \t]{0,4}[=:][ \t]{0,4}`,
  'y',
);
const SPACED = /[ \t]{1,8}/y;

const CONFIG_VALUE = /[^\s"'`][^\r\n]{0,300}/y;
const SHORT_VALUE = /[^\s"'`,;&<>(){}[\]|\\]{1,300}/y;
const CONNECTION_VALUE = /[^\s"'`;&,\\<>]{1,200}/y;
const ELEMENT_VALUE = /[ \t]{0,4}([^<>\n]{1,300})<\//y;
const DEFAULT_VALUE = /([^\s{}"'`]{1,200})\}/y;
const COMMENT = /\s+(?:#|\/\/|;|--|<!--).*$/;

/** All places where a text gives a value to a name that promises a secret. */
export function assignmentsIn(text: string, writing: Writing, count?: (steps: number) => void): Assignment[] {
  const found: Assignment[] = [];
  STEM.lastIndex = 0;
  let done = 0;
  for (let stem = STEM.exec(text); stem !== null; stem = STEM.exec(text)) {
    if (stem.index < done) continue;
    if (isGeneratedWhereLong(writing) && isInLongLine(text, stem.index)) {
      const lineEnd = text.indexOf('\n', stem.index);
      if (lineEnd === -1) break;
      STEM.lastIndex = lineEnd;
      continue;
    }
    const { start, end } = nameAround(text, stem.index, done);
    done = end;
    STEM.lastIndex = end;
    const reader = new Reader(text, end);
    const name = text.slice(start, end).replace(/[-.]+$/, '');
    reader.at = start + name.length;
    reader.steps += end - start;
    if (name.length >= 2 && name.length < LONGEST_NAME * 2) {
      const one = readAssignment(reader, fullName(text, name, start), start, writing);
      if (one) {
        found.push(one);
        // A value may have names of its own: `--header "Authorization: Bearer …"`. They are read as well.
        done = Math.max(done, reader.at > one.end ? end : done);
      }
    }
    count?.(reader.steps);
  }
  return found;
}

/** A longer line of code is data or the output of a program, which nobody has written by hand. */
const LONGEST_LINE = 5_000;
const isQuoting = (writing: Writing): boolean => writing === 'code' || writing === 'data';
/** A whole file of configuration may stand on one line, with what people decided. */
const isGeneratedWhereLong = (writing: Writing): boolean => writing === 'code' || writing === 'markup';

function isInLongLine(text: string, at: number): boolean {
  const from = Math.max(0, at - LONGEST_LINE);
  const before = text.slice(from, at).lastIndexOf('\n');
  const start = before === -1 ? from : from + before + 1;
  const after = text.slice(at, start + LONGEST_LINE + 1).indexOf('\n');
  return after === -1 && Math.min(text.length, start + LONGEST_LINE) < text.length;
}

function nameAround(text: string, at: number, least: number): { start: number; end: number } {
  let start = at;
  while (start > least && at - start < LONGEST_NAME && NAME_PART.test(text[start - 1]!)) start -= 1;
  let end = at;
  while (end < text.length && end - at < LONGEST_NAME && NAME_PART.test(text[end]!)) end += 1;
  while (text[start] === '-' || text[start] === '.') start += 1;
  return { start: Math.min(start, at), end };
}

/** `api key: …` in prose. */
function fullName(text: string, name: string, start: number): string {
  if (!/^key$/i.test(name)) return name;
  const before = /(api|access|secret|private|license|auth|encryption|master|account|signing) $/i.exec(
    text.slice(Math.max(0, start - 14), start),
  );
  return before ? `${before[1]} ${name}` : name;
}

function readAssignment(reader: Reader, name: string, start: number, writing: Writing): Assignment | undefined {
  if (kindOfName(name) === undefined) return undefined;
  const { text } = reader;
  // A part of an address that varies: `/hooks/:secret`.
  if (text.startsWith('/:', start - 2)) return undefined;
  const opening = text[start - 1] ?? '';
  const isOption = text.startsWith('--', start - 2) || (opening === '-' && /\s/.test(text[start - 2] ?? ' '));
  const from = reader.at;
  const closing = reader.take(CLOSING)![0];
  const isQuotedName = /["'`]/.test(closing);
  if (isQuotedName || opening === '"') {
    if (reader.take(VALUE_BESIDE)) return valueAt(reader, name, 'assignment', writing);
  } else if (!isQuoting(writing) && reader.take(VALUE_BESIDE)) return valueAt(reader, name, 'assignment', writing);
  if (reader.take(TYPED)) return valueAt(reader, name, 'assignment', 'code');
  const operator = reader.take(OPERATOR)?.[1];
  if (operator === undefined) {
    if (!reader.take(SPACED)) return undefined;
    if (isOption) return valueAt(reader, name, 'option', 'config');
    return spacedValue(reader, name, start, writing);
  }
  switch (operator) {
    case '>':
      return opening === '<' || isQuotedName || opening === ':' ? elementAt(reader, name) : undefined;
    case '(':
      return closing === '' ? quotedAt(reader, name, 'call') : undefined;
    case ',':
      // `put("password", "…")`, and no list of names.
      return isArgument(text, start, closing) ? quotedAt(reader, name, 'argument') : undefined;
    case ':-':
      return defaultAt(reader, name);
    case '||':
    case '??':
    case 'or':
      return quotedAt(reader, name, 'fallback');
    case '==':
    case '===':
    case '!=':
    case '!==':
      return quotedAt(reader, name, 'comparison');
    default:
      if (operator === ':' && text.startsWith('${', start - 2)) return defaultAt(reader, name);
      return valueAt(reader, name, 'assignment', writing, operator, isQuotedName ? from + closing.length : from);
  }
}

/** Whether a name in quotes is the first argument of a call. */
const isArgument = (text: string, start: number, closing: string): boolean =>
  /^\\?["'`]$/.test(closing) && /\([ \t]{0,4}\\?["'`][#.]?$/.test(text.slice(Math.max(0, start - 8), start));

/** `PASSWORD 'x'` of SQL, `ENV PASSWORD x` of a Dockerfile, `password x` of .netrc. */
function spacedValue(reader: Reader, name: string, start: number, writing: Writing): Assignment | undefined {
  // In a sentence, a backtick marks a name: "the secret `shop-redis`".
  const isSaid = reader.text[reader.at] === '`';
  const quoted =
    !isSaid && /^(?:password|by|passphrase|secret)$/i.test(name) ? quotedAt(reader, name, 'argument') : undefined;
  if (quoted || writing !== 'config') return quoted;
  const line = reader.text.slice(Math.max(0, start - 120), start);
  const isSet = /(?:^|\n)\s*(?:ENV|ARG|setenv)\s+$|(?:^|\n|\s)login \S{1,60}\s+$|(?:^|\n)\s*$/.test(line);
  if (!isSet || (/(?:^|\n)\s*$/.test(line) && !/^(?:password|requirepass|masterauth)$/.test(name))) return undefined;
  return bareAt(reader, name, 'assignment', SHORT_VALUE);
}

function quotedAt(reader: Reader, name: string, by: AssignedBy): Assignment | undefined {
  const quoted = readQuoted(reader);
  return quoted && !isJoined(reader) ? { name, by, isQuoted: true, ...quoted } : undefined;
}

function valueAt(
  reader: Reader,
  name: string,
  by: AssignedBy,
  writing: Writing,
  operator = '=',
  nameEnd = 0,
): Assignment | undefined {
  const quoted = readQuoted(reader);
  if (quoted) return isJoined(reader) ? undefined : { name, by, isQuoted: true, ...quoted };
  if (operator === '=' && isInString(reader.text, nameEnd)) return bareAt(reader, name, 'string', CONNECTION_VALUE);
  if (isQuoting(writing) || writing === 'markup') return undefined;
  if (by === 'option') return bareAt(reader, name, by, SHORT_VALUE);
  if (writing === 'prose') return bareAt(reader, name, by, SHORT_VALUE);
  if (operator !== '=' && operator !== ':' && operator !== ':=') return undefined;
  return bareAt(reader, name, by, CONFIG_VALUE);
}

function bareAt(reader: Reader, name: string, by: AssignedBy, expression: RegExp): Assignment | undefined {
  const match = reader.take(expression);
  if (!match) return undefined;
  const value = match[0]
    .replace(COMMENT, '')
    .trimEnd()
    .replace(/["'`;]+$/, '');
  return value === ''
    ? undefined
    : { name, by, isQuoted: false, value, start: match.index, end: match.index + value.length };
}

function elementAt(reader: Reader, name: string): Assignment | undefined {
  const match = reader.take(ELEMENT_VALUE);
  if (!match) return undefined;
  const value = match[1]!.trim();
  const start = match.index + match[0].indexOf(value);
  return { name, by: 'element', isQuoted: true, value, start, end: start + value.length };
}

/** `${PASSWORD:-value}` and `${password:value}` */
function defaultAt(reader: Reader, name: string): Assignment | undefined {
  const match = reader.take(DEFAULT_VALUE);
  if (!match) return undefined;
  const value = match[1]!;
  return { name, by: 'assignment', isQuoted: true, value, start: match.index, end: match.index + value.length };
}

const LINE_BEFORE = 300;

/** Whether a place is within a text in quotes: more of them are opened before it on its line than closed. */
function isInString(text: string, at: number): boolean {
  const from = Math.max(text.lastIndexOf('\n', at - 1) + 1, at - LINE_BEFORE);
  let open = '';
  for (let index = from; index < at; index += 1) {
    const each = text[index]!;
    if (each === '\\') index += 1;
    else if (open === each) open = '';
    else if (open === '' && (each === '"' || each === "'" || each === '`')) open = each;
  }
  return open !== '';
}
