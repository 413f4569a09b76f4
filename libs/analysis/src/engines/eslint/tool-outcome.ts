import type { ToolDefinition } from '../../catalogue/tool';
import { rulesOf } from './lint-config';
import type { FileReport } from './lint-job';

/**
 * If a rule throws or takes too long on at least this many files, and on this share of the tool's files, the rule is
 * broken and its tool fails.
 */
const BROKEN_FILES = 5;
const BROKEN_SHARE = 0.1;

/** The counts of one tool during a pass, updated with each file. */
export interface ToolTally {
  readonly tool: ToolDefinition;
  /** The tool's files, readable or not. */
  readonly files: number;
  readonly broken: ReadonlyMap<string, { readonly files: number; readonly reason: string }>;
}

export const freshTally = (tool: ToolDefinition): ToolTally => ({ tool, files: 0, broken: new Map() });

export function tally(before: ToolTally, brokenRules: FileReport['brokenRules']): ToolTally {
  const broken = new Map(before.broken);
  for (const { rule, reason } of brokenRules) {
    if (rule in before.tool.rules) broken.set(rule, { files: (broken.get(rule)?.files ?? 0) + 1, reason });
  }
  return { ...before, files: before.files + 1, broken };
}

/** Why the tool failed, if it did. `unavailable` has the reasons by rule for rules that could not be loaded. */
export function failureOf(
  { tool, files, broken: byRule }: ToolTally,
  unavailable: ReadonlyMap<string, string>,
): string | undefined {
  const missing = rulesOf(tool).find((rule) => unavailable.has(rule));
  if (missing) return unavailable.get(missing);
  const often = [...byRule].find(([, each]) => each.files >= BROKEN_FILES && each.files >= files * BROKEN_SHARE);
  if (!often) return undefined;
  const [rule, { files: broken, reason }] = often;
  return `rule ${rule} failed on ${broken} of ${files} files; on the last of them it ${reason}`;
}
