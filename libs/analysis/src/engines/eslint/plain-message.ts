/** The maximum length of a message, in characters. */
const MAX_LENGTH = 400;
const SHOWN_OF_A_SECRET = 4;

/** Makes one plain line of a rule's message, without secrets. */
export function plainMessage(rule: string, message: string): string {
  const trimmed = rule === 'yml/no-trailing-zeros' ? /`([^`]+)`/.exec(message)?.[1] : undefined;
  // The rule says "fix to `5`", which is the harm itself: what is meant is 5.0, in quotes.
  if (trimmed !== undefined) return `Without quotes YAML reads it as the number ${trimmed}`;
  if (rule === 'vue/no-parsing-error') return plainMessage('', inWords(message));
  // React Compiler appends an excerpt of the code.
  const summary = rule.startsWith('react-hooks/') ? message.split('\n\n')[0]!.replace(/^Error: /, '') : message;
  const masked = rule.startsWith('no-secrets/') ? maskQuoted(summary) : summary;
  // Messages quote code. A bidirectional control character in it would reverse the line that shows the message.
  const visible = masked.replace(/[\p{Cf}\p{Cs}]/gu, (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`);
  const line = visible.replace(/[\s\p{Cc}]+/gu, ' ').trim();
  return line.length > MAX_LENGTH ? `${line.slice(0, MAX_LENGTH - 1)}…` : line;
}

const UNOPENED = 'End tag of an element that ended before, as a paragraph does where a block begins in it';

/** The parser of templates names what HTML calls a mistake, such as `missing-whitespace-between-attributes`. */
function inWords(message: string): string {
  const said = message.replace(/^Parsing error: /, '').replace(/\.$/, '');
  if (said === 'x-invalid-end-tag') return UNOPENED;
  const words = /^[a-z]+(?:-[a-z]+)+$/.test(said) ? said.replace(/^x-/, '').replaceAll('-', ' ') : said;
  const mistake = words.replace(/^eof\b/, 'end of the file');
  return `Template that does not parse: ${mistake.charAt(0).toLowerCase()}${mistake.slice(1)}`;
}

/** `Found a string with entropy 4.6 : "AKIAhp…"`: the rule quotes the whole secret, so it is masked. */
const maskQuoted = (message: string): string =>
  message.replace(
    / ?: "([\s\S]*)"$/,
    (_, secret: string) => `: ${secret.slice(0, SHOWN_OF_A_SECRET)}… (${secret.length} characters)`,
  );
