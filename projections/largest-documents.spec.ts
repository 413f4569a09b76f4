import { AI_REPORT_FORMATS, type AiReport, MOST_ISSUES } from '@assay/ai-reports';
import { catalogue, weaknessOf } from '@assay/analysis';
import { MAX_APPEND_BYTES, type RecordedEvent } from '@assay/event-store';
import { SEVERITIES } from '@assay/kernel';
import type { Document, Projection } from '@assay/read-models';
import picomatch from 'picomatch';
import { LONGEST_SENTENCE } from '../libs/ai-reports/src/domain/checked-prose';
import { MOST_SENTENCES } from '../libs/ai-reports/src/domain/issue-help';
import { largestReport } from '../libs/ai-reports/test/written-report';
import { projections } from './index';

const MEGABYTE = 1_048_576;
const at = '2026-11-01T10:00:00.000Z';
/** Control characters: each takes 6 bytes of JSON. */
const text = (characters: number): string => '\u0001'.repeat(characters);
const PATH = text(4_096);
/** The longest message of an engine. */
const MESSAGE = text(10_000);
/** More than the catalogue has. */
const TOOLS = Array.from({ length: 200 }, (_, index) => `a-tool-with-a-name-of-some-length-${index}`);
const ledger = 'credits-org_1-2026-11';
const session = 'session-ses_1';

interface Told {
  readonly stream: string;
  readonly type: string;
  readonly data: object;
}
interface Worst {
  /** The largest events that the domain accepts, for the read model's largest document. */
  readonly events: () => Iterable<Told>;
  /** The least bytes of that document, as proof that it is the worst case. */
  readonly atLeast: number;
  /** The place of the test, if it is elsewhere. */
  readonly elsewhere?: string;
}

/** A path of each kind of file that a tool examines: words of the globs as ending and as name. */
const PATHS = [
  ...new Set(catalogue.flatMap(({ files }) => files.flatMap((glob) => glob.match(/[\w.-]+/g) ?? []))),
].flatMap((word) => [`file.${word}`, word]);

/** A group has one finding per tool at most, and only tools that see the same weakness in one file meet in a group. */
function toolsOfOneWeakness(): number {
  const tools = catalogue.map(({ files, rules }) => ({
    looksAt: picomatch([...files], { dot: true }),
    weaknesses: new Set(Object.values(rules).flatMap((rule) => weaknessOf(rule) ?? [])),
  }));
  return Math.max(
    ...PATHS.flatMap((path) => {
      const counts = new Map<string, number>();
      for (const { looksAt, weaknesses } of tools)
        if (looksAt(path)) for (const each of weaknesses) counts.set(each, (counts.get(each) ?? 0) + 1);
      return [...counts.values()];
    }),
  );
}

const finding = (id: string) => ({
  id,
  fingerprint: 'f'.repeat(64),
  group: 'g',
  rule: text(200),
  title: text(200),
  description: MESSAGE,
  severity: 'high',
  category: 'security',
  file: PATH,
  line: 1,
  endLine: 1,
  column: 1,
  snippet: { startLine: 1, highlightLine: 1, lines: Array.from({ length: 7 }, () => text(400)) },
  suggestion: text(1_000),
  cwe: 'CWE-79',
  // The paths of the ends are kept whole; with them, the steps between have room for 6,000 characters.
  trace: {
    steps: [
      ...Array.from({ length: 24 }, () => ({ kind: 'source', file: text(10), line: 1, column: 1, text: text(120) })),
      { kind: 'sink', file: PATH, line: 1, column: 1, text: text(120), leftOut: 1_000 },
    ],
  },
});
const found = (tool: string): Told => ({
  stream: 'findings-ses_1',
  type: 'FindingsRecorded',
  data: {
    sessionId: 'ses_1',
    scanId: 'scn_1',
    organizationId: 'org_1',
    projectId: 'prj_1',
    triageScope: 'prj_1',
    tool,
    at,
    findings: [finding(`fnd_${tool}`)],
  },
});

const SIGHTING = {
  findingId: 'fnd_1',
  severity: 'high',
  category: 'security',
  file: PATH,
  unit: PATH,
  line: 1,
  code: text(160),
  said: 'a'.repeat(16),
};
const seenBy = (tool: string) => ({ seenBy: [{ tool, rule: text(200), fingerprint: 'f'.repeat(64) }] });
const compared = (changes: readonly object[], when = at): Told => ({
  stream: 'line-lin_1',
  type: 'FindingsCompared',
  data: {
    lineId: 'lin_1',
    organizationId: 'org_1',
    projectId: 'prj_1',
    scanId: 'scn_1',
    scanPosition: 1,
    at: when,
    changes,
    last: true,
    totals: TOOLS.flatMap((tool) =>
      SEVERITIES.flatMap((severity) =>
        ['open', 'gone', 'not_observed'].map((state) => ({
          tool,
          severity,
          category: 'accessibility',
          state,
          count: 1_000_000,
        })),
      ),
    ),
  },
});

