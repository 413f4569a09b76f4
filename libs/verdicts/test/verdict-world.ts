import { type EventStore, openSqliteEventStore } from '@assay/event-store';
import {
  type CompareFindings,
  CompareFindingsHandler,
  type CompareWithLine,
  type RecordedFinding,
  type Units,
  findingsStream,
  indexSet,
  unitsListing,
} from '@assay/findings';
import { projections } from '@assay/projections';
import { Projector, type Reactor, openSqliteReadModelStore } from '@assay/read-models';
import { type CommonCommits, JudgeScan, type SessionEvent, compareFindings, sessionStream } from '@assay/scanning';
import { systemClock } from '@assay/kernel';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CompareWithLineHandler } from '../../findings/src/queries/compare-with-line/compare-with-line';
import { FindingLines } from '../../findings/src/queries/finding-lines';
import { finding } from '../../findings/test/recorded';
import { JudgeScanHandler } from '../../scanning/src/queries/judge-scan/judge-scan';
import * as facts from '../../scanning/test/session-facts';
import { type VerdictEvent, GiveVerdict, type VerdictTerms, verdictStream } from '../src';
import { GiveVerdictHandler } from '../src/commands/give-verdict/give-verdict';
import { commandBusOf, queryBusOf } from '../../platform/test/buses';

const unitsOf = (file: string): Units => ({ units: [file], hidden: [], hiddenFolders: [], isWhole: true });
const catalogue = {
  tool: (id: string) => ({ id, category: 'security', rules: { 'no-eval': {} } }),
} as never;

export interface ScanOf {
  readonly number: number;
  readonly branch: string;
  /** The defects that the tool `a` finds. */
  readonly defects: readonly number[];
  readonly severity?: RecordedFinding['severity'];
  /** The outcome of the tool `a`. Default: it completes. */
  readonly a?: 'completed' | 'excused' | 'not planned';
  /** Whether the tool `b` fails. Default: it completes and finds nothing. */
  readonly failing?: boolean;
  readonly ends?: 'completed' | 'failed' | 'canceled';
  /** The scanned commit. Default: it is not recorded. */
  readonly commit?: string;
  /** The file of the defects. In another file they have other fingerprints, too. Default: src/a.js. */
  readonly file?: string;
  /** The commits in common with the target branch. */
  readonly common?: CommonCommits;
}

/** Recorded sessions of one repository, and processes that judge them and die. */
export class VerdictWorld {
  private constructor(
    private readonly folder: string,
    readonly store: EventStore,
    private readonly projector: Projector,
    private readonly close: () => Promise<void>,
  ) {}

  static async begin(): Promise<VerdictWorld> {
    const folder = await mkdtemp(join(tmpdir(), 'assay-verdicts-'));
    const store = await openSqliteEventStore({ file: join(folder, 'events.db'), brief: true });
    const documents = await openSqliteReadModelStore({ file: join(folder, 'read-models.db') });
    const wanted = projections.filter(({ name }) => name === 'line-scans' || name === 'verdicts');
    const projector = new Projector({ events: store, store: documents, projections: wanted });
    await projector.start();
    return new VerdictWorld(folder, store, projector, async () => {
      await projector.stop();
      await documents.close();
      await store.close();
    });
  }

  async end(): Promise<void> {
    await this.close();
    await rm(this.folder, { recursive: true });
  }

