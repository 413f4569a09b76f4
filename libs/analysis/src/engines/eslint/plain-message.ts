/** The maximum length of a message, in characters. */
const MAX_LENGTH = 400;
const SHOWN_OF_A_SECRET = 4;

/** Makes one plain line of a rule's message, without secrets. */
export function plainMessage(rule: string, message: string): string {
  const trimmed = rule === 'yml/no-trailing-zeros' ? /`([^`]+)`/.exec(message)?.[1] : undefined;
  // The rule says "fix to `5`", which is the harm itself: what is meant is 5.0, in quotes.
  if (trimmed !== undefined) return `Without quotes YAML reads it as the number ${trimmed}`;
  // React Compiler appends an excerpt of the code.
  const summary = rule.startsWith('react-hooks/') ? message.split('\n\n')[0]!.replace(/^Error: /, '') : message;
  const masked = rule.startsWith('no-secrets/') ? maskQuoted(summary) : summary;
  // Messages quote code. A bidirectional control character in it would reverse the line that shows the message.
  const visible = masked.replace(/[\p{Cf}\p{Cs}]/gu, (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`);
  const line = visible.replace(/[\s\p{Cc}]+/gu, ' ').trim();
  return line.length > MAX_LENGTH ? `${line.slice(0, MAX_LENGTH - 1)}…` : line;
}

/** `Found a string with entropy 4.6 : "AKIAhp…"`: the rule quotes the whole secret, so it is masked. */
const maskQuoted = (message: string): string =>
  message.replace(
    / ?: "([\s\S]*)"$/,
    (_, secret: string) => `: ${secret.slice(0, SHOWN_OF_A_SECRET)}… (${secret.length} characters)`,
  );
