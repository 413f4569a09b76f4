import type { ToolDefinition } from '@assay/analysis';
import { RefusedError, refused } from '@assay/kernel';
import { GetProject } from '@assay/projects';
import { Inject, Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { configured } from '../../configuration/configured';
import { projectConfiguration } from '../../configuration/project-configuration';
import { planTools } from '../../domain/plan';
import type { SessionTarget } from '../../domain/session-target';
import { AdmitTarget } from '../../targets/admit-target';
import { mayHaveHistory, targetKindOf } from '../../targets/describe-target';
import { TOOL_CATALOGUE, type ToolCatalogue } from '../../tool-catalogue';
import type { StartSessionInput } from './start-session';

/** Resolves the target and tools of the session that a request would start, before anything is paid or started. */
@Injectable()
export class SessionPlanning {
  constructor(
    @Inject(TOOL_CATALOGUE) private readonly catalogue: ToolCatalogue,
    private readonly admission: AdmitTarget,
    private readonly queries: QueryBus,
  ) {}

  /**
   * @returns the request with the decisions of its project and the target in canonical notation, and the tools
   * @throws RefusedError
   */
  async plan(
    asked: StartSessionInput,
  ): Promise<{ readonly input: StartSessionInput; readonly tools: readonly ToolDefinition[] }> {
    const input = await this.withProject(asked);
    const { organizationId } = input;
    const target = await this.admission.run(input.target, organizationId);
    const excludeTools = [...(input.excludeTools ?? []), ...(await this.withoutHistory(input, target))];
    const plan = planTools(this.catalogue.tools, { targetKind: targetKindOf(input.target), ...input, excludeTools });
    if (!plan.ok) throw new RefusedError(plan.refusal);
    return { input: { ...input, target }, tools: plan.value };
  }

  /** Fills the gaps of the request from the project's configuration. */
  private async withProject(input: StartSessionInput): Promise<StartSessionInput> {
    const { organizationId, projectId } = input;
    if (projectId === null) return input;
    const project = await this.queries.execute(new GetProject({ organizationId, projectId }));
    const { configuration, suppressions } = project;
    if (configuration === null && suppressions !== 'honour') return input;
    // It was checked when it was set; a tool or rule may have been renamed since.
    const chosen = configured(input, {
      ...(suppressions === 'honour' && { suppressions }),
      ...projectConfiguration(configuration ?? {}),
    });
    const decisions = { ...chosen.decisions, configuredBy: 'project' as const };
    return { ...input, ...chosen, decisions, ...this.applicable(input, chosen.tools) };
  }

  /**
   * A configuration names tools for all the targets of its project; tools named in a request are meant for this target.
   */
  private applicable(input: StartSessionInput, tools: readonly string[] = []): { tools?: readonly string[] } {
    if (tools.length === 0 || input.tools !== undefined) return {};
    const kind = targetKindOf(input.target);
    const apply = this.catalogue.tools.filter(({ id, targets }) => tools.includes(id) && targets.includes(kind));
    if (apply.length > 0) return { tools: apply.map(({ id }) => id) };
    const message = `names no tool that applies to a ${kind}`;
    const field = 'configuration.tools.only';
    return refused('VALIDATION_ERROR', `${field} of the project ${message}`, [{ field, message }]);
  }

  /** Removes tools that read a history if the request wants none; or if the target has none, unless they are named. */
  private async withoutHistory(
    { history = true, tools = [] }: StartSessionInput,
    target: SessionTarget,
  ): Promise<readonly string[]> {
    if (history && (await mayHaveHistory(target))) return [];
    return this.catalogue.tools
      .filter(({ targets, reads = 'source' }) => reads !== 'source' && targets.includes('repository'))
      .map(({ id }) => id)
      .filter((id) => !history || !tools.includes(id));
  }
}
