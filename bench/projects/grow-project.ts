import { type RawFinding, type ToolDefinition, catalogue } from '@assay/analysis';
import type { EventStore, NewEvent } from '@assay/event-store';
import {
  type FindingsEvent,
  type RecordedFinding,
  findingsStream,
  indexSet,
  tallyFindings,
  unitsListing,
} from '@assay/findings';
import { organizationStream } from '@assay/identity';
import { type Clock, deterministicUuid } from '@assay/kernel';
import { projectStream } from '@assay/projects';
import { FindingsLog } from '../../libs/scanning/src/activities/findings-log';
import { recordedFindings } from '../../libs/scanning/src/activities/recorded-findings';
import { sessionStream } from '../../libs/scanning/src/domain/session-events';

export const ORGANIZATION = 'org_bench';
export const PROJECT = 'prj_bench';
const SCANS = 50;

/** Findings per file, each of a different tool. */
const PLACES = 20;
/** In each scan, one of so many files is gone and replaced by another one. */
const REPLACED = 5;
const DAY = 24 * 60 * 60 * 1_000;

/** The tools that find something in each file: tools for JavaScript, with one rule each. */
const FINDERS = findersOf(catalogue);

interface Finder {
  readonly tool: ToolDefinition;
  readonly rule: string;
}

export interface GrownProject {
  /** Oldest first. */
  readonly scanIds: readonly string[];
  readonly findings: number;
  /** The position in the log of the last scan's end. */
  readonly position: number;
}

/**
 * Appends the history of a project that was scanned on 50 days up to yesterday, with so many findings in all. The
 * findings are made up, but fingerprinted, merged, recorded and listed by the code of a session. The service that
 * starts on the log handles the ends of the scans.
 *
 * @param findings of all scans together, evenly distributed
 */
export async function growProject(events: EventStore, findings: number): Promise<GrownProject> {
  const files = Math.max(1, Math.round(findings / SCANS / PLACES));
  const today = Date.now();
  let now = 0;
  const clock: Clock = { now: () => new Date((now += 1)) };
  now = today - (SCANS + 1) * DAY;
  const at = clock.now().toISOString();
  await events.append(organizationStream(ORGANIZATION), [
    { type: 'OrganizationCreated', data: { organizationId: ORGANIZATION, at, name: 'Bench', tier: 'business' } },
  ]);
  const project = { description: null, platforms: ['web'], repositoryUrl: null, defaultBranch: 'main' };
  await events.append(projectStream(PROJECT), [
    {
      type: 'ProjectCreated',
      data: { organizationId: ORGANIZATION, projectId: PROJECT, at, name: 'Bench', ...project },
    },
  ]);
  const scanIds: string[] = [];
  for (let number = 0; number < SCANS; number += 1) {
    now = today - (SCANS - number) * DAY;
    scanIds.push(await scan(events, { number, files, clock }));
  }
  return { scanIds, findings: files * PLACES * SCANS, position: await events.head() };
}

interface Scan {
  readonly number: number;
  readonly files: number;
  readonly clock: Clock;
}

async function scan(events: EventStore, { number, files, clock }: Scan): Promise<string> {
  const unique = deterministicUuid(`scan ${number}`);
  const [sessionId, scanId] = [`ses_${unique}`, `scn_${unique}`];
  const at = () => clock.now().toISOString();
  const log = new FindingsLog(events, clock);
  const paths = Array.from({ length: files }, (_, file) => pathOf(file, generationOf(file, number)));
  const subject = { sessionId, scanId, organizationId: ORGANIZATION, projectId: PROJECT, triageScope: PROJECT };
  const tools = [...new Set(FINDERS.map(({ tool }) => tool))];
  const began = startOf({ sessionId, scanId, tools, at: at() });
  await events.append(sessionStream(sessionId), [began, { type: 'TargetPrepared', data: preparedOf(files, at()) }]);
  await log.begin(
    sessionId,
    1,
    tools.map(({ id }) => id),
  );
  const listing = unitsListing({ units: paths, hidden: [], hiddenFolders: [], isWhole: true });
  await log.list(1, { ...subject, tool: tools[0]!.id }, listing);
  const found = new Map(tools.map(({ id }) => [id, [] as RecordedFinding[]]));
  for (const path of paths)
    for (const { tool, findings } of foundIn(path, number, sessionId)) found.get(tool.id)!.push(...findings);
  const ended: NewEvent[] = [];
  for (const [tool, findings] of found) {
    await log.record(1, { ...subject, tool }, findings);
    const coverage = { listing: listing.listing, examined: indexSet(paths.map(() => true)) };
    const outcome = { tool, duration: 120, findingsCount: findings.length, result: RESULT, coverage, at: at() };
    ended.push({ type: 'ToolStarted', data: { tool, attempt: 1, at: at() } }, { type: 'ToolCompleted', data: outcome });
  }
  await log.close(sessionId);
  const read = () => events.readStream<FindingsEvent>(findingsStream(sessionId));
  const { summary } = await tallyFindings(read, { sessionId, features: [] });
  await events.append(sessionStream(sessionId), [
    ...ended,
    { type: 'SettlementBegan', data: { failure: null, at: at() } },
    {
      type: 'ScanCompleted',
      data: {
        status: 'completed',
        summary: { ...summary, toolsRun: tools.length, toolsSkipped: 0, toolsFailed: 0 },
        refund: { refunded: 0, toolsRefunded: [], newBalance: 0 },
        intelligence: null,
        at: at(),
      },
    },
  ]);
  return scanId;
}

