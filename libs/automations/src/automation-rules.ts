import { EVENT_STORE, type EventStore, load } from '@assay/event-store';
import { Tiers } from '@assay/identity';
import { type Tier, refused } from '@assay/kernel';
import { project, projectStream, refusePlatformsBeyond } from '@assay/projects';
import { TOOL_CATALOGUE, type ToolCatalogue } from '@assay/scanning';
import { Inject, Injectable } from '@nestjs/common';
import { requireCron } from './cron';
import type { AutomationFields } from './domain/automation-fields';

/** Rules for an automation that depend on its organization and on the installation. */
@Injectable()
export class AutomationRules {
  constructor(
    @Inject(EVENT_STORE) private readonly events: EventStore,
    @Inject(TOOL_CATALOGUE) private readonly catalogue: Pick<ToolCatalogue, 'tools'>,
    private readonly tiers: Tiers,
  ) {}

  /**
   * @param fields the new ones
   * @returns the tier of the organization
   * @throws RefusedError INVALID_CRON_EXPRESSION, VALIDATION_ERROR, PROJECT_ACCESS_DENIED, PLATFORM_NOT_ALLOWED
   */
  async check(organizationId: string, { trigger, action, projectId }: Partial<AutomationFields>): Promise<Tier> {
    if (trigger?.type === 'schedule') requireCron(trigger.config);
    const tools = action?.config.tools;
    if (Array.isArray(tools)) this.requireTools(tools as readonly string[]);
    if (projectId !== undefined) await this.requireProject(organizationId, projectId);
    const tier = await this.tiers.of(organizationId);
    if (action) refusePlatformsBeyond(this.tiers, tier, [action.config.platform]);
    return tier;
  }

  private requireTools(tools: readonly string[]): void {
    const known = new Set(this.catalogue.tools.map(({ id }) => id));
    const unknown = tools.filter((tool) => !known.has(tool));
    if (unknown.length === 0) return;
    const message = `unknown tool: ${unknown.slice(0, 5).join(', ')} (GET /api/v1/tools lists them)`;
    refused('VALIDATION_ERROR', message, [{ field: 'action.config.tools', message }]);
  }

  /** A missing project and one of another organization get the same answer. */
  private async requireProject(organizationId: string, projectId: string): Promise<void> {
    const { state } = await load(this.events, projectStream(projectId), project);
    if (state.status !== 'live' || state.organizationId !== organizationId)
      refused('PROJECT_ACCESS_DENIED', 'Project access denied');
  }
}
