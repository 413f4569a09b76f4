import { EVENT_STORE, type EventStore, load } from '@assay/event-store';
import { Tiers } from '@assay/identity';
import { type Refusal, RefusedError, SETTINGS, type Settings, refused } from '@assay/kernel';
import { project, projectStream, refusePlatformsBeyond } from '@assay/projects';
import { StartSession, type StartSessionInput, sessionStream, startOf } from '@assay/scanning';
import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { automation, automationStream } from '../domain/automation';
import type { Action } from '../domain/automation-fields';
import { type AutomationTriggered, type FiringTrigger, type SkipReason, sessionIdOf } from '../domain/firing';
import { scanSource } from './scan-source';

/** The codes of skipped firings that differ from the code of the refusal. */
const SKIP_CODES: Readonly<Partial<Record<Refusal['code'], string>>> = {
  INSUFFICIENT_CREDITS: 'no_credits',
  PROJECT_NOT_FOUND: 'project_deleted',
};
const FIELD_CODES: Readonly<Record<string, string>> = {
  source: 'no_source',
  tools: 'unknown_tool',
};

export const DISABLED: SkipReason = { code: 'disabled', reason: 'The automation is disabled' };

interface Intention {
  readonly automationId: string;
  readonly organizationId: string;
  readonly projectId: string;
  readonly trigger: FiringTrigger;
  readonly action: Action;
}

/** Starts the scan of a firing: the same one however often it is called. */
@Injectable()
export class ScanStarter {
  constructor(
    @Inject(EVENT_STORE) private readonly events: EventStore,
    @Inject(SETTINGS) private readonly settings: Pick<Settings, 'sources'>,
    private readonly commands: CommandBus,
    private readonly tiers: Tiers,
  ) {}

  /** @returns the scan, or the reason why there is none */
  async start(fired: AutomationTriggered['data']): Promise<{ sessionId: string; scanId: string } | SkipReason> {
    const { historyId, automationId } = fired;
    const sessionId = sessionIdOf(historyId);
    // The scan may have started before a crash. A refusal now would come too late.
    const there = await startOf(sessionStream(sessionId), this.events);
    if (there) return { sessionId: there.sessionId, scanId: there.scanId };
    const idle = await this.whyIdle(automationId);
    if (idle) return idle;
    try {
      const { sessionId: started, scanId } = await this.commands.execute(
        new StartSession({
          ...(await this.intended(fired)),
          automation: { automationId, historyId },
          sessionId,
          correlationId: historyId,
        }),
      );
      return { sessionId: started, scanId };
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      return skipOf(error.refusal);
    }
  }

  /** Why the automation starts nothing now: its state may have changed while the firing waited for its branch. */
  async whyIdle(automationId: string): Promise<SkipReason | undefined> {
    const { state } = await load(this.events, automationStream(automationId), automation);
    if (state.status !== 'live') return { code: 'automation_deleted', reason: 'The automation is deleted' };
    return state.fields.enabled ? undefined : DISABLED;
  }

  /**
   * The session that the action requests.
   *
   * @throws RefusedError
   */
  async intended({ automationId, organizationId, projectId, trigger, action }: Intention): Promise<StartSessionInput> {
    const { state } = await load(this.events, projectStream(projectId), project);
    if (state.status !== 'live' || state.organizationId !== organizationId)
      return refused('PROJECT_NOT_FOUND', 'The project of the automation is deleted');
    refusePlatformsBeyond(this.tiers, await this.tiers.of(organizationId), [action.config.platform]);
    return {
      organizationId,
      projectId,
      startedBy: automationId,
      target: scanSource({ trigger, action, project: state.fields, addresses: this.settings.sources }),
      ...chosenTools(action),
      enableIntelligence: false,
    };
  }
}

/** `all` leaves the choice to the configuration of the project; without one, all tools run. */
function chosenTools({ config: { tools } }: Action): Pick<StartSessionInput, 'tools' | 'categories'> {
  if (tools === 'all') return {};
  if (tools === 'security') return { categories: ['security'] };
  return tools === 'quality' ? { categories: ['code-quality'] } : { tools: tools as readonly string[] };
}

export function skipOf({ code, message, details }: Refusal): SkipReason {
  const [problem] = code === 'VALIDATION_ERROR' && Array.isArray(details) ? (details as { field?: string }[]) : [];
  const known = SKIP_CODES[code] ?? FIELD_CODES[problem?.field ?? ''];
  return { code: known ?? code.toLowerCase(), reason: message };
}
