import type { RuleDefinition } from './tool';

/** A rule for a whole file, with the smallest files that break it and follow it: samples are written from them. */
export interface SampledRule extends RuleDefinition {
  readonly id: string;
  readonly title: string;
  readonly fix: string;
  readonly bad: string;
  readonly good: string;
  /** The rule is a matter of taste, so `recommended` leaves it out. */
  readonly optional?: true;
}

/** The `rules` of a tool, made from the rows. */
export const rulesById = (rules: readonly SampledRule[]): Readonly<Record<string, RuleDefinition>> => Object.fromEntries(rules.map(({ id, bad: _bad, good: _good, optional: _optional, ...rule }) => [id, rule]));
