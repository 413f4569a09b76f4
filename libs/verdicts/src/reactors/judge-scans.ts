import { type Firings, isOfAnotherRepository } from '@assay/automations';
import type { EventStore, LogPosition } from '@assay/event-store';
import type { Reactor } from '@assay/read-models';
import { type ScanCanceled, type ScanCompared, type ScanFailed, sessionStream, startOf } from '@assay/scanning';
import type { CommandBus } from '@nestjs/cqrs';
import { GiveVerdict } from '../commands/give-verdict/give-verdict';

interface Judging {
  readonly events: EventStore;
  readonly commands: CommandBus;
  readonly firings: Pick<Firings, 'load'>;
  /** Resolves when the read models have seen everything up to a position. */
  readonly reached: (position: LogPosition) => Promise<void>;
}

/**
 * Judges what automations have scanned, by the action that each had when it fired. A scan that was canceled because a
 * newer event of its branch came gets no verdict: the newer one says what there is to say.
 */
export function judgeScans({ events, commands, firings, reached }: Judging) {
  return async ({ sessionId, position }: ScanCompared, isCanceled = false): Promise<void> => {
    const started = await startOf(sessionStream(sessionId), events);
    if (started?.automation === undefined) return;
    const { automationId, historyId } = started.automation;
    const { triggered, supersededBy } = (await firings.load(historyId)).state;
    // Gone with its automation.
    if (triggered === undefined || (isCanceled && supersededBy !== undefined)) return;
    const { failOn } = triggered.action.config;
    // Branches that the event names are not those of another repository, so they are not compared with.
    const { targetBranch = null } = isOfAnotherRepository(triggered.trigger, triggered.action) ? {} : triggered.trigger;
    await reached(position);
    await commands.execute(new GiveVerdict({ sessionId, terms: { automationId, historyId, failOn, targetBranch } }));
  };
}

/** Judges scans that did not complete: nobody compares them with those before them. */
export const judgeUnfinished = (judge: ReturnType<typeof judgeScans>): Reactor<ScanFailed | ScanCanceled> => ({
  name: 'judge-unfinished-scans',
  handles: { ScanFailed: true, ScanCanceled: true },
  react: ({ type, stream, position }) =>
    judge({ sessionId: stream.slice(sessionStream('').length), position }, type === 'ScanCanceled'),
});
