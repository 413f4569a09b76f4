import type { ToolDefinition } from '../../catalogue/tool';
import { rulesOf } from './lint-config';
import type { FileReport } from './lint-job';

/**
 * A rule that throws on this many files, and on this share of those that its tool looked at, is broken: so is the tool.
 */
const BROKEN_FILES = 5;
const BROKEN_SHARE = 0.1;

/** What a pass came to for one tool, as files are reported. */
export interface ToolTally {
  readonly tool: ToolDefinition;
  /** Files that were the tool's to look at, readable or not. */
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

/** Why the tool failed, if it did. `unavailable`: reasons by rule for those that could not be loaded. */
export function failureOf(
  { tool, files, broken }: ToolTally,
  unavailable: ReadonlyMap<string, string>,
): string | undefined {
  const missing = rulesOf(tool).find((rule) => unavailable.has(rule));
  if (missing) return unavailable.get(missing);
  const often = [...broken].find(([, each]) => each.files >= BROKEN_FILES && each.files >= files * BROKEN_SHARE);
  return often && `rule ${often[0]} threw on ${often[1].files} of ${files} files: ${often[1].reason}`;
}