const many100 = (each: () => string) => Array.from({ length: 100 }, each);

const lot = (n: number) => ({
  id: `lot_${n}_${'x'.repeat(100)}`,
  kind: 'promotional',
  remaining: 100_000_000_000,
  expires: at,
  grantedAt: at,
});
/** Opening a month appends all its lots at once. */
const LOTS = Math.floor(MAX_APPEND_BYTES / JSON.stringify(lot(0)).length);
const opened: Told = {
  stream: ledger,
  type: 'PeriodOpened',
  data: { at, organizationId: 'org_1', period: '2026-11', carried: Array.from({ length: LOTS }, (_, n) => lot(n)) },
};

const charged = (n: number): Told => ({
  stream: ledger,
  type: 'CreditsCharged',
  data: {
    sessionId: `ses_${n}`,
    scanId: `scn_${n}`,
    projectId: `prj_0199aaaa-bbbb-7ccc-8ddd-${String(n).padStart(12, '0')}`,
    at,
    amount: 9_007_199,
    lines: TOOLS.slice(0, n === 0 ? 200 : 1).map((tool) => ({ item: tool, category: 'security', tool, amount: 1 })),
    drawn: [],
    categories: ['security'],
    balance: 1,
    previousHash: 'f'.repeat(64),
  },
});

function* many(count: number, told: (n: number) => Told): Generator<Told> {
  for (let n = 0; n < count; n += 1) yield told(n);
}

/** Made before the tests run. */
const aiReports: AiReport[] = [];

