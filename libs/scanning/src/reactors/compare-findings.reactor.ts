import { ruleKind } from '@assay/analysis';
import { type EventStore, type LogPosition, load } from '@assay/event-store';
import { CompareFindings } from '@assay/findings';
import { project, projectStream } from '@assay/projects';
import type { Reactor } from '@assay/read-models';
import type { CommandBus } from '@nestjs/cqrs';
import type { ScanCompleted } from '../domain/session-events';
import { comparedSession, lookedBy } from '../lifecycle/compared-session';
import { lineOf } from '../lifecycle/line-of-session';
import type { ToolCatalogue } from '../tool-catalogue';

/** A scan that is compared, as are all that ended before it. */
export interface ScanCompared {
  readonly sessionId: string;
  /** Where the end of the scan stands in the log. */
  readonly position: LogPosition;
}

/**
 * Compares a scan that completed, wholly or in part, with the scans of its line before it. One that was canceled or
 * failed says too little of what is gone. What is gone with its project is not compared.
 */
export const compareFindings = ({
  events,
  commands,
  catalogue,
  compared = async () => {},
}: {
  events: EventStore;
  commands: CommandBus;
  catalogue: Pick<ToolCatalogue, 'tool'>;
  /** What rests on the comparison. It is part of the reaction: at least once for each scan, and idempotent. */
  compared?: (scan: ScanCompared) => Promise<void>;
}): Reactor<ScanCompleted> => ({
  name: 'compare-findings',
  handles: { ScanCompleted: true },
  async react({ stream, position, data: { at } }) {
    const session = await comparedSession(events, stream);
    if (!session) return;
    const { started, paths } = session;
    if (started.projectId !== null) {
      const { state: owner } = await load(events, projectStream(started.projectId), project);
      if (owner.status === 'gone') return;
    }
    const { sessionId, scanId } = started;
    const line = lineOf(session);
    await commands.execute(
      new CompareFindings({
        scan: { ...line, sessionId, scanId, scanPosition: position, at, paths },
        looked: lookedBy(session, catalogue),
        kindOf: ruleKind,
      }),
    );
    await compared({ sessionId, position });
  },
});
