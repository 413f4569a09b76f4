import { type RawFinding, type ToolDefinition, catalogue, weaknessOf } from '@assay/analysis';
import type { RecordedWaiver } from '@assay/findings';
import { type Directive, Directives } from './directives';

/** What names no rule but a linter about security, and its codes. */
const OF_SECURITY = /^(?:gosec|G\d{3})$/;

/**
 * What the authors of a file say of their own findings to other linters: that here is what a rule warns of, and that
 * they mean it. It hides nothing, and changes neither severity nor gate. A first look at a result may leave it for
 * later.
 *
 * @param lines those of the file
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
      (OF_SECURITY.test(name) && tool.category === 'security') ||
      (weakness !== undefined && (weaknessesByName().get(plainName(name))?.has(weakness) ?? false)),
  );
}

/** `jsx-a11y/alt-text` and `a11y_alt_text` are `alt-text`. Bandit's codes are Ruff's with another letter. */
const plainName = (name: string): string =>
  name
    .slice(name.lastIndexOf('/') + 1)
    .replaceAll('_', '-')
    .replace(/^a11y-/, '')
    .replace(/^B(?=\d{3}$)/, 'S');

let known: ReadonlyMap<string, ReadonlySet<string>> | undefined;

/** What the rules of all tools are about, by their names: linters have several names for the same weakness. */
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
