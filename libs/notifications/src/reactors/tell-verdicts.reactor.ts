import type { LogPosition } from '@assay/event-store';
import type { Clock } from '@assay/kernel';
import type { ReadModels, Reactor } from '@assay/read-models';
import { type GivenVerdict, changeBy, turnsIdOf, verdictNews } from '../domain/verdict-news';
import type { Outbox } from '../outbox';
import { verdictTurnDocuments } from '../queries/verdict-turns';

/** The facts that a firing of an automation recorded of itself. */
interface FiringTold {
  readonly triggered:
    | {
        readonly automationName: string;
        readonly action: {
          readonly config: {
            readonly notifications?: { readonly chat?: string; readonly email?: readonly string[] };
          };
        };
      }
    | undefined;
}

/** Milliseconds. Nobody waits for news that is older: the read models were deleted, and every event comes again. */
const TOO_LATE = 3 * 24 * 3_600_000;

/** Tells whom the automation names, by chat and e-mail, when its verdict changes something. */
export function tellVerdicts({
  outbox,
  readModels,
  firings,
  reached,
  clock,
  publicUrl,
}: {
  readonly outbox: Pick<Outbox, 'tell'>;
  readonly readModels: ReadModels;
  readonly firings: { load(historyId: string): Promise<{ readonly state: FiringTold }> };
  /** Resolves when the read models have seen everything up to a position. */
  readonly reached: (position: LogPosition) => Promise<void>;
  readonly clock: Clock;
  readonly publicUrl: string | undefined;
}): Reactor<GivenVerdict> {
  return {
    name: 'tell-verdicts',
    handles: { VerdictGiven: true },
    async react({ id, type, stream, revision, position, data }) {
      if (clock.now().getTime() - Date.parse(data.at) > TOO_LATE) return;
      const { triggered } = (await firings.load(data.historyId)).state;
      const { chat, email = [] } = triggered?.action.config.notifications ?? {};
      if (!triggered || (chat === undefined && email.length === 0)) return;
      await reached(position);
      const turns = await readModels.collection(verdictTurnDocuments).get(turnsIdOf(data));
      const change = changeBy(data, turns?.document ?? { turns: [] });
      if (!change) return;
      const { organizationId } = data;
      const telling = {
        organizationId,
        topic: 'verdict.changed',
        cause: { eventId: id, type, stream, revision },
        content: verdictNews(data, change, { automationName: triggered.automationName, publicUrl }),
      };
      if (chat !== undefined) await outbox.tell({ ...telling, channel: 'chat', destination: chat });
      for (const address of new Set(email.map((each) => each.trim().toLowerCase())))
        await outbox.tell({ ...telling, channel: 'email', destination: address });
    },
  };
}
