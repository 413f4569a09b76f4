import type { TargetPart } from '@assay/target-records';
import type { BillingCategory, FindingCategory, Severity, TargetKind } from '@assay/kernel';
import type { EngineId } from '../engines/engine-table';

export type { Severity, TargetKind } from '@assay/kernel';

/** What one rule of an engine means to a user. */
export interface RuleDefinition {
  readonly severity: Severity;
  /** A short sentence about the weakness, without a full stop. Default: the engine's own message. */
  readonly title?: string;
  /** `CWE-79`. Findings of different tools on the same line with the same weakness are merged. */
  readonly cwe?: string;
  /** Names the weakness where there is no CWE, so that the same defect found by two engines is merged: `unused-variable`. */
  readonly weakness?: string;
  /** What to do about it, in one or two sentences. */
  readonly fix?: string;
}

/**
 * One analysis module, as data: nothing here runs. The engine named by `engine` runs the rules, one pass for all the
 * tools of a session that name it.
 */
export interface ToolDefinition {
  /** kebab-case, unique, for ever. */
  readonly id: string;
  readonly name: string;
  /** One sentence for a person choosing tools. */
  readonly description: string;
  readonly category: FindingCategory;
  readonly billing: BillingCategory;
  readonly engine: EngineId;
  readonly targets: readonly TargetKind[];
  /** Default: `source`. */
  readonly reads?: TargetPart;
  /**
   * Whether it also reads files that the scan leaves out: installed packages, build output, others' code. True for tools
   * that look for secrets and licences, which count wherever they are.
   */
  readonly readsLeftOut?: true;
  /** Glob patterns (picomatch) of the staged paths it looks at, in the part that it reads. A target with none of them has nothing for it to do. */
  readonly files: readonly string[];
  /**
   * A target with none of these (glob patterns) has nothing for it to do, whatever `files` it has: without a
   * package.json no dependency is declared. Default: `files` alone decide.
   */
  readonly needs?: readonly string[];
  /**
   * What it says of a file follows from other files of the target: who imports it, what it imports. Of a file that was
   * named alone it could say nothing, or nothing true.
   */
  readonly comparesFiles?: true;
  /** By the engine's own rule name. Rules that are not named do not belong to the tool. */
  readonly rules: Readonly<Record<string, RuleDefinition>>;
  /** What to do about a finding whose rule has no `fix` of its own. */
  readonly advice: string;
  /** What the engine's adapter needs to know beyond the rules; read only by that adapter. */
  readonly settings?: Readonly<Record<string, unknown>>;
}

/** The targets that source-code tools apply to. */
export const SOURCE_TARGETS: readonly TargetKind[] = ['directory', 'repository', 'upload', 'package'];
