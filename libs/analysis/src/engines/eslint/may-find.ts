import lacking from './lacking-apis.generated.json';

/** What a text must hold for a tool to find anything in it. Loading the rules takes longer than reading the text. */
export const MAY_FIND: Readonly<Record<'regular-expressions' | 'browser-apis', (text: string) => boolean>> = {
  'regular-expressions': mayHoldRegularExpression,
  'browser-apis': mayUseLackingApi,
};

/** The paths of modules are full of slashes. */
const MODULE_PATH = /\b(?:from|import|require\()\s*(['"])[\w@:./-]*\1/g;

/**
 * Whether a text may hold a regular expression, or a call that makes one. A slash in a comment, a text or a path counts
 * too: what is a division only a parser knows.
 */
function mayHoldRegularExpression(text: string): boolean {
  return text.includes('RegExp') || hasEscapedName(text) || /(?<![/*])\/[^/*\r\n]/.test(withoutPaths(text));
}

const withoutPaths = (text: string): string => text.replace(MODULE_PATH, '');

/** A name may be written with escapes: only a parser knows what it says. */
const hasEscapedName = (text: string): boolean => text.includes('\\u');

const OBJECTS = new Set(lacking.objects);
const MEMBERS: ReadonlyMap<string, readonly string[]> = new Map(Object.entries(lacking.members));
/** Objects that literals are: `[].at()` names no Array. */
const OF_LITERALS = new Set(['Array', 'String']);

/** A name behind a dot or in brackets: prose and variables with the name of a member are none. */
const MEMBER = /[.[][\s"'`]*([\w$]+)/g;

/** A comment may stand between a dot and a name. Such a text may use any of its names. */
const COMMENT_IN_ACCESS = /[.[]\s*\/[/*]/;

/** Whether a text names an API that a browser in use lacks. What these are takes eslint-plugin-compat 700 modules. */
function mayUseLackingApi(text: string): boolean {
  if (hasEscapedName(text)) return true;
  const names = new Set(text.match(/[\w$]+/g));
  const members = COMMENT_IN_ACCESS.test(text) ? names : new Set([...text.matchAll(MEMBER)].map(([, name]) => name!));
  for (const name of names) if (OBJECTS.has(name)) return true;
  for (const name of members)
    if (MEMBERS.get(name)?.some((object) => names.has(object) || OF_LITERALS.has(object))) return true;
  return false;
}
