import { CODE_HOSTS, type CodeHost, type ProjectPlatform, type Severity } from '@assay/kernel';

export const TRIGGER_TYPES = ['hosta_push', 'hosta_pr', 'hostb_push', 'schedule', 'webhook'] as const;
export type TriggerType = (typeof TRIGGER_TYPES)[number];

/** The code host whose events a trigger waits for; null for a trigger that waits for none. */
export const HOST_OF_TRIGGER: Readonly<Record<TriggerType, CodeHost | null>> = {
  hosta_push: 'hosta',
  hosta_pr: 'hosta',
  hostb_push: 'hostb',
  schedule: null,
  webhook: null,
};

/** The configuration of each type of trigger. */
interface TriggerConfigs {
  /** `repository` is owner/repo; `branches` are globs. */
  readonly hosta_push: { readonly repository: string; readonly branches: readonly string[] };
  readonly hosta_pr: {
    readonly repository: string;
    readonly events: readonly string[];
    readonly targetBranches: readonly string[];
  };
  /** `projectPath` is group/project, of any depth. */
  readonly hostb_push: { readonly projectPath: string; readonly branches: readonly string[] };
  /** `timezone` is a name of the IANA database. */
  readonly schedule: { readonly cron: string; readonly timezone: string };
  readonly webhook: Readonly<Record<string, never>>;
}

/** A trigger of this type; for a union of types, a trigger of one of them. */
export type TriggerOf<Type extends TriggerType> = {
  [Each in Type]: { readonly type: Each; readonly config: TriggerConfigs[Each] };
}[Type];
export type Trigger = TriggerOf<TriggerType>;

/** The source types that an action may name. Uploads are missing, because an automation has no file to upload. */
export const OVERRIDE_TYPES = ['url', ...CODE_HOSTS, 'container', 'pkgreg'] as const;
export type OverrideType = (typeof OVERRIDE_TYPES)[number];

export interface SourceOverride {
  readonly type: OverrideType;
  /** The address or name of a repository may end in `#` and a branch. */
  readonly targetUrl: string;
}

export const TOOL_GROUPS = ['all', 'security', 'quality'] as const;
export type ToolGroup = (typeof TOOL_GROUPS)[number];

export const FAIL_ON = ['critical', 'high', 'medium', 'low'] as const satisfies readonly Severity[];

export interface ActionConfig {
  readonly platform: ProjectPlatform;
  /** A group, or the ids of tools. */
  readonly tools: ToolGroup | readonly string[];
  readonly sourceOverride?: SourceOverride;
  /** The lowest severity at which a new finding fails the verdict; null if none does. */
  readonly failOn: (typeof FAIL_ON)[number] | null;
  readonly notifications?: {
    /** The name of a channel. */
    readonly chat?: string;
    /** E-mail addresses. */
    readonly email?: readonly string[];
  };
}

export interface Action {
  readonly type: 'scan';
  readonly config: ActionConfig;
}

export interface AutomationFields {
  readonly name: string;
  readonly projectId: string;
  readonly trigger: Trigger;
  readonly action: Action;
  readonly enabled: boolean;
}
