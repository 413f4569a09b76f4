import type { RecordedEvent } from '@assay/event-store';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { costOf, expectSoundLedger, refundsByTool } from './accounts';
import type { Client, SessionRequest } from './client';
import { factsOf } from './recorded-events';

export type Outcome = Awaited<ReturnType<typeof seenByClients>> & ReturnType<typeof recordedOf>;

/** All of a session that must not depend on whether it was interrupted: times and ids of events do. */
export async function seenByClients(client: Client, sessionId: string) {
  const { scanId, status, summary, refund, toolReports, targetSummary } = await client.session(sessionId);
  const findings = await client.findings(scanId);
  return {
    status,
    summary,
    refund,
    targetSummary,
    tools: Object.fromEntries(
      Object.entries(toolReports).map(([tool, report]) => [
        tool,
        { status: report.status, findingsCount: report.findingsCount },
      ]),
    ),
    fingerprints: findings.map(({ fingerprint }) => fingerprint).sort(),
    cost: costOf(await expectSoundLedger(client), sessionId),
  };
}

/** The same from the log: what a read model might hide. */
export function recordedOf(events: readonly RecordedEvent[], sessionId: string) {
  const batches = factsOf<{ tool: string; findings: readonly { id: string; fingerprint: string }[] }>(
    events,
    'FindingsRecorded',
  );
  const findings = batches.flatMap((batch) =>
    batch.findings.map(({ id, fingerprint }) => ({ id, found: `${batch.tool} ${fingerprint}` })),
  );
  expect(new Set(findings.map(({ id }) => id)).size).toBe(findings.length);
  return { findingIds: findings.map(({ found }) => found).sort(), refunds: refundsByTool(events, sessionId) };
}

/**
 * Three that find something, one that the fault tests break on every file, and one with nothing to look at: both are
 * refunded.
 */
const TOOLS = [
  'js-correctness',
  'js-suspicious',
  'py-security',
  'py-bugbear',
  'markdown-lint',
  'regex-dos',
  'go-security',
];

export const requestFor = (directory: string): SessionRequest => ({
  target: { directory },
  tools: TOOLS,
  timeout: 120_000,
  maxConcurrent: 3,
});

/** A little code with something for each of the tools. */
export async function writeTarget(directory: string): Promise<void> {
  await mkdir(join(directory, 'src'), { recursive: true });
  await writeFile(join(directory, 'README.md'), '# Target\n\n### Skips a level\n\n[empty]()\n');
  await writeFile(
    join(directory, 'src/shop.js'),
    'debugger;\nif (total == NaN) eval("1");\nconst twice = { price: 1, price: 2 };\nconst tag = ' +
      '/<(\\w+)+>/;\nfor (;;) { break; continue; }\nswitch (twice) { case 1: case 1: }\n',
  );
  await writeFile(
    join(directory, 'src/till.py'),
    'import pickle\nimport subprocess\n\n\ndef total(items=[]):\n    try:\n        exec(items[0])\n        ' +
      'subprocess.call("ls " + items[0], shell=True)\n        return pickle.loads(items[1])\n    except:\n       ' +
      ' pass\n',
  );
}
