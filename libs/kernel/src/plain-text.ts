/** How a text of some kind looks. The API's document has the pattern, and a refusal the message. */
export interface TextForm {
  readonly pattern: RegExp;
  /** Follows after `must be`. */
  readonly message: string;
}

/** Control characters, for a class of a regular expression. */
export const CONTROLS = '\\u0000-\\u001f\\u007f-\\u009f';

/**
 * All that `\s` is and `trim` takes away, for a class: the languages in which a JSON schema is read differ in their
 * `\s`.
 */
export const BLANKS = '\\t-\\r \\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff';

/** A text without control characters, as a JSON schema says it in `pattern`. */
export const PLAIN_TEXT = `^[^${CONTROLS}]*$`;

const WITHOUT_CONTROLS = new RegExp(PLAIN_TEXT);
const LONE_SURROGATE = /\p{Surrogate}/u;

/** How many characters a text has, as a JSON schema counts them: a surrogate pair is one. */
export const charactersIn = (text: string): number => text.length - (text.match(SURROGATE_PAIR)?.length ?? 0);

const SURROGATE_PAIR = /[\uD800-\uDBFF][\uDC00-\uDFFF]/g;

/** Whether every store returns it unchanged: it has no control characters, and no half of a surrogate pair. */
export const isPlainText = (text: string): boolean => WITHOUT_CONTROLS.test(text) && !LONE_SURROGATE.test(text);
