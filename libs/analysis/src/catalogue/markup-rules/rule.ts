import type { RuleDefinition, Severity } from '../tool';

/** A rule about the markup of a page, with the smallest page that breaks it and the same page fixed. */
export interface MarkupRule {
  readonly id: string;
  readonly severity: Severity;
  readonly title: string;
  readonly fix: string;
  /** Success criteria of WCAG 2.2: `4.1.2`. None if the rule is a good practice only. */
  readonly wcag: readonly string[];
  /** Default: the rule's id. Set if another engine knows the defect too. */
  readonly weakness?: string;
  /** The body of a page, or a whole page that begins with `<!doctype html>`. */
  readonly bad: string;
  readonly good: string;
}

export const listedMarkup = (rules: readonly MarkupRule[]): Record<string, RuleDefinition> => Object.fromEntries(rules.map(({ id, severity, title, fix, wcag, weakness = id }) => [id, { severity, title, weakness, fix: wcag.length === 0 ? fix : `${fix.replace(/\.$/, '')} (WCAG ${wcag.join(', ')}).` }]));
