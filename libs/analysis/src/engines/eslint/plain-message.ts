/** The longest message passed on, in characters. */
const MAX_LENGTH = 400;
const SHOWN_OF_A_SECRET = 4;

/** A rule's message as one plain line, without what must not be repeated. */
export function plainMessage(rule: string, message: string): string {
  // React Compiler goes on with an excerpt of the code
  const summary = rule.startsWith('react-hooks/') ? message.split('\n\n')[0]!.replace(/^Error: /, '') : message;
  const masked = rule.startsWith('no-secrets/') ? maskQuoted(summary) : summary;
  // Messages quote code: a bidirectional control in it would turn around the line that shows the message.
  const visible = masked.replace(/[\p{Cf}\p{Cs}]/gu, (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`);
  const line = visible.replace(/[\s\p{Cc}]+/gu, ' ').trim();
  return line.length > MAX_LENGTH ? `${line.slice(0, MAX_LENGTH - 1)}…` : line;
}

/** `Found a string with entropy 4.6 : "AKIAhp…"`: the rule quotes the whole secret. */
const maskQuoted = (message: string): string =>
  message.replace(
    / ?: "([\s\S]*)"$/,
    (_, secret: string) => `: ${secret.slice(0, SHOWN_OF_A_SECRET)}… (${secret.length} characters)`,
  );
