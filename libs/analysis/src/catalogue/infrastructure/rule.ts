import type { ListedRule } from '../infrastructure';
import type { RuleDefinition } from '../tool';
import type { Condition } from './condition';

/** What is wrong with resources of some types, with the smallest that is wrong and one that is right. */
export interface InfrastructureRule extends RuleDefinition {
  readonly id: string;
  /** The types of resources. */
  readonly on: string | readonly string[];
  readonly title: string;
  readonly cwe: string;
  /** Such as `CIS AWS 3.0 5.2`: where a benchmark asks for it, too. */
  readonly benchmark?: string;
  /** What can happen, and what the provider does by default. */
  readonly why: string;
  readonly fix: string;
  readonly breaks: Condition;
  /** The same weakness in resources of another form. */
  readonly also?: readonly { readonly on: string | readonly string[]; readonly breaks: Condition }[];
  /** The body of the smallest resource that is wrong, and of one that is right; or more than one resource. */
  readonly bad: string;
  readonly good: string;
  /** A matter of taste or of money, which `recommended` leaves out. */
  readonly optional?: true;
}

/** What is said of a rule: its name, what can happen, and what to do. */
export type Words = readonly [title: string, why: string, fix: string];

/** A rule of one line. */
export const rule = (
  id: string,
  on: InfrastructureRule['on'],
  severity: InfrastructureRule['severity'],
  cwe: string,
  [title, why, fix]: Words,
  breaks: Condition,
  [bad, good]: readonly [bad: string, good: string],
  more: Pick<InfrastructureRule, 'also' | 'benchmark' | 'optional' | 'weakness'> = {},
): InfrastructureRule => ({
  id,
  on,
  severity,
  cwe,
  title,
  why,
  fix,
  breaks,
  bad,
  good,
  ...more,
});

/** What the catalogue shows of a rule. */
export const listedRule = ({ severity, title, cwe, fix, benchmark, optional }: InfrastructureRule): ListedRule => ({
  severity,
  title,
  cwe,
  fix: benchmark === undefined ? fix : `${fix} (${benchmark})`,
  ...(optional && { optional }),
});
