import type { TargetPart } from '@assay/target-records';
import type { BillingCategory, FindingCategory, Severity, TargetKind } from '@assay/kernel';
import type { EngineId } from '../engines/engine-table';

export type { Severity, TargetKind } from '@assay/kernel';

/** The meaning of one engine rule for a user. */
export interface RuleDefinition {
  readonly severity: Severity;
  /** A short sentence about the weakness, without a full stop. Default: the engine's own message. */
  readonly title?: string;
  /** For example `CWE-79`. Findings of different tools on one line with the same weakness are merged. */
  readonly cwe?: string;
  /**
   * The name of a weakness without a CWE, so that the same defect found by two engines is merged: `unused-variable`.
   */
  readonly weakness?: string;
  /** How to fix such a finding, in one or two sentences. */
  readonly fix?: string;
}

/**
 * One analysis module, as data: it contains no executable code. The engine that `engine` names runs the rules, in one
 * pass for all tools of a session that name this engine.
 */
export interface ToolDefinition {
  /** In kebab-case, unique, never changed. */
  readonly id: string;
  readonly name: string;
  /** One sentence for a user who chooses tools. */
  readonly description: string;
  readonly category: FindingCategory;
  readonly billing: BillingCategory;
  readonly engine: EngineId;
  readonly targets: readonly TargetKind[];
  /** Default: `source`. */
  readonly reads?: TargetPart;
  /**
   * Whether the tool also reads files that the scan leaves out: installed packages, build output, third-party code.
   * True for tools that look for secrets and licences, which count wherever they are.
   */
  readonly readsLeftOut?: true;
  /**
   * Glob patterns (picomatch) of the staged paths that the tool looks at, in the part of the target that it reads. The
   * tool is skipped on a target without such a path.
   */
  readonly files: readonly string[];
  /**
   * Glob patterns. The tool is skipped on a target without one of these paths, whichever of its `files` are there:
   * without a package.json no dependency is declared. Default: `files` alone decide.
   */
  readonly needs?: readonly string[];
  /**
   * Whether a finding in a file depends on other files of the target: its importers, its imports. Given one file alone,
   * such a tool would find nothing or be wrong.
   */
  readonly comparesFiles?: true;
  /** Keys are the engine's own rule names. A rule that is not listed does not belong to the tool. */
  readonly rules: Readonly<Record<string, RuleDefinition>>;
  /** How to fix a finding whose rule has no `fix` of its own. */
  readonly advice: string;
  /** Settings for the engine's adapter beyond the rules. Only that adapter reads them. */
  readonly settings?: Readonly<Record<string, unknown>>;
}

/** The targets that source-code tools apply to. */
export const SOURCE_TARGETS: readonly TargetKind[] = ['directory', 'repository', 'upload', 'package'];
