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
 * Disables the settings of engines in a `package.json`. Each character of such a member's name becomes `x`, so
 * positions stay. Only the top level is changed, because `dependencies` may name `stylelint`. It works on broken JSON
 * as long as its strings and brackets are valid.
 */
export function inertManifest(text: string): string {
  let depth = 0;
  return text.replace(/"(?:[^"\\\n]|\\.)*"(?=(\s*:)?)|[[\]{}]/g, (token, colon: string | undefined) => {
    if (token.startsWith('"'))
      return depth === 1 && colon !== undefined && CONFIGURATION_MEMBERS.has(memberName(token))
        ? `"${'x'.repeat(token.length - 2)}"`
        : token;
    depth += token === '{' || token === '[' ? 1 : -1;
    return token;
  });
}

/** The name without escapes: `"\u0065slintConfig"` is `eslintConfig`. */
function memberName(token: string): string {
  try {
    return JSON.parse(token) as string;
  } catch {
    return token.slice(1, -1); // it is not JSON, so no engine reads it as a member either
  }
}
