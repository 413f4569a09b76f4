import type { RuleDefinition, Severity, ToolDefinition } from '../tool';

/** How much a defect hinders people from using the page, in the words of axe-core. */
export type Impact = 'critical' | 'serious' | 'moderate' | 'minor';

/**
 * The severity of each impact. A missing label can be critical to a blind user, but does not wake an operator up as a
 * critical finding does.
 */
export const SEVERITY_OF_IMPACT: Readonly<Record<Impact, Severity>> = { critical: 'high', serious: 'medium', moderate: 'low', minor: 'info' };

/** A rule of axe-core in our words. */
export interface AxeRule {
  /** The impact in the installed axe-core; a test compares the two. */
  readonly impact: Impact;
  readonly title: string;
  readonly fix: string;
  /** Success criteria of WCAG 2.2: `4.1.2`. None if the rule is a good practice only. */
  readonly wcag?: readonly string[];
  /** Default: the rule's id. Set if engines that read markup call the defect by another name. */
  readonly weakness?: string;
}

export type AxeRules = Readonly<Record<string, AxeRule>>;

export interface AxeToolDefinition extends Pick<ToolDefinition, 'id' | 'name' | 'description' | 'advice'> {
  readonly rules: AxeRules;
}

/**
 * Defines a tool of axe-core. The nine tools differ in their rules only: one run in one load of the page serves them
 * all.
 */
export const axeTool = ({ rules, ...words }: AxeToolDefinition): ToolDefinition => ({
  ...words,
  category: 'accessibility',
  billing: 'accessibility',
  engine: 'page',
  targets: ['url'],
  reads: 'records',
  files: ['page/*.json'],
  settings: { judges: 'axe' },
  rules: Object.fromEntries(Object.entries(rules).map(([id, rule]) => [id, definitionOf(id, rule)])),
});

const definitionOf = (id: string, { impact, title, fix, wcag = [], weakness = id }: AxeRule): RuleDefinition => ({
  severity: SEVERITY_OF_IMPACT[impact],
  title,
  weakness,
  fix: wcag.length === 0 ? fix : `${fix.replace(/\.$/, '')} (WCAG ${wcag.join(', ')}).`,
});
