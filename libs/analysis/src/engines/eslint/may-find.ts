import lacking from './lacking-apis.generated.json';

/** Tests of a text for the subjects of a tool. Loading the rules takes longer than reading the text. */
export const MAY_FIND: Readonly<Record<'regular-expressions' | 'browser-apis', (text: string) => boolean>> = {
  'regular-expressions': mayHoldRegularExpression,
  'browser-apis': mayUseLackingApi,
};

/** An import. The paths of modules are full of slashes. */
const MODULE_PATH = /\b(?:from|import|require\()\s*(['"])[\w@:./-]*\1/g;

/**
 * Whether a text may contain a regular expression, or a call that makes one. A slash in a comment, a text or a path
 * counts too: only a parser recognises a division.
 */
function mayHoldRegularExpression(text: string): boolean {
  return text.includes('RegExp') || hasEscapedName(text) || /(?<![/*])\/[^/*\r\n]/.test(withoutPaths(text));
}

const withoutPaths = (text: string): string => text.replace(MODULE_PATH, '');

/** Whether a name may be written with escapes, which only a parser decodes. */
const hasEscapedName = (text: string): boolean => text.includes('\\u');

const OBJECTS = new Set(lacking.objects);
const MEMBERS: ReadonlyMap<string, readonly string[]> = new Map(Object.entries(lacking.members));
/** Objects that have literals: `[].at()` does not name Array. */
const OF_LITERALS = new Set(['Array', 'String']);

/** A name after a dot or in brackets. Words of prose and variables with the name of a member do not count. */
const MEMBER = /[.[][\s"'`]*([\w$]+)/g;

/** A comment after a dot or bracket. Any name in such a text may be a member. */
const COMMENT_IN_ACCESS = /[.[]\s*\/[/*]/;

/** Whether a text names an API that a browser in use lacks. eslint-plugin-compat loads 700 modules to know these. */
function mayUseLackingApi(text: string): boolean {
  if (hasEscapedName(text)) return true;
  const names = new Set(text.match(/[\w$]+/g));
  const members = COMMENT_IN_ACCESS.test(text) ? names : new Set([...text.matchAll(MEMBER)].map(([, name]) => name!));
  for (const name of names) if (OBJECTS.has(name)) return true;
  for (const name of members)
    if (MEMBERS.get(name)?.some((object) => names.has(object) || OF_LITERALS.has(object))) return true;
  return false;
}
