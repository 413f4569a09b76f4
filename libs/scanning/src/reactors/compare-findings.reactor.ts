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
  /** The log position of the scan's end. */
  readonly position: LogPosition;
}

/**
 * Compares a completed or partial scan with the earlier scans of its line. A canceled or failed scan does not show
 * reliably which findings are gone. A session that was deleted with its project is not compared.
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
  /** Work that depends on the comparison. It is part of the reaction: at least once for each scan, and idempotent. */
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
