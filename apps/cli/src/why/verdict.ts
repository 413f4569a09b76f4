import { EVENT_STORE, type EventStore, load } from '@assay/event-store';
import { GetFinding } from '@assay/findings';
import { RefusedError } from '@assay/kernel';
import { type ReadModels, READ_MODELS } from '@assay/read-models';
import { type SessionEvent, isEnding, scanDocuments, sessionStream } from '@assay/scanning';
import {
  type VerdictDocument,
  type VerdictEvent,
  newFindingIds,
  recordedVerdict,
  verdictStream,
} from '@assay/verdicts';
import type { INestApplicationContext } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { Command } from 'commander';
import { openForReading } from '../administration';
import { CommandFailed } from '../exit-status';
import { type ShownFinding, verdictText } from './verdict-text';

interface WhyOptions {
  readonly all?: boolean;
  readonly json?: boolean;
  readonly dataDir?: string;
}

/** Findings that are shown one by one; the others are counted. */
const FINDINGS_SHOWN = 20;

export const whyVerdict = (): Command =>
  new Command('verdict')
    .description('why a scan that an automation started passed, failed or is inconclusive')
    .argument('<scan>', 'the id of the scan, such as scn_…')
    .option('--all', 'the ids of all new findings, not of the first twenty')
    .option('--json', 'as JSON, with the ids of all new findings')
    .option('--data-dir <directory>', 'where the embedded stores are')
    .action(async (scanId: string, { all = false, json = false, dataDir }: WhyOptions) => {
      const { app, close } = await openForReading(dataDir);
      try {
        const verdict = await verdictOn(scanId, app);
        const { ids, agrees } = await newFindingIds(verdict, app.get<EventStore>(EVENT_STORE));
        const findings = await shown(verdict, app);
        const events = await eventsBehind(verdict, app);
        const newFindings = { ...verdict.newFindings, ids, agrees: agrees ?? null };
        process.stdout.write(
          json
            ? `${JSON.stringify({ ...verdict, newFindings, findings, events }, null, 2)}\n`
            : verdictText(verdict, { findings, others: all ? ids.slice(FINDINGS_SHOWN) : [], agrees, events }),
        );
        if (agrees === false)
          throw new CommandFailed(
            `the ids that are recorded are not those of the verdict: ${ids.length} of ${verdict.newFindings.total}, ` +
              'or another digest',
          );
      } finally {
        await close();
      }
    });

/** From the stream: what the read model has may be behind. */
async function verdictOn(scanId: string, app: INestApplicationContext): Promise<VerdictDocument> {
  const scans = app.get<ReadModels>(READ_MODELS).collection(scanDocuments);
  const [scan] = await scans.find({ where: { scanId }, limit: 1 });
  if (!scan) throw new CommandFailed(`there is no scan ${scanId} in this store`);
  const { sessionId, status } = scan.document;
  const { state } = await load(app.get<EventStore>(EVENT_STORE), verdictStream(sessionId), recordedVerdict);
  if (state.given && !state.deleted) return state.given;
  throw new CommandFailed(
    status === 'pending' || status === 'running'
      ? `${scanId} has no verdict yet: it is ${status}`
      : `${scanId} has no verdict: only scans that an automation has started are judged`,
  );
}

async function shown({ organizationId, newFindings }: VerdictDocument, app: INestApplicationContext) {
  const found: ShownFinding[] = [];
  for (const findingId of newFindings.ids.slice(0, FINDINGS_SHOWN))
    try {
      const asked = new GetFinding({ organizationId, findingId });
      const { severity, title, file, line, tool } = await app.get(QueryBus).execute(asked);
      found.push({ id: findingId, severity, title, file, line, tool });
    } catch (error) {
      // It went with its project while this looks.
      if (!(error instanceof RefusedError)) throw error;
    }
  return found;
}

/** The facts of the session that say whether it may be judged, and where the log has them. */
async function eventsBehind({ sessionId }: VerdictDocument, app: INestApplicationContext) {
  const events: { position: number; type: string; text: string }[] = [];
  const store = app.get<EventStore>(EVENT_STORE);
  for await (const event of store.readStream<SessionEvent>(sessionStream(sessionId))) {
    const { position, type, data } = event;
    if (type === 'ScanStarted') events.push({ position, type, text: `${data.tools.length} tools planned` });
    else if (type === 'ToolFailed' || type === 'ToolSkipped')
      events.push({ position, type, text: `${data.tool}: ${data.message}` });
    else if (isEnding(event)) events.push({ position, type, text: `at ${event.data.at}` });
  }
  for await (const event of store.readStream<VerdictEvent>(verdictStream(sessionId))) {
    const { position, type, data } = event;
    const text = type === 'NewFindingsNamed' ? `${data.ids.length} findings, ${data.digest}` : '';
    events.push({ position, type, text });
  }
  return events;
}
