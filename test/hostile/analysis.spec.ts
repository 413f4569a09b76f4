import { catalogue } from '@assay/analysis';
import { type FindingsRecorded, findingsStream } from '@assay/findings';
import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { eventsOf } from '../support/event-source';
import { type Canary, openCanary } from '../support/hostile/canary';
import { withoutMeaning, written } from '../support/hostile/directives';
import { flawedLines, flawedSamples } from '../support/hostile/flawed-files';
import { writeOddEntries } from '../support/hostile/odd-entries';
import { remoteReferences } from '../support/hostile/remote-references';
import { manifestSteering, steeringFiles } from '../support/hostile/steering-files';
import type { Json } from '../support/http-client';
import { type RunningService, type Tenant, runningService } from '../support/running-service';

const ENGINE_OF = new Map(catalogue.map(({ id, engine }) => [id, engine]));
const { files: lines, judgedBy } = flawedLines();
const flawed = { ...flawedSamples(), ...lines };
const MANIFEST = { name: 'target', version: '1.0.0', dependencies: { 'left-behind': '^1.0.0' } };

interface Outcome {
  readonly session: Json;
  /** Every finding of every tool, those that are merged too. */
  readonly found: readonly Found[];
  /** Everything that was recorded about it, as text. */
  readonly recorded: string;
}

interface Found {
  readonly tool: string;
  readonly file: string | null;
  readonly place: string;
}

/**
 * A target that attacks, and the same flaws in one that does not. Each directive has its length in dots in the second.
 */
describe('a session with all tools on a hostile directory', () => {
  let canary: Canary;
  let service: RunningService;
  let hostile: Outcome;
  let harmless: Outcome;

  beforeAll(async () => {
    canary = await openCanary();
    service = await runningService();
    const tenant = await service.tenant('business');
    const [attacking, plain] = [join(service.root, 'hostile'), join(service.root, 'harmless')];
    await write(plain, { ...mapped(withoutMeaning), 'package.json': JSON.stringify(MANIFEST, null, 2) });
    await write(attacking, {
      ...steeringFiles(canary),
      ...remoteReferences(canary),
      ...mapped(written),
      'package.json': JSON.stringify({ ...MANIFEST, ...manifestSteering(canary) }, null, 2),
    });
    await writeOddEntries(attacking, canary);
    [hostile, harmless] = await Promise.all([analysed(service, tenant, attacking), analysed(service, tenant, plain)]);
  }, 1_500_000);

  afterAll(async () => {
    await service?.close();
    await canary?.close();
  });

  it('ends, with every tool in order on the harmless one', () => {
    const failed = ({ session }: Outcome) =>
      Object.values<Json>(session.toolReports)
        // Here is no database of known holes: such a tool is reported, and does not count.
        .filter(({ status, excused }: Json) => status !== 'completed' && !excused)
        .map(({ toolName, result }: Json) => `${toolName}: ${result?.reason}`);
    expect([hostile.session.status, harmless.session.status]).toEqual(['partial', 'partial']);
    expect(failed(harmless)).toEqual([]);
    expect(failed(hostile)).toEqual([]);
  });

  it('runs nothing of it, and follows no address', async () => {
    expect(await canary.traces()).toEqual([]);
    expect(canary.connections()).toBe(0);
  });

  it('reads nothing outside of it', () => {
    expect(hostile.recorded).not.toContain(canary.secret);
    expect(hostile.recorded).not.toContain('root:x:0:0');
  });

  it('hides nothing: what is found without its directives and settings is found with them', () => {
    const found = counted(hostile.found);
    const hidden = [...counted(harmless.found)]
      .filter(([place, times]) => (found.get(place) ?? 0) < times)
      .map(([place]) => place);
    expect(hidden).toEqual([]);
  });

  it('would have shown a hidden finding: each engine finds something in each file made for it', () => {
    const engines = new Map<string, Set<string>>();
    for (const { tool, file } of harmless.found)
      engines.set(file ?? '', (engines.get(file ?? '') ?? new Set()).add(ENGINE_OF.get(tool)!));
    const silent = [...judgedBy].flatMap(([file, expected]) =>
      expected.filter((engine) => !engines.get(file)?.has(engine)).map((engine) => `${engine} on ${file}`),
    );
    expect(silent).toEqual([]);
  });
});

describe('the canary', () => {
  it('dies when its code runs in either module system, or a shell sees its name', async () => {
    const canary = await openCanary();
    const run = promisify(execFile);
    await expect(run(process.execPath, ['-e', canary.trip('script')])).rejects.toMatchObject({ code: 86 });
    await expect(run(process.execPath, ['--input-type=module', '-e', canary.trip('module')])).rejects.toMatchObject({
      code: 86,
    });
    await run('sh', ['-c', `echo ${canary.shellName}`]);
    expect((await canary.traces()).sort()).toEqual(['module', 'script', 'shell']);
    expect(canary.connections()).toBe(2);
    await canary.close();
  });
});

const mapped = (write: (marked: string) => string) =>
  Object.fromEntries(Object.entries(flawed).map(([path, marked]) => [path, write(marked)]));

async function write(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
}

async function analysed(service: RunningService, tenant: Tenant, directory: string): Promise<Outcome> {
  const started = await tenant.post('/api/sessions', { target: { directory }, timeout: 300_000 });
  if (started.status !== 202) throw new Error(`the session was not started: ${JSON.stringify(started.body)}`);
  const events = await eventsOf(`${service.url}/api/sessions/${started.body.sessionId}/events`, tenant.key);
  const { body: session } = await tenant.get(started.body.pollUrls.full);
  const found: Found[] = [];
  const recorded = [JSON.stringify(events), JSON.stringify(session)];
  for await (const { type, data } of service.platform.events.readStream<FindingsRecorded>(
    findingsStream(started.body.sessionId),
  )) {
    recorded.push(JSON.stringify(data));
    if (type !== 'FindingsRecorded') continue;
    for (const { rule, file, line, column } of data.findings)
      found.push({ tool: data.tool, file, place: `${data.tool} ${rule} ${file}:${line}:${column}` });
  }
  return { session, found, recorded: recorded.join('\n') };
}

const counted = (found: readonly Found[]): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const { place } of found) counts.set(place, (counts.get(place) ?? 0) + 1);
  return counts;
};
