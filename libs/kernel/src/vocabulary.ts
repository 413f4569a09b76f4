/** The vocabulary that findings, tools and prices share. The order matters: answers list the most severe first. */
export const SEVERITIES = ['critical', 'high', 'medium', 'low', 'info'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** A value for each severity, the most severe first. */
export const perSeverity = <Value>(valueOf: (severity: Severity, rank: number) => Value): Record<Severity, Value> =>
  Object.fromEntries(SEVERITIES.map((severity, rank) => [severity, valueOf(severity, rank)])) as Record<
    Severity,
    Value
  >;

export const FINDING_CATEGORIES = ['security', 'quality', 'performance', 'accessibility', 'standards'] as const;
export type FindingCategory = (typeof FINDING_CATEGORIES)[number];

export const BILLING_CATEGORIES = [
  'linting',
  'quality',
  'docs',
  'git',
  'dependencies',
  'security',
  'accessibility',
  'performance',
] as const;
export type BillingCategory = (typeof BILLING_CATEGORIES)[number];

export const AI_FEATURES = ['summary', 'priority_scoring', 'issue_explanations', 'fix_suggestions'] as const;
export type AiFeature = (typeof AI_FEATURES)[number];

/** The features that are bought for single findings; the others are bought with a session or a report. */
export const ISSUE_FEATURES = ['issue_explanations', 'fix_suggestions'] as const satisfies readonly AiFeature[];

/** Subscriptions, the smallest first. The price list has their contents. */
export const TIER_IDS = ['free', 'starter', 'pro', 'business'] as const;
export type TierId = (typeof TIER_IDS)[number];

/** Whether suppressions in the target's own code hold: see `SessionDecisions`. */
export const SUPPRESSION_CHOICES = ['ignore', 'honour'] as const;
export type SuppressionChoice = (typeof SUPPRESSION_CHOICES)[number];

/** The platforms that a project may be made for; a tier says which. */
export const PROJECT_PLATFORMS = ['web', 'ios', 'android', 'desktop'] as const;
export type ProjectPlatform = (typeof PROJECT_PLATFORMS)[number];

/** The services that repositories are cloned from, that send deliveries, and that show verdicts. */
export const CODE_HOSTS = ['hosta', 'hostb'] as const;
export type CodeHost = (typeof CODE_HOSTS)[number];

export const TARGET_KINDS = ['url', 'directory', 'repository', 'upload', 'package', 'image', 'mobile'] as const;
export type TargetKind = (typeof TARGET_KINDS)[number];
