import type { Doubt } from './values';
import { RESPONSE_TYPE } from '../lower/scope';
import type { EvaluatedArgument } from './evaluated-call';
import type { Run } from './run';
import { HOLE, OWN_PART, UNKNOWN, type Value, constantOf, valueLike } from './values';

/** Types in which a browser looks for markup or code. */
const MARKUP = /html|xml|svg|javascript|ecmascript/i;
const NO_MARKUP = constantOf('no markup');
const UNSURE = constantOf('chosen by the program');

/** Records the content type that a call sets on the response. */
export function setResponseType(
  run: Run,
  paths: readonly string[],
  name: string | undefined,
  args: readonly EvaluatedArgument[],
): void {
  if (run.rules.responseTypes.size === 0) return;
  const row = run.rules.find(run.rules.responseTypes, paths, name);
  if (row === undefined) return;
  const { argument, onlyWithFirst } = row;
  if (onlyWithFirst !== undefined && args[0]?.value.text?.toLowerCase() !== onlyWithFirst) return;
  const value = typeIn(run, args[argument]?.value);
  const type = row.prefix === undefined ? value : withoutPrefix(value, row.prefix);
  if (type === undefined) return;
  run.setsResponseType = true;
  run.state.set(RESPONSE_TYPE, judged(type));
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

function judged({ text }: Value): Value {
  if (text === undefined) return UNKNOWN;
  if (MARKUP.test(text)) return UNKNOWN;
  if (text.includes(HOLE)) return UNKNOWN;
  return text.trim().startsWith(OWN_PART) ? UNSURE : NO_MARKUP;
}

/** The content type, as a key: under another one a function may write other things than it did. */
export const responseTypeOf = (run: Run): string => (typeOf(run) ?? '') as string;

const typeOf = (run: Run) => (run.setsResponseType ? run.state.get(RESPONSE_TYPE)?.constant : undefined);

/** Whether a browser shows the response as text, as it does with plain text and JSON. */
export const isNoMarkup = (run: Run): boolean => typeOf(run) === NO_MARKUP.constant;

export const doubtOfType = (run: Run): Doubt | undefined => (typeOf(run) === UNSURE.constant ? 'typed' : undefined);
