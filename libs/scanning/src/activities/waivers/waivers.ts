import { type RawFinding, type ToolDefinition, catalogue, weaknessOf } from '@assay/analysis';
import type { RecordedWaiver } from '@assay/findings';
import { type Directive, Directives } from './directives';

/** Names of a security linter itself, and of its codes, instead of a rule. */
const OF_SECURITY = /^(?:gosec|G\d{3})$/;

/** Pylint's names of rules that Ruff has from other linters. Ruff has Pylint's own rules as `PL` and their number. */
const OF_PYLINT: Readonly<Record<string, string>> = {
  'undefined-variable': 'F821',
  E0602: 'F821',
  'unused-import': 'F401',
  W0611: 'F401',
  'unused-variable': 'F841',
  W0612: 'F841',
  'bare-except': 'E722',
  W0702: 'E722',
  'broad-except': 'BLE001',
  'broad-exception-caught': 'BLE001',
  'dangerous-default-value': 'B006',
  W0102: 'B006',
  'exec-used': 'S102',
  W0122: 'S102',
  'eval-used': 'S307',
  W0123: 'S307',
};

/**
 * The comments for other linters by which the authors of a file accept a finding on purpose. They hide nothing, and
 * change neither severity nor gate. The first screen of a result may leave such findings for later.
 *
 * @param lines the lines of the file
 */
export function waivedIn(
  tool: ToolDefinition,
  lines: readonly string[],
): (finding: RawFinding) => RecordedWaiver | undefined {
  const directives = new Directives(lines);
  return ({ rule, line, excerpt }) => {
    if (line === undefined || excerpt !== undefined) return undefined;
    const found = directives.about(line).find((each) => isAbout(each, tool, rule));
    return found && { directive: found.words, line: found.line };
  };
}

function isAbout({ words, names }: Directive, tool: ToolDefinition, rule: string): boolean {
  if (words === 'nosec' && tool.category !== 'security') return false;
  if (names.length === 0) return true;
  const weakness = weaknessOf(tool.rules[rule] ?? {});
  return names.some(
    (name) =>
      /^all$/i.test(name) ||
      plainName(name) === plainName(rule) ||
      (words.startsWith('pylint') && (OF_PYLINT[name] === rule || `PL${name}` === rule)) ||
      (OF_SECURITY.test(name) && tool.category === 'security') ||
      (weakness !== undefined && (weaknessesByName().get(plainName(name))?.has(weakness) ?? false)),
  );
}

/** `jsx-a11y/alt-text` and `a11y_alt_text` become `alt-text`. Bandit's codes are Ruff's with another letter. */
const plainName = (name: string): string =>
  name
    .slice(name.lastIndexOf('/') + 1)
    .replaceAll('_', '-')
    .replace(/^a11y-/, '')
    .replace(/^B(?=\d{3}$)/, 'S');

let known: ReadonlyMap<string, ReadonlySet<string>> | undefined;

/**
 * The weaknesses that the rules of all tools are about, by rule name: linters have several names for the same weakness.
 */
function weaknessesByName(): ReadonlyMap<string, ReadonlySet<string>> {
  known ??= readWeaknesses();
  return known;
}

function readWeaknesses(): ReadonlyMap<string, ReadonlySet<string>> {
  const byName = new Map<string, Set<string>>();
  for (const [name, rule] of catalogue.flatMap(({ rules }) => Object.entries(rules))) {
    const weakness = weaknessOf(rule);
    if (weakness !== undefined) byName.set(plainName(name), (byName.get(plainName(name)) ?? new Set()).add(weakness));
  }
  return byName;
}
