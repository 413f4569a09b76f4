import { ALL_WEAKNESSES, bitOf } from '../rules';
import { maskOfBeginning } from './addresses';

/** Whether a text of which something is known may hold a character. */
export type Holds = (character: string) => boolean;

const POSIX: readonly (readonly [RegExp, string])[] = [
  [/\[:alnum:\]/g, 'a-zA-Z0-9'],
  [/\[:alpha:\]/g, 'a-zA-Z'],
  [/\[:digit:\]/g, '0-9'],
  [/\[:xdigit:\]/g, 'a-fA-F0-9'],
  [/\[:space:\]/g, String.raw`\s`],
];
const SET = /\[(?:\\.|[^\]\\])*\]/g;
const ONE_SET = /^(?:\(\?:|\()?(?<set>\[(?:\\.|[^\]\\])*\]|\\[wdsWDS]|\\[^\w]|[^\w\s\\^$.*+?()[\]{}|])\)?[+*]?$/;
const MAX_SETS = 20;
/** Flags at the beginning, as in Go: they change neither what the ends of the text are nor what a set holds. */
const HARMLESS_FLAGS = /^\(\?[isU]+\)/;

const COMMAND = bitOf('command-injection');
const CODE = bitOf('code-injection');
const PATH = bitOf('path-traversal') | bitOf('file-inclusion');
const ELSEWHERE = bitOf('open-redirect') | bitOf('request-forgery') | bitOf('webview-address');
const MARKUP = bitOf('cross-site-scripting');
const TEMPLATE = bitOf('template-injection');
const PATTERN = bitOf('regular-expression-injection');
const SQL = bitOf('sql-injection');
const HEADER = bitOf('header-injection');
const POLLUTION = bitOf('prototype-pollution');
/** The weaknesses that depend only on which characters a text has. */
export const BY_CHARACTERS = COMMAND | CODE | PATH | ELSEWHERE | MARKUP | TEMPLATE | PATTERN | SQL | HEADER;

/** Of those, the weaknesses that a text can cause with the characters that it may hold. */
export function possibleWith(holds: Holds): number {
  const any = (characters: string) => [...characters].some(holds);
  const runsShell = any(';|&`<>\n') || (holds('$') && any('({'));
  const runsCode = any('aA') && any('([`=');
  return (
    (runsShell ? COMMAND : 0) |
    (runsCode ? CODE : 0) |
    (holds('.') && any('/\\') ? PATH : 0) |
    (holds('.') && any('/\\') ? ELSEWHERE : 0) |
    (holds('<') ? MARKUP : 0) |
    (any('{<$') ? TEMPLATE : 0) |
    (any('*+({') ? PATTERN : 0) |
    (any('\'"`;(') ? SQL : 0) |
    (holds('\n') ? HEADER : 0)
  );
}

/**
 * The weaknesses that a text that matches a pattern cannot cause. 0 if the pattern lets anything through.
 * @param isWhole the pattern must match the whole text
 */
export function ruledOutBy(written: string | undefined, isWhole: boolean): number {
  if (written === undefined) return 0;
  const pattern = written.replace(HARMLESS_FLAGS, '');
  const beginning = maskOfBeginning(pattern);
  if (!isStrict(pattern, isWhole)) return beginning;
  const plain = withoutPosix(pattern);
  const sets = (plain.match(SET) ?? []).slice(0, MAX_SETS).flatMap((set) => classOf(set) ?? []);
  const possible = possibleWith((character) => sets.some((set) => set.test(character)));
  // Any host may follow the scheme.
  const leadsAnywhere = /:\\?\/\\?\/(?:[[(]|\\w)/.test(plain) ? ELSEWHERE : 0;
  return (ALL_WEAKNESSES & ~((possible | leadsAnywhere) & BY_CHARACTERS)) | beginning;
}

/** The characters that a text may hold if a pattern, which is one set of characters, is not found in it. */
export function withoutFound(pattern: string | undefined): Holds | undefined {
  const set = pattern === undefined ? undefined : ONE_SET.exec(withoutPosix(pattern))?.groups?.['set'];
  const found = set === undefined ? undefined : classOf(set);
  return found && ((character) => !found.test(character));
}

/** The weaknesses that a text cannot cause if a pattern is not found in it. */
export function ruledOutWithout(pattern: string | undefined): number {
  const holds = withoutFound(pattern);
  if (holds === undefined) return 0;
  // A text of letters and digits without an underscore is not the name of a member that all objects inherit.
  const isNamed = !holds('_') && !holds('.') ? POLLUTION : 0;
  return (BY_CHARACTERS & ~possibleWith(holds)) | isNamed;
}

const withoutPosix = (pattern: string): string =>
  POSIX.reduce((text, [name, characters]) => text.replace(name, characters), pattern);

/** A set of characters as a pattern for one character; undefined if JavaScript cannot read it. */
function classOf(set: string): RegExp | undefined {
  try {
    return new RegExp(`^${set}$`);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Whether a pattern must match the whole text and lets only listed characters through. */
function isStrict(pattern: string, isWhole: boolean): boolean {
  const isAnchored = isWhole || (/^(?:\^|\\A)/.test(pattern) && /(?:\$|\\[zZ])$/.test(pattern));
  // An unescaped dot outside of brackets lets anything through, and so does a negated set.
  const withoutSets = pattern.replace(/\\./g, '').replace(/\[(?!\^)[^\]]*\]/g, '');
  return isAnchored && !/[.]|\[\^/.test(withoutSets) && !/\\[SWD]/.test(pattern);
}
