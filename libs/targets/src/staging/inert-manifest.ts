/** Top-level members of a `package.json` that configure an engine, or a tool that an engine uses. */
const CONFIGURATION_MEMBERS = new Set([
  'eslintConfig',
  'eslintIgnore',
  'stylelint',
  'prettier',
  'browserslist',
  'babel',
  'jest',
  'ava',
  'xo',
  'standard',
  'biome',
  'oxlint',
  'htmlhint',
  'htmlValidate',
  'cspell',
  'alex',
  'jscpd',
  'depcheck',
  'madge',
  'secretlint',
  'commitlint',
  'remarkConfig',
  'svgo',
  'publint',
  'markdownlint',
  'swc',
  'postcss',
  'nyc',
  'c8',
]);

/**
 * Disables the settings of engines in a `package.json`. The first character of such a member's name becomes `_`, so
 * positions stay, and two members keep different names. Only the top level is changed, because `dependencies` may name
 * `stylelint`. It works on broken JSON as long as its strings and brackets are valid. Each character is read once, and
 * a string that does not end on its line ends there: a regular expression would try each of its escaped quotes as the
 * start of another string.
 */
export function inertManifest(text: string): string {
  const pieces: string[] = [];
  let copied = 0;
  let depth = 0;
  for (let at = 0; at < text.length; ) {
    const character = text[at]!;
    if (character === '"') {
      const { end, closed } = readString(text, at);
      const name = closed && depth === 1 && isFollowedByColon(text, end) ? nameOf(text, at, end) : '';
      if (CONFIGURATION_MEMBERS.has(name)) {
        // With escapes the name is longer in the file.
        pieces.push(text.slice(copied, at + 1), `_${name.slice(1)}`.padEnd(end - at - 2, '_'));
        copied = end - 1;
      }
      at = end;
      continue;
    }
    if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') depth -= 1;
    at += 1;
  }
  return pieces.length === 0 ? text : `${pieces.join('')}${text.slice(copied)}`;
}

/** Finds the end of the string that begins at a position. */
function readString(text: string, start: number): { readonly end: number; readonly closed: boolean } {
  for (let at = start + 1; at < text.length; at += 1) {
    const character = text[at]!;
    if (character === '"') return { end: at + 1, closed: true };
    if (character === '\\') at += 1;
    if (text[at] === '\n') return { end: at, closed: false };
  }
  return { end: text.length, closed: false };
}

function isFollowedByColon(text: string, end: number): boolean {
  let at = end;
  while (at < text.length && /\s/.test(text[at]!)) at += 1;
  return text[at] === ':';
}

/** The longest name of a member, with each of its letters written as an escape of six characters. */
const LONGEST_NAME = 6 * Math.max(...[...CONFIGURATION_MEMBERS].map(({ length }) => length)) + 2;

/** The name without escapes: `"\u0065slintConfig"` is `eslintConfig`. */
function nameOf(text: string, start: number, end: number): string {
  if (end - start > LONGEST_NAME) return '';
  const token = text.slice(start, end);
  try {
    return JSON.parse(token) as string;
  } catch {
    return token.slice(1, -1); // it is not JSON, so no engine reads it as a member either
  }
}
