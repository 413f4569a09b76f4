/** A text without control characters, as a JSON schema says it in `pattern`. */
export const PLAIN_TEXT = '^[^\\u0000-\\u001f\\u007f-\\u009f]*$';

const WITHOUT_CONTROLS = new RegExp(PLAIN_TEXT);
const LONE_SURROGATE = /\p{Surrogate}/u;

/** How many characters a text has, as a JSON schema counts them: a surrogate pair is one. */
export const charactersIn = (text: string): number => text.length - (text.match(SURROGATE_PAIR)?.length ?? 0);

const SURROGATE_PAIR = /[\uD800-\uDBFF][\uDC00-\uDFFF]/g;

/** Whether every store returns it unchanged: it has no control characters, and no half of a surrogate pair. */
export const isPlainText = (text: string): boolean => WITHOUT_CONTROLS.test(text) && !LONE_SURROGATE.test(text);
