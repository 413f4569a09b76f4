import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { zip } from '../../test/support/archives/zip-writer';
import { type Child, startChild } from '../child-process';
import type { LoopBlocks } from '../http/loop-blocks';
import type { OurServer } from '../http/our-server';
import type { Measurement } from '../measurement';
import { type Client, clientOf, uploaded } from './attacker';

/** Each file has 16 findings; ASSAY_BENCH_FILES gives another number of them. */
const FILES = Number(process.env['ASSAY_BENCH_FILES'] ?? 1_500);
/** Milliseconds of processor time in which the loop that answers may answer nobody. */
const GOAL = 100;
const FORMATS = ['json', 'sarif', 'html', 'csv', 'junit'];

/** For how long a scan with many findings, and the lists and reports of it, keep the loop that answers. */
export async function benchSlices(folder: string): Promise<Measurement[]> {
  const server = startChild('http/our-server');
  try {
    const roots = join(folder, 'targets');
    await mkdir(roots);
    const { url, key } = await server.ask<OurServer>({ kind: 'start', dataDir: join(folder, 'data'), roots });
    return await measured(server, url, key);
  } finally {
    await server.end();
  }
}

async function measured(server: Child, url: string, key: string): Promise<Measurement[]> {
  const client = clientOf(url, key);
  const rows: Measurement[] = [];
  const during = async <Value>(what: string, work: () => Promise<Value>): Promise<Value> => {
    await server.ask<LoopBlocks>({ kind: 'blocks' });
    const began = performance.now();
    const value = await work();
    const seconds = (performance.now() - began) / 1_000;
    const blocks = await server.ask<LoopBlocks>({ kind: 'blocks' });
    rows.push(row(what, blocks, seconds));
    return value;
  };
  const content = zip(Array.from({ length: FILES }, (_, n) => ({ name: `d${n % 50}/f${n}.js`, content: sourceOf(n) })));
  const uploadId = await during('an upload', () => uploaded(client, content, 'code.zip'));
  const { id: applicationId } = await client('POST', '/api/v1/projects', { name: 'Slices', platforms: ['web'] });
  const started = await client('POST', '/api/v1/scans', { applicationId, sourceType: 'upload', uploadId });
  const { id } = started['scan'] as { id: string };
  const findings = await during('a scan', () => endOf(client, id));
  const text = (path: string) => async () => {
    for (;;) {
      const response = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${key}` } });
      await response.arrayBuffer();
      if (response.ok) return;
      // The read models are still behind the scan.
      if (response.status !== 503) throw new Error(`${path} answered ${response.status}`);
      await pause(250);
    }
  };
  await during('a page of its findings', text(`/api/v1/findings?scanId=${id}`));
  await during('its groups', text(`/api/v1/findings/groups?scanId=${id}`));
  for (const format of FORMATS)
    await during(`its report as ${format}`, text(`/api/v1/scans/${id}/report?format=${format}`));
  await during('the deletion of its project', () => client('DELETE', `/api/v1/projects/${String(applicationId)}`));
  return rows.map((each) => ({ ...each, name: `${each.name}, ${findings} findings` }));
}

/** @returns how many findings it has */
async function endOf(client: Client, id: string): Promise<number> {
  for (;;) {
    const { scan } = await client('GET', `/api/v1/scans/${id}`);
    const { status, summary } = scan as { status: string; summary?: { total: number } };
    if (!['pending', 'running'].includes(status)) return summary?.total ?? 0;
    await pause(250);
  }
}

const row = (what: string, { cpuMs, wallMs }: LoopBlocks, seconds: number): Measurement => ({
  name: `longest time in which the loop answers nobody: ${what}`,
  unit: 'ms',
  ours: cpuMs ?? wallMs,
  result: cpuMs ?? wallMs,
  goal: { atMost: GOAL },
  notes: [
    `${cpuMs === undefined ? 'by the clock' : 'of processor time'}; it took ${seconds.toFixed(1)} s, ` +
      `load ${loadavg()[0]!.toFixed(1)}`,
  ],
});

const sourceOf = (n: number): string =>
  [
    `var unused${n} = 1;`,
    `function go${n}(a, b) {`,
    '  if (a == b) { eval(a); }',
    '  console.log(a);',
    '  debugger;',
    '  var x = a = b;',
    '  return document.write(b), new Function(a);',
    '}',
    'if (true) {}',
    'for (;;) { break; }',
    `go${n}(1, 2);`,
    '',
  ].join('\n');
