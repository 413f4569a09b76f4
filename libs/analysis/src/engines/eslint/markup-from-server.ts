import type { LintFinding } from './lint-job';

/** Rules that report markup put into the page, but do not see its source. */
const RULES: ReadonlySet<string> = new Set([
  'no-unsanitized/method',
  'no-unsanitized/property',
  '@microsoft/sdl/no-html-method',
  '@microsoft/sdl/no-inner-html',
]);

/**
 * A single variable put in as it is: `box.innerHTML = data`, `$(box).html(data)`, `box.insertAdjacentHTML('…', data)`.
 */
const WHOLE = [
  /(?:inner|outer)HTML\s*=\s*([A-Za-z_$][\w$]*)\s*;?\s*$/,
  /(?:\.html\(|HTML\([^,]*,)\s*([A-Za-z_$][\w$]*)\s*\)/,
];
const ASKS_A_SERVER = /\bfetch\w*\(|\$\.(?:ajax|get|post)\(|\bXMLHttpRequest\b|\baxios\b|\.text\(\)/;
/** Sources that the author of a link, a message or a stored value controls. */
const FROM_OUTSIDE = 'location|URLSearchParams|referrer|localStorage|sessionStorage|cookie|\\.data\\b|window\\.name';

/**
 * Lowers findings about markup that a script gets as a whole from its own server, which has rendered it as it renders
 * pages. Markup that the script builds, or that comes from an address or a message, keeps its severity.
 */
export function weighed(findings: readonly LintFinding[], text: string): readonly LintFinding[] {
  if (!findings.some(({ rule }) => RULES.has(rule)) || !ASKS_A_SERVER.test(text)) return findings;
  const lines = text.split(/\r?\n/);
  return findings.map((finding) => {
    const name = RULES.has(finding.rule) ? wholeName(lines[finding.line - 1] ?? '') : undefined;
    return name !== undefined && !isFromOutside(name, text) ? { ...finding, severity: 'low' } : finding;
  });
}

function wholeName(line: string): string | undefined {
  for (const form of WHOLE) {
    const name = form.exec(line)?.[1];
    if (name !== undefined) return name;
  }
  return undefined;
}

/**
 * Whether the variable is assigned from outside. `$` is the only character of a name with a meaning in a regular
 * expression.
 */
const isFromOutside = (name: string, text: string): boolean =>
  new RegExp(`(?<![\\w$.])${name.replaceAll('$', '\\$')}\\s*=[^=\\n]*(?:${FROM_OUTSIDE})`).test(text);
