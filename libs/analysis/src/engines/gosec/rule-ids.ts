import type { Issue } from './gosec.output';

/**
 * Which rule of the tool means what gosec says, by the number that gosec gives it, up to version 2.30. Its checks that
 * look for a call alone, and those that follow a value there, are different rules where the second says more.
 */
const RULES: Readonly<Record<string, readonly string[]>> = {
  'hardcoded-credential': ['G101'],
  'all-interfaces': ['G102'],
  'unhandled-error': ['G104'],
  'ssh-identity': ['G106', 'G408'],
  'request-to-variable': ['G107'],
  'profiling-endpoint': ['G108'],
  'integer-conversion': ['G109', 'G115'],
  'decompression-bomb': ['G110'],
  'root-folder-served': ['G111'],
  'server-without-timeouts': ['G112', 'G114'],
  'bidirectional-text': ['G116'],
  'secret-serialized': ['G117'],
  'cookie-attributes': ['G124'],
  'sql-from-text': ['G201', 'G202'],
  'unescaped-template': ['G203'],
  'command-from-variable': ['G204'],
  'file-permissions': ['G301', 'G302', 'G306', 'G307'],
  'guessable-temporary-file': ['G303'],
  'path-from-variable': ['G304'],
  'archive-path': ['G305'],
  'weak-hash': ['G401', 'G406'],
  'weak-tls-version': ['G402'],
  'short-rsa-key': ['G403'],
  'weak-random': ['G404'],
  'weak-cipher': ['G405'],
  'fixed-nonce': ['G407'],
  'weak-import': ['G501', 'G502', 'G503', 'G505', 'G506', 'G507'],
  'slice-bounds': ['G602'],
  'tainted-sql': ['G701'],
  'tainted-command': ['G702'],
  'tainted-path': ['G703'],
  'tainted-request': ['G704'],
  'tainted-page': ['G705'],
  'tainted-log': ['G706'],
  'tainted-mail': ['G707'],
  'tainted-template': ['G708'],
  'tainted-redirect': ['G710'],
};

const RULE_OF = new Map(Object.entries(RULES).flatMap(([rule, ids]) => ids.map((id) => [id, rule] as const)));

/** By a rule that follows a value to a call: the rule that says less of the same call. */
const LESS: Readonly<Record<string, string>> = {
  'tainted-sql': 'sql-from-text',
  'tainted-command': 'command-from-variable',
  'tainted-path': 'path-from-variable',
  'tainted-request': 'request-to-variable',
  'tainted-page': 'unescaped-template',
};

/** The rule that need not say at a place what this one says there. */
export const rulePutInTheShade = (rule: string): string | undefined => LESS[rule];

/**
 * The rule of the tool for what gosec says. A number that is not in the table, as of a later version, is one of the
 * rules for all others.
 */
export function ruleOf({ rule_id: id, severity, details, code }: Omit<Issue, 'file' | 'line' | 'column'>): string {
  // It says so of any value.
  if (id === 'G402' && details.includes('InsecureSkipVerify'))
    return /InsecureSkipVerify\s*:?=?\s*true\b/.test(code) ? 'unverified-certificate' : 'certificate-by-choice';
  const others = /^(?:high|critical)$/i.test(severity) ? 'high' : /^low$/i.test(severity) ? 'low' : 'medium';
  return RULE_OF.get(id) ?? `other-${others}`;
}
