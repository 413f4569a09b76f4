import { ruleKind } from '@assay/analysis';
import { type EventStore, load } from '@assay/event-store';
import { CompareFindings } from '@assay/findings';
import { sha256Hex } from '@assay/kernel';
import { project, projectStream } from '@assay/projects';
import type { Reactor } from '@assay/read-models';
import type { CommandBus } from '@nestjs/cqrs';
import { evolve, notStarted } from '../domain/session';
import type { ScanCompleted, SessionEvent, ToolCompleted } from '../domain/session-events';
import { rulesOf } from '../activities/session-rules';
import { lineOf } from '../lifecycle/line-of-session';
import { lookedAt } from '../lifecycle/looked-at';
import type { ToolCatalogue } from '../tool-catalogue';

/**
 * Compares a scan that completed, wholly or in part, with the scans of its line before it. One that was canceled or
 * failed says too little of what is gone. What is gone with its project is not compared.
 */
export const compareFindings = ({
  events,
  commands,
  catalogue,
}: {
  events: EventStore;
  commands: CommandBus;
  catalogue: Pick<ToolCatalogue, 'tool'>;
}): Reactor<ScanCompleted> => ({
  name: 'compare-findings',
  handles: { ScanCompleted: true },
  async react({ stream, position, data: { at } }) {
    let session = notStarted;
    const completed = new Map<string, ToolCompleted['data']>();
    for await (const event of events.readStream<SessionEvent>(stream)) {
      session = evolve(session, event);
      if (event.type === 'ToolCompleted') completed.set(event.data.tool, event.data);
    }
    const { started, deleted, prepared } = session;
    if (!started || deleted) return;
    if (started.projectId !== null) {
      const { state: owner } = await load(events, projectStream(started.projectId), project);
      if (owner.status === 'gone') return;
    }
    const { sessionId, scanId } = started;
    const chosen = started.decisions?.paths;
    const paths = chosen === undefined ? '' : sha256Hex(JSON.stringify(chosen)).slice(0, 24);
    const decisions = rulesOf({ started });
    const line = lineOf({ started, prepared });
    await commands.execute(
      new CompareFindings({
        scan: { ...line, sessionId, scanId, scanPosition: position, at, paths },
        looked: (listings, pathsBefore) =>
          lookedAt({ started, decisions, completed, catalogue, listings, samePaths: pathsBefore === paths }),
        kindOf: ruleKind,
      }),
    );
  },
});
