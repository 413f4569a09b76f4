import type { Argument, Expression } from '../ir';
import type { Doubt } from './values';
import { RESPONSE_TYPE } from '../lower/scope';
import type { EvaluatedArgument } from './evaluated-call';
import type { Run } from './run';
import { HOLE, OWN_PART, UNKNOWN, type Value, constantOf, valueLike } from './values';

/** Types in which a browser looks for markup or code. */
const MARKUP = /html|xml|svg|javascript|ecmascript/i;
/** A type under which a browser takes any text for markup. */
const HTML = /^\s*(?:text\/html|application\/xhtml)/i;
const NO_MARKUP = constantOf('no markup');
const PAGE = constantOf('a page');
const UNSURE = constantOf('chosen by the program');
const UNNAMED = constantOf('not known');

/** Records the content type that a call sets on the response. */
export function setResponseType(
  run: Run,
  paths: readonly string[],
  name: string | undefined,
  args: readonly EvaluatedArgument[],
  written?: readonly Argument[],
): void {
  if (run.rules.responseTypes.size === 0) return;
  const row = run.rules.find(run.rules.responseTypes, paths, name);
  if (row === undefined) return;
  const { argument, onlyWithFirst } = row;
  if (onlyWithFirst !== undefined && headerNamed(args[0]?.value) !== onlyWithFirst) return;
  const value = namedType(typeIn(run, args[argument]?.value), written?.[argument]?.value);
  const type = row.prefix === undefined ? value : withoutPrefix(value, row.prefix);
  if (type === undefined) return;
  run.setsResponseType = true;
  run.state.set(RESPONSE_TYPE, judged(type));
}

/** The name of a header in lower case, as it is written or by the constant of a library: `HttpHeaders.CONTENT_TYPE`. */
export const headerNamed = (value: Value | undefined): string | undefined =>
  value?.text?.toLowerCase() ??
  value?.paths.map((path) => OF_CONSTANT.exec(path)?.[1]?.toLowerCase().replaceAll('_', '-')).find(Boolean);
const OF_CONSTANT = /\.([A-Z]{2}[A-Z_]+)$/;

/** A type that a library names: `MediaType.TEXT_HTML`, `ContentType.Text.Html`. */
function namedType(value: Value | undefined, written: Expression | undefined): Value | undefined {
  if (value === undefined || value.text !== undefined || value.taints.length > 0) return value;
  const names = [...value.paths.slice(0, 1), ...(written ? [writtenName(written) ?? ''] : [])];
  if (names.some((name) => HTML_NAME.test(name))) return valueLike(value, { text: 'text/html' });
  return names.some((name) => TEXT_NAME.test(name)) ? valueLike(value, { text: 'text/plain' }) : value;
}
const HTML_NAME = /html\w*$/i;
const TEXT_NAME = /(?:TEXT_PLAIN|TEXT_CSV|APPLICATION_(?:JSON|PDF|OCTET_STREAM)|Text\.Plain|Application\.Json)\w*$/;

/** `TEXT_HTML` of `ContentType.TEXT_HTML.getMimeType()`. */
function writtenName(written: Expression): string | undefined {
  if (written.kind === 'typed') return writtenName(written.value);
  if (written.kind === 'call') return written.callee.kind === 'field' ? writtenName(written.callee.object) : undefined;
  return written.kind === 'field' ? written.name : undefined;
}

/** The content type among headers; what is no map of them, as it is. */
export function typeIn(run: Run, value: Value | undefined): Value | undefined {
  if (value === undefined || value.objects.length !== 1) return value;
  const fields = run.state.object(value.objects[0]!)?.fields ?? new Map<string, Value>();
  return [...fields].find(([name]) => name.toLowerCase() === 'content-type')?.[1];
}

/** Whether a type is one of plain text or JSON. */
export const saysNoMarkup = (type: Value | undefined): boolean => type !== undefined && judged(type) === NO_MARKUP;

function withoutPrefix(value: Value | undefined, prefix: string): Value | undefined {
  const { text } = value ?? UNKNOWN;
  if (!text?.toLowerCase().startsWith(prefix)) return undefined;
  return valueLike(UNKNOWN, { text: text.slice(prefix.length) });
}

function judged({ text, taints }: Value): Value {
  // A client that sends the type may send one of markup.
  if (text === undefined) return taints.length > 0 ? UNKNOWN : UNNAMED;
  if (HTML.test(text)) return PAGE;
  if (MARKUP.test(text)) return UNKNOWN;
  if (text.includes(HOLE)) return UNKNOWN;
  return text.trim().startsWith(OWN_PART) ? UNSURE : NO_MARKUP;
}

/** The content type, as a key: under another one a function may write other things than it did. */
export const responseTypeOf = (run: Run): string => (typeOf(run) ?? '') as string;

const typeOf = (run: Run) => (run.setsResponseType ? run.state.get(RESPONSE_TYPE)?.constant : undefined);

/** Whether the response is a page: any text in it is markup. */
export const isPage = (run: Run): boolean => typeOf(run) === PAGE.constant;

/** Whether a browser shows the response as text, as it does with plain text and JSON. */
export const isNoMarkup = (run: Run): boolean => typeOf(run) === NO_MARKUP.constant;

export function doubtOfType(run: Run): Doubt | undefined {
  const type = typeOf(run);
  if (type === UNSURE.constant) return 'typed';
  return type === UNNAMED.constant ? 'of-some-type' : undefined;
}
