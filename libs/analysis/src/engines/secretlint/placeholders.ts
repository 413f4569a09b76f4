import { isUnreachable, isPrivateHost } from './assignments/hosts';
import { classOf, isVocabulary, isWordAndDigits } from './assignments/values';

/** `scheme://user:password@host` */
const CREDENTIALS = /:\/\/([^:@\s/]*):((?:\{\{[^{}@]*\}\}|[^@\s])+)@([\w.-]*)/;

/** Marks of a template, and what documentation writes for a password that the reader has to fill in. */
const TEMPLATE = /^[<[{(%*.…]|[>\]})]$|\$\{|\$\(|\{\{|%[sv(]|^\$\w+$|^#\{/;
const STAND_IN = new RegExp(
  String.raw`^(?:x+|\*+|(?:your|my|the|db|some|any)?[-_]?` +
    '(?:password|passwd|pass|passphrase|pwd|secret|token|placeholder|example|change[-_]?(?:me|it|this)' +
    String.raw`|foo|bar|foobar|hunter2))[-_]?(?:here|goes-here|\d{0,3})$`,
  'i',
);

/** `replace-me-with-a-long-one` */
const FILL_IN = /ch[a4@]ng[e3].{0,3}(?:m[e3]|th[i1]s|[i1]t)|replace|your|placeholder|redacted|fill.?(?:in|me)/i;

/**
 * Whether the password of a connection string stands for one that somebody else has to fill in, or is no secret: the
 * name of the user again, for a database that strangers cannot reach.
 */
export function isPlaceholder(connection: string): boolean {
  const [, user, password, host = ''] = CREDENTIALS.exec(connection) ?? [];
  if (password === undefined) return false;
  if (FILL_IN.test(password)) return true;
  return TEMPLATE.test(password) || STAND_IN.test(password) || (password === user && isPrivateHost(host));
}

/** The worth of the password of a connection string: low where only one's own machine or network knows the host. */
export function worthOfConnection(connection: string): 'low' | 'medium' | 'high' {
  const [, , password, host = ''] = CREDENTIALS.exec(connection) ?? [];
  if (password === undefined) return 'high';
  // `mysql://shop:shop@{{ host }}/shop`: its user says where that is.
  if (isUnreachable(host) || host === '') return 'low';
  const kind = classOf(password);
  return (kind === 'random' || kind === 'mixed') && !isWordAndDigits(password) ? 'high' : 'medium';
}

/** `xoxb-test-token`: a beginning, then words that stand for a token. */
const IN_WORDS = /^["']?[a-z]{2,6}[-_]([a-z]+(?:[-_][a-z]+)+)["']?$/;

/** `…/T00000000/B00000000/XXXXXXXXXXXXXXXX`, `je7MtGbClwBF…bEXAMPLEKEY` */
const FILLED = /([Xx*])\1{7}|EXAMPLE(?:KEY)?["']?$/;

/** `xoxb-000000000000-aaaaaaaaaaaa`: each part is one character, as often as the form wants it. */
const OF_ONE_CHARACTER_EACH = /^["']?[a-z]{2,6}(?:[-_](?:live|test|([a-z\d])\1{5,}))*[-_]([a-z\d])\2{5,}["']?$/i;

/** Tokens that Slack issues have parts of these lengths. People cut the last one before they show it. */
const OF_SLACK = /hooks\.slack\.com\/services\/|^["']?xox[bp]-/;
const WHOLE_OF_SLACK = new RegExp(
  String.raw`hooks\.slack\.com\/services\/T[A-Z\d]{7,12}\/B[A-Z\d]{7,12}\/[A-Za-z\d]{24}(?![A-Za-z\d])|` +
    String.raw`^["']?xox[bp]-(?:\d{9,14}-){1,3}[A-Za-z\d]{24,40}["']?$`,
);

export const isStandInToken = (token: string): boolean => {
  if (FILLED.test(token) || OF_ONE_CHARACTER_EACH.test(token)) return true;
  if (OF_SLACK.test(token) && /\d/.test(token) && !WHOLE_OF_SLACK.test(token)) return true;
  const words = IN_WORDS.exec(token)?.[1];
  return words !== undefined && isVocabulary(words);
};

/** `sk_live_XXXXXXXXXXXXXXXXXXXXXXXX`: the form of a token, without one. */
export const isFilledIn = (token: string): boolean => /([Xx*])\1{11}/.test(token) || OF_ONE_CHARACTER_EACH.test(token);

/** `xoxb-token-from-slack`: what a provider issues has digits or capitals as well. */
export const isInWords = (token: string): boolean => IN_WORDS.test(token);
