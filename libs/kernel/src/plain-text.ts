/** A text without control characters, as a JSON schema says it in `pattern`. */
export const PLAIN_TEXT = '^[^\\u0000-\\u001f\\u007f-\\u009f]*$';

const WITHOUT_CONTROLS = new RegExp(PLAIN_TEXT);
const LONE_SURROGATE = /\p{Surrogate}/u;

/** Whether every store returns it unchanged: it has no control characters, and no half of a surrogate pair. */
export const isPlainText = (text: string): boolean => WITHOUT_CONTROLS.test(text) && !LONE_SURROGATE.test(text);
