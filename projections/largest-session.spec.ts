import type { RecordedEvent } from '@assay/event-store';
import type { SessionDocument, SessionEvent } from '@assay/scanning';
import { sessions } from './sessions.projection';

const MEGABYTE = 1_048_576;
/** More than the catalogue has. */
const TOOLS = Array.from({ length: 200 }, (_, index) => `a-tool-with-a-name-of-some-length-${index}`);
/** As long as engines may say it; each character takes 6 bytes of JSON. */
const PATH = '\u0001'.repeat(4_096);
const TEXT = '\u0001'.repeat(10_000);

const result = {
  engine: { name: 'an engine', version: '1.2.3' },
  rules: 100,
  filesChecked: 10_000,
  unreadable: Array.from({ length: 20 }, () => ({ file: PATH, reason: TEXT })),
  unreadableTotal: 5_000,
  truncated: true,
  topFindings: Array.from({ length: 3 }, (_, index) => ({
    id: `fnd_${index}`,
    title: TEXT,
    severity: 'high' as const,
    file: PATH,
    line: 1,
  })),
};

const at = '2026-11-01T10:00:00.000Z';

/** The most that a session's events may say of everything. */
const worst = (): unknown[] => [
  {
    type: 'ScanStarted',
    data: {
      sessionId: 'ses_1',
      scanId: 'scn_1',
      organizationId: 'org_1',
      projectId: 'prj_1',
      target: { kind: 'directory', directory: PATH },
      timeout: 3_600_000,
      maxConcurrent: 10,
      startedBy: 'key_1',
      tools: TOOLS.map((id) => ({ id, category: 'security', billing: 'security', engine: 'an engine' })),
      at,
    },
  },
  {
    type: 'TargetPrepared',
    data: {
      files: 1,
      lines: 1,
      languages: {},
      leftOut: Array.from({ length: 50 }, () => ({ path: PATH, reason: TEXT })),
      leftOutTotal: 1_000_000,
      suppressions: {
        declared: Array.from({ length: 2_000 }, () => ({ place: PATH, names: '*' })),
        notHonoured: Array.from({ length: 20 }, () => ({ place: PATH, reason: TEXT })),
        notHonouredTotal: 1_000_000,
      },
      at,
    },
  },
  ...TOOLS.map((tool) => ({
    type: 'ToolFailed',
    data: { tool, duration: 1, findingsCount: 5_000, reason: 'failed', message: TEXT, result, at },
  })),
  {
    type: 'ScanFailed',
    data: {
      summary: {},
      refund: {},
      error: { code: 'ALL_TOOLS_FAILED', message: TEXT },
      intelligence: {
        summary: TEXT,
        priorities: Array.from({ length: 20 }, () => ({ findingId: 'fnd_1', title: TEXT, score: 1, reason: 'high' })),
      },
      at,
    },
  },
];

describe('the largest document of a session', () => {
  const document = worst().reduce<SessionDocument | undefined>(
    (before, event, revision) =>
      sessions.apply(
        before,
        { ...(event as object), stream: 'session-ses_1', revision } as RecordedEvent<SessionEvent>,
        'ses_1',
      ),
    undefined,
  )!;

  it('stays below 4 MB', () => {
    const bytes = Buffer.byteLength(JSON.stringify(document));
    expect(bytes).toBeGreaterThan(2 * MEGABYTE); // or this is not the worst case
    expect(bytes).toBeLessThan(4 * MEGABYTE);
  });

  it('shows of the files that a tool could not read those that fit, by the ends of their paths, and counts all', () => {
    const shown = document.toolReports[TOOLS[0]!]!.result!;
    expect(shown.unreadable).toHaveLength(3);
    expect(shown.unreadable![0]!.file).toBe(`…${'\u0001'.repeat(199)}`);
    expect(shown.unreadableTotal).toBe(5_000);
    expect(document.leftOut).toMatchObject({ total: 1_000_000, first: { length: 50 } });
  });
});
