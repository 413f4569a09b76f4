import type { ListedRule } from '../infrastructure';
import type { RuleDefinition } from '../tool';
import type { Condition } from './condition';

/** A fault of resources of some types, with the smallest faulty resource and a correct one. */
export interface InfrastructureRule extends RuleDefinition {
  readonly id: string;
  /** The types of resources. */
  readonly on: string | readonly string[];
  readonly title: string;
  readonly cwe: string;
  /** The item of a benchmark that also asks for it, such as `CIS AWS 3.0 5.2`. */
  readonly benchmark?: string;
  /** The possible harm, and the provider's default. */
  readonly why: string;
  readonly fix: string;
  readonly breaks: Condition;
  /** The same weakness in resources of another form. */
  readonly also?: readonly { readonly on: string | readonly string[]; readonly breaks: Condition }[];
  /** The body of the smallest faulty resource, and of a correct one; or more than one resource. */
  readonly bad: string;
  readonly good: string;
  /** The rule is a matter of taste or of money, so `recommended` leaves it out. */
  readonly optional?: true;
}

/** The words of a rule: its name, the possible harm, and the fix. */
export type Words = readonly [title: string, why: string, fix: string];

/** Makes a rule in one line. */
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

/** The catalogue's entry for a rule. */
export const listedRule = ({ severity, title, cwe, fix, benchmark, optional }: InfrastructureRule): ListedRule => ({
  severity,
  title,
  cwe,
  fix: benchmark === undefined ? fix : `${fix} (${benchmark})`,
  ...(optional && { optional }),
});
