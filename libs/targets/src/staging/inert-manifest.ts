/** Top-level members of a `package.json` that steer an engine or a tool it builds upon. */
const STEERING_MEMBERS = new Set([
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
 * Makes the settings of engines in a `package.json` mean nothing, in place: the names of those members, at the top
 * level only (`dependencies` may well name `stylelint`), become as many `x`. Positions stay. Works on broken JSON as
 * far as its strings and brackets go.
 */
export function inertManifest(text: string): string {
  let depth = 0;
  return text.replace(/"(?:[^"\\\n]|\\.)*"(?=(\s*:)?)|[[\]{}]/g, (token, colon: string | undefined) => {
    if (token.startsWith('"'))
      return depth === 1 && colon !== undefined && STEERING_MEMBERS.has(memberName(token))
        ? `"${'x'.repeat(token.length - 2)}"`
        : token;
    depth += token === '{' || token === '[' ? 1 : -1;
    return token;
  });
}

/** `"\u0065slintConfig"` is `eslintConfig`. */
function memberName(token: string): string {
  try {
    return JSON.parse(token) as string;
  } catch {
    return token.slice(1, -1); // not JSON, so not a member for any engine either
  }
}