const RESULT = {
  engine: { name: 'engine', version: '1' },
  rules: 3,
  filesChecked: 40,
  unreadable: [],
  unreadableTotal: 0,
  truncated: false,
  topFindings: [],
};

const startOf = ({
  sessionId,
  scanId,
  tools,
  at,
}: {
  sessionId: string;
  scanId: string;
  tools: ToolDefinition[];
  at: string;
}) => ({
  type: 'ScanStarted',
  data: {
    sessionId,
    scanId,
    organizationId: ORGANIZATION,
    projectId: PROJECT,
    startedBy: 'key_bench',
    target: { kind: 'directory', directory: '/srv/code' },
    tools: tools.map(({ id, category, engine }) => ({ id, category, billing: category, engine })),
    namedTools: [],
    aiFeatures: [],
    timeout: 300_000,
    maxConcurrent: 4,
    at,
  },
});

const preparedOf = (files: number, at: string) => ({
  files,
  bytes: files * 4_000,
  lines: files * 3 * PLACES,
  languages: { javascript: files * 3 * PLACES },
  leftOut: [],
  leftOutTotal: 0,
  at,
});

/** How often a file was replaced before a scan. */
const generationOf = (file: number, scanNumber: number): number =>
  Math.floor((scanNumber + (file % REPLACED)) / REPLACED);

const pathOf = (file: number, generation: number): string => `src/part-${file % 40}/module-${file}-${generation}.js`;

/** Each scan sees the code in another line, as after an edit above it. */
function foundIn(path: string, number: number, sessionId: string) {
  const above = Array.from({ length: number % 7 }, () => '// another line');
  const lines = [...above, ...FINDERS.flatMap((_, place) => codeOf(path, place))];
  const file = { staged: path, path, size: 4_000, lines: lines.length, language: 'javascript' };
  const byTool = new Map<ToolDefinition, RawFinding[]>();
  for (const [place, { tool, rule }] of FINDERS.entries()) {
    const line = above.length + place * 3 + 2;
    const raw = {
      rule,
      file: path,
      line,
      column: 3,
      message: `This calls what it should not, for the ${place}th time`,
    };
    byTool.set(tool, [...(byTool.get(tool) ?? []), raw]);
  }
  return [...byTool].map(([tool, raw]) => ({
    tool,
    findings: recordedFindings({ sessionId, tool, file, lines }, raw),
  }));
}

const codeOf = (path: string, place: number): string[] => {
  const name = deterministicUuid(`${path} ${place}`).replaceAll('-', '').slice(0, 12);
  return [`function f${name}(input, options) {`, `  return call${place}(input.a${name}, options);`, '}'];
};

/** One rule of each of as many tools as possible, with rules of each severity and category. */
function findersOf(tools: readonly ToolDefinition[]): Finder[] {
  const forScripts = tools.filter(({ reads = 'source', files }) => reads === 'source' && files.some(isForScripts));
  const rules = forScripts.flatMap((tool) =>
    Object.keys(tool.rules)
      .slice(0, 2)
      .map((rule) => ({ tool, rule })),
  );
  const apart = rules.length / PLACES;
  return Array.from({ length: PLACES }, (_, place) => rules[Math.floor(place * apart)]!);
}

function isForScripts(glob: string): boolean {
  return /\bjs\b/.test(glob);
}