const WORST: Readonly<Record<string, Worst>> = {
  'ai-reports': {
    events: () =>
      aiReports.map((report) => ({
        stream: 'ai-reports-scn_1',
        type: 'AiReportGenerated',
        data: { at, organizationId: 'org_1', projectId: 'prj_1', report },
      })),
    atLeast: 200_000,
  },
  'issue-help': {
    events: () =>
      (['issue_explanations', 'fix_suggestions'] as const).map((feature) => ({
        stream: 'ai-reports-scn_1',
        type: 'IssueHelpDelivered',
        data: {
          at,
          organizationId: 'org_1',
          projectId: 'prj_1',
          scanId: 'scn_1',
          reportId: 'air_1',
          feature,
          texts: Array.from({ length: MOST_ISSUES }, (_, n) => ({
            findingId: `fnd_${n}`,
            basis: 'f'.repeat(64),
            sentences: Array.from({ length: MOST_SENTENCES }, () => text(LONGEST_SENTENCE)),
          })),
          missing: [],
        },
      })),
    atLeast: 2_000,
  },
  'api-keys': {
    events: () => [
      {
        stream: 'apikey-key_1',
        type: 'ApiKeyCreated',
        data: {
          keyId: 'key_1',
          organizationId: 'org_1',
          name: text(100),
          prefix: 'asy_123',
          hash: 'f'.repeat(64),
          permissions: Array.from({ length: 100 }, () => 'findings:write'),
          expiresAt: at,
          createdBy: 'key_0',
          at,
        },
      },
    ],
    atLeast: 2_000,
  },
  automations: {
    events: () => [
      {
        stream: 'automation-aut_1',
        type: 'AutomationCreated',
        data: {
          automationId: 'aut_1',
          organizationId: 'org_1',
          at,
          name: text(200),
          projectId: 'prj_1',
          trigger: { type: 'hosta_push', config: { repository: text(201), branches: many100(() => text(255)) } },
          action: {
            type: 'scan',
            config: {
              platform: 'web',
              tools: TOOLS,
              sourceOverride: { type: 'url', targetUrl: text(2_048) },
              failOn: 'high',
              notifications: { chat: text(100), email: many100(() => text(254)).slice(0, 50) },
            },
          },
          enabled: true,
          webhookToken: null,
        },
      },
    ],
    atLeast: 200_000,
  },
  'automation-history': {
    events: () => [
      {
        stream: 'firing-run_1',
        type: 'AutomationTriggered',
        data: {
          historyId: 'run_1',
          automationId: 'aut_1',
          organizationId: 'org_1',
          projectId: 'prj_1',
          at,
          trigger: {
            type: 'webhook',
            branch: text(255),
            targetBranch: text(255),
            commitSha: text(40),
            author: text(200),
            repository: text(2_000),
            targetUrl: text(2_048),
          },
          action: { config: { sourceOverride: { type: 'hosta', targetUrl: text(2_048) } } },
        },
      },
      {
        stream: 'firing-run_1',
        type: 'AutomationScanSkipped',
        data: { historyId: 'run_1', code: 'refused', reason: MESSAGE },
      },
    ],
    atLeast: 60_000,
  },
  'auto-topups': {
    events: () => [{ stream: 'topup-org_1', type: 'TopupDeclined', data: { at, topupId: 'top_1', retryAt: at } }],
    atLeast: 50,
  },
  'credit-balance': {
    events: () => [
      opened,
      ...many(500, (n) => ({ stream: ledger, type: 'CreditsGranted', data: { at, lot: lot(n) } })),
    ],
    atLeast: MEGABYTE,
  },
  'credit-entries': { events: () => [charged(0)], atLeast: 20_000 },
  'credit-usage': { events: () => many(1_100, charged), atLeast: 60_000 },
  'finding-members': { events: () => [found('a')], atLeast: 24_000 },
  findings: { events: () => many(toolsOfOneWeakness(), (n) => found(TOOLS[n]!)), atLeast: 500_000 },
  'findings-lines': {
    // Each tool has rules of each severity in one or two categories.
    events: () => [
      compared(
        TOOLS.flatMap((tool) =>
          SEVERITIES.map((severity) => ({
            kind: 'new',
            key: text(100),
            now: { ...SIGHTING, ...seenBy(tool), severity },
          })),
        ),
      ),
    ],
    atLeast: 250_000,
  },
  'line-findings': {
    events: () =>
      many(50, (n) =>
        compared([
          n % 2 === 0
            ? { kind: 'reopened', key: 'fnd_1', now: { ...SIGHTING, ...seenBy('a') } }
            : { kind: 'gone', key: 'fnd_1', severity: 'high' },
        ]),
      ),
    atLeast: 24_000,
  },
  'line-months': {
    events: () => many(31, (n) => compared([], `2026-10-${String(n + 1).padStart(2, '0')}T10:00:00.000Z`)),
    atLeast: 6_000,
  },
  'line-scans': {
    events: () => [
      {
        stream: session,
        type: 'ScanStarted',
        data: {
          scanId: 'scn_1',
          organizationId: 'org_1',
          projectId: 'prj_1',
          target: { kind: 'directory', directory: PATH },
        },
      },
      {
        stream: session,
        type: 'TargetPrepared',
        data: { target: { repository: { branch: text(255), commit: 'c'.repeat(40) } } },
      },
    ],
    atLeast: 24_000,
  },
  'line-sightings': {
    events: () =>
      many(100, (n) =>
        compared([{ kind: 'new', key: `fnd_0199aaaa-bbbb-7ccc-8ddd-${n}`, now: { ...SIGHTING, ...seenBy('a') } }]),
      ),
    atLeast: 1_000,
  },
  notifications: {
    events: () => [
      {
        stream: 'notification-ntf_1',
        type: 'NotificationRequested',
        data: {
          notificationId: 'ntf_1',
          organizationId: 'org_1',
          key: text(300),
          channel: 'email',
          destination: text(200),
          topic: text(100),
          cause: { eventId: 'f'.repeat(36), type: text(50), stream: text(100), revision: 1 },
          content: text(1_000),
          at,
        },
      },
      ...many(40, (n) => ({
        stream: 'notification-ntf_1',
        type: 'NotificationDelayed',
        data: { attempt: n + 1, reason: text(500), nextAt: at, at },
      })),
    ],
    atLeast: 60_000,
  },
  organizations: {
    events: () => [
      {
        stream: 'organization-org_1',
        type: 'OrganizationCreated',
        data: { organizationId: 'org_1', name: text(200), tier: 'business', at },
      },
    ],
    atLeast: 1_200,
  },
  purchases: {
    events: () => [
      { stream: 'purchase-pur_1', type: 'PurchaseStarted', data: { organizationId: `org_${'0'.repeat(36)}`, at } },
    ],
    atLeast: 80,
  },
  projects: {
    events: () => [
      {
        stream: 'project-prj_1',
        type: 'ProjectCreated',
        data: {
          projectId: 'prj_1',
          organizationId: 'org_1',
          name: text(200),
          description: text(2_000),
          platforms: ['web', 'ios', 'android'],
          repositoryUrl: text(2_048),
          defaultBranch: text(255),
          configuration: { paths: { except: [text(5_450)] } },
          at,
        },
      },
    ],
    atLeast: 57_000,
  },
  scans: {
    events: () => [
      {
        stream: session,
        type: 'ScanStarted',
        data: {
          sessionId: 'ses_1',
          scanId: 'scn_1',
          organizationId: 'org_1',
          projectId: 'prj_1',
          target: { kind: 'directory', directory: PATH },
          tools: TOOLS.map((id) => ({ id, engine: text(200) })),
          maxConcurrent: 10,
          at,
        },
      },
      {
        stream: session,
        type: 'ScanFailed',
        data: { at, summary: {}, error: { code: 'ALL_TOOLS_FAILED', message: MESSAGE } },
      },
    ],
    atLeast: 250_000,
  },
  'session-charges': { events: () => [charged(0)], atLeast: 20_000 },
  sessions: { events: () => [], atLeast: 0, elsewhere: 'largest-session.spec.ts' },
  'tool-durations': {
    events: () => [{ stream: session, type: 'ToolCompleted', data: { tool: TOOLS[0]!, duration: 1, at } }],
    atLeast: 50,
  },
  'tool-health': {
    // Each of many organizations breaks the tool on its own targets within an hour, and the tool's sample breaks it,
    // too.
    events: () => [
      ...many(1_000, (n) => ({
        stream: session,
        type: 'ToolFailed',
        data: {
          tool: TOOLS[0]!,
          at: new Date(Date.parse(at) + n * 1_000).toISOString(),
          subject: {
            organizationId: `org_0199aaaa-bbbb-7ccc-8ddd-${Math.floor(n / 5)}`,
            target: `${n}`.padStart(64, 'f'),
          },
        },
      })),
      {
        stream: 'circuit-a',
        type: 'CircuitProbed',
        data: { tool: TOOLS[0]!, sessionId: 'ses_1', at: '2026-11-01T10:17:00.000Z', passed: false, reason: MESSAGE },
      },
    ],
    atLeast: 60_000,
  },
  triage: {
    events: () =>
      many(200, () => ({
        stream: 'triage-prj_1',
        type: 'FindingStatusChanged',
        data: {
          fingerprint: 'f1',
          organizationId: 'org_1',
          from: 'open',
          to: 'false_positive',
          note: text(4_000),
          by: 'key_1',
          at,
        },
      })),
    atLeast: MEGABYTE,
  },
  verdicts: {
    events: () => [
      {
        stream: 'verdict-ses_1',
        type: 'VerdictGiven',
        data: {
          scanId: 'scn_1',
          reason: TOOLS.join(', '),
          notes: Array.from({ length: 4 }, () => text(300)),
          newFindings: {
            ids: Array.from({ length: 100 }, (_, n) => `fnd_0199aaaa-bbbb-7ccc-8ddd-${n}`),
            total: 600_000,
            failing: 100,
          },
          missingTools: TOOLS.map((tool) => ({ tool, reason: text(300) })),
          at,
        },
      },
    ],
    atLeast: 300_000,
  },
  'verdict-turns': {
    events: () =>
      many(150, (n) => ({
        stream: 'verdict-ses_1',
        type: 'VerdictGiven',
        data: {
          scanId: `scn_0199aaaa-bbbb-7ccc-8ddd-${String(n).padStart(12, '0')}`,
          automationId: 'aut_1',
          verdict: 'inconclusive',
          conditions: { branch: text(255) },
          newFindings: { total: 1_000_000, failing: 500 },
          failingFingerprints: Array.from({ length: 500 }, () => Array.from({ length: 5 }, () => 'a'.repeat(16))),
          failingKeys: Array.from({ length: 500 }, (_, each) => `fnd_0199aaaa-bbbb-7ccc-8ddd-${each}`),
          at,
        },
      })),
    atLeast: 10_000,
  },
};

