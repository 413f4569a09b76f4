import { type CompiledPattern, type SecretPattern, compilePatterns } from './patterns';

/**
 * `DB_PASSWORD`, `githubToken`, `AWS_SECRET_ACCESS_KEY`; not `PASSWORD_FILE`, `TOKEN_TTL`, nor `GPG_KEY`, which public
 * images have.
 */
const SECRET_NAME = new RegExp(
  [
    String.raw`(?:password|passwd|passphrase|pwd|secret|token|credentials?|(?:api|access|private|`,
    String.raw`secret|auth|encryption|signing)[_.-]?key)$`,
  ].join(''),
  'i',
);
/** Values that are not a secret: a path or a reference to one, a switch, or stars. */
const NO_SECRET = /^(?:|\$.*|<.*>|\/.*|file:.*|true|false|yes|no|none|null|undefined|[*x.…]+)$/is;
/** A value for a name like `MAX_TOKEN`. A password may consist of digits too. */
const NUMBER = /^[\d.]+$/;
const PASSWORD_NAME = /pass|pwd/i;
const PASSWORD_IN_URL = /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s:/@]{0,200}:([^\s@/]{1,200})@/i;
const BEARER = /\b(?:authorization:\s{0,9}(?:bearer|basic|token)|private-token:)\s{1,9}[\w.~+/=-]{8}/i;

export interface SecretSearch {
  /** Why a value is a secret, as part of a sentence; undefined if it is no secret. */
  judge(name: string, value: string): string | undefined;
  /** The same for a command, which has no variable name. */
  judgeCommand(command: string): string | undefined;
  /** The text without possible secrets. It may have at most some thousand characters. */
  redact(text: string): string;
}

/** @param patterns credentials with a known form */
export function createSecretSearch(patterns: Readonly<Record<string, SecretPattern>>): SecretSearch {
  const compiled = compilePatterns(patterns);
  const known = (text: string): CompiledPattern | undefined => compiled.find(({ regex }) => text.search(regex) !== -1);
  const byLooks = (text: string): string | undefined => {
    const pattern = known(text);
    if (pattern) return `holds what looks like a credential: ${pattern.name}`;
    const password = PASSWORD_IN_URL.exec(text)?.[1];
    return password !== undefined && !NO_SECRET.test(password) ? 'holds an address with a password' : undefined;
  };
  return {
    judge(name, value) {
      const named =
        SECRET_NAME.test(name) &&
        !NO_SECRET.test(value.trim()) &&
        (PASSWORD_NAME.test(name) || !NUMBER.test(value.trim()));
      return byLooks(value) ?? (named ? 'has a value, and a name that says it is a secret' : undefined);
    },
    judgeCommand: (command) => byLooks(command) ?? (BEARER.test(command) ? 'sends a credential' : undefined),
    redact(text) {
      const named = text.replace(/([\w.-]{1,100})=("[^"]*"|'[^']*'|[^\s"']+)/g, (whole, name: string) =>
        SECRET_NAME.test(name) ? `${name}=…` : whole,
      );
      const shaped = compiled.reduce((line, { regex }) => line.replace(regex, '…'), named);
      return shaped
        .replace(/(:\/\/)[^\s/@]{1,400}@/g, '$1…@')
        .replace(/((?:bearer|basic|token:?)\s)[\w.~+/=-]{8,}/gi, '$1…')
        .replace(/(\s(?:-u|-p|--user|--password|--passwd|--token)[ =])\S+/g, '$1…');
    },
  };
}
