import type { RuleDefinition } from '../tool';

/** A rule for Dockerfiles, with the smallest files that break and keep it. */
export interface DockerfileRule extends RuleDefinition {
  readonly id: string;
  readonly title: string;
  readonly fix: string;
  readonly bad: string;
  readonly good: string;
  /** A matter of taste, which `recommended` leaves out. */
  readonly optional?: true;
}

/** What a tool lists of its rules. */
export const rulesById = (rules: readonly DockerfileRule[]): Readonly<Record<string, RuleDefinition>> => Object.fromEntries(rules.map(({ id, bad: _bad, good: _good, optional: _optional, ...rule }) => [id, rule]));