/** The size in bytes of the largest document at any time while the events are projected. */
function largest(projection: Projection, events: Iterable<Told>): number {
  const documents = new Map<string, Document | undefined>();
  const touched = new Set<string>();
  let position = 0;
  let bytes = 0;
  const measure = () => {
    for (const id of touched) bytes = Math.max(bytes, Buffer.byteLength(JSON.stringify(documents.get(id) ?? null)));
    touched.clear();
  };
  for (const told of events) {
    if (!(told.type in projection.handles)) throw new Error(`${projection.name} does not get ${told.type}`);
    position += 1;
    const event = { ...told, id: `event-${position}`, position, revision: position, metadata: {}, recordedAt: at };
    for (const id of projection.documentIds(event as RecordedEvent)) {
      documents.set(id, projection.apply(documents.get(id), event as RecordedEvent, id));
      touched.add(id);
    }
    if (position % 500 === 0) measure();
  }
  measure();
  return bytes;
}

describe('the largest document of each read model', () => {
  beforeAll(async () => {
    aiReports.push(...(await Promise.all(AI_REPORT_FORMATS.map(largestReport))));
  });

  it('is computed for each that there is', () =>
    expect(Object.keys(WORST).sort()).toEqual(projections.map(({ name }) => name).sort()));

  it.each(projections.filter(({ name }) => WORST[name]?.elsewhere === undefined).map((each) => [each.name, each]))(
    'of %s stays below 4 MB',
    (name, projection) => {
      const { events, atLeast } = WORST[name]!;
      const bytes = largest(projection, events());
      expect(bytes).toBeGreaterThan(atLeast);
      expect(bytes).toBeLessThan(4 * MEGABYTE);
    },
  );
});