  /** Records a scan from its start to its end. */
  async scanned(scan: ScanOf) {
    const { number, branch, defects, severity = 'high', a = 'completed', failing = false, ends = 'completed' } = scan;
    const { commit, common, file = 'src/a.js' } = scan;
    const [sessionId, scanId] = [`ses_${number}`, `scn_${number}`];
    const { listing, chunks } = unitsListing(unitsOf(file));
    const at = facts.at(number);
    await this.store.append(findingsStream(sessionId), [
      ...chunks.map((chunk) => ({ type: 'UnitsListed', data: { ...chunk, sessionId, at } })),
      {
        type: 'FindingsRecorded',
        data: {
          ...{ sessionId, scanId, organizationId: 'org_1', projectId: 'prj_1', triageScope: 'prj_1', tool: 'a', at },
          findings: defects.map((defect) =>
            finding(`fnd_${number}_${defect}`, {
              fingerprint: file === 'src/a.js' ? `${defect}` : `${defect} in ${file}`,
              file,
              group: `${defect}`,
              line: defect,
              severity,
              snippet: { startLine: 1, highlightLine: 1, lines: [`eval(the.value.number${defect})`] },
            }),
          ),
        },
      },
    ]);
    const completed = (tool: string) => {
      const outcome = facts.completed(tool, 2).data;
      return { type: 'ToolCompleted', data: { ...outcome, coverage: { listing, examined: indexSet([true]) } } };
    };
    const endings = { completed: facts.ended('completed', 9), failed: facts.broken(9), canceled: facts.canceled(9) };
    const skip = { tool: 'a', reason: 'skipped', message: 'there is no database', at, excused: true };
    const skipped = { type: 'ToolSkipped', data: skip };
    const ofA = { completed: [completed('a')], excused: [skipped], 'not planned': [] };
    const planned = a === 'not planned' ? ['b'] : ['a', 'b'];
    const tools = planned.map((id) => ({ id, category: 'security', billing: 'security', engine: 'one' }));
    const target = { kind: 'hosta', repoUrl: 'ada/engine', branch };
    const { position } = await this.store.append(sessionStream(sessionId), [
      { type: 'ScanStarted', data: { ...facts.started.data, sessionId, scanId, target, tools } },
      {
        type: 'TargetPrepared',
        data: {
          ...facts.prepared.data,
          ...(commit !== undefined && {
            target: { repository: { name: 'ada/engine', branch, commit, committedAt: null } },
          }),
          ...(common && { common }),
        },
      },
      ...ofA[a],
      failing ? { type: 'ToolFailed', data: facts.failed('b', 3).data } : completed('b'),
      { type: endings[ends].type, data: endings[ends].data },
    ]);
    return { sessionId, position };
  }

  /** The reactor of a process to the ends of sessions, on a store that may fail. */
  reactor(terms: Partial<VerdictTerms> = {}, events: EventStore = this.store): Reactor<never> {
    const commands = commandBusOf((command: CompareFindings) => new CompareFindingsHandler(events).execute(command));
    return compareFindings({
      events,
      commands,
      catalogue,
      compared: ({ sessionId, position }) => this.judge(sessionId, terms, { events, position }),
    }) as unknown as Reactor<never>;
  }

  /** Judges a session that ended without a comparison. */
  async judge(
    sessionId: string,
    terms: Partial<VerdictTerms> = {},
    { events = this.store, position = undefined as number | undefined } = {},
  ): Promise<void> {
    await this.projector.waitFor(position ?? (await this.store.head()));
    const lines = new CompareWithLineHandler(events, new FindingLines(this.projector));
    const comparing = queryBusOf((query: CompareWithLine) => lines.execute(query));
    const judge = new JudgeScanHandler(events, catalogue, comparing);
    const queries = queryBusOf((query: JudgeScan) => judge.execute(query));
    const all = { automationId: 'aut_1', historyId: 'run_1', failOn: 'high' as const, targetBranch: null, ...terms };
    await new GiveVerdictHandler(events, systemClock, queries).execute(new GiveVerdict({ sessionId, terms: all }));
  }

  /** Reacts to each end in the log, from the first one on, like a reactor that begins at the start. */
  async reactFromTheStart(reactor: Reactor<never>): Promise<void> {
    for await (const event of this.store.readAll<SessionEvent>())
      if (event.type in reactor.handles) await reactor.react(event as never);
  }

  async verdicts(sessionId: string): Promise<VerdictEvent[]> {
    const all: VerdictEvent[] = [];
    for await (const event of this.store.readStream<VerdictEvent>(verdictStream(sessionId))) all.push(event);
    return all;
  }
}
