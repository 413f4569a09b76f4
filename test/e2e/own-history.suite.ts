import { execFileSync } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { eventsOf } from '../support/event-source';
import type { Json } from '../support/http-client';
import { type RunningService, type Tenant, runningService } from '../support/running-service';

/** Three states of two libraries of this repository, months of work apart: see the README beside it. */
const BUNDLE = resolve(__dirname, '../support/own-history/history.bundle');
/** They judge by the code of single lines, but for the rule below. */
const TOOLS = ['biome-performance', 'biome-suspicious', 'ts-style'];
/** A file that only exports others: it is said at its first export. */
const OF_FILES = 'performance/noBarrelFile';
/** Milliseconds that three scans may take on a busy machine. */
const THREE_SCANS = 120_000;

/** Lines of each file that a change takes away and brings. */
interface Touched {
  readonly removed: ReadonlySet<string>;
  readonly added: ReadonlySet<string>;
}

/** From the hunks of a diff without context: `@@ -12,3 +14,2 @@`. */
function touchedLines(diff: string): Touched {
  const [removed, added] = [new Set<string>(), new Set<string>()];
  let [before, after] = ['', ''];
  const mark = (lines: Set<string>, file: string, from: string, count = '1') => {
    for (let line = Number(from); line < Number(from) + Number(count); line += 1) lines.add(`${file}:${line}`);
  };
  for (const line of diff.split('\n')) {
    if (line.startsWith('--- a/')) before = line.slice('--- a/'.length);
    else if (line.startsWith('+++ b/')) after = line.slice('+++ b/'.length);
    const hunk = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(line);
    if (!hunk) continue;
    mark(removed, before, hunk[1]!, hunk[2]);
    mark(added, after, hunk[3]!, hunk[4]);
  }
  return { removed, added };
}

describe('three states of a real history', () => {
  let service: RunningService;
  let tenant: Tenant;
  let directory: string;
  const scans: string[] = [];
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', directory, ...args], { encoding: 'utf8', maxBuffer: 64 * 1_048_576, stdio: 'pipe' });

  beforeAll(async () => {
    service = await runningService();
    tenant = await service.tenant('business');
    directory = await service.directory('history', { 'emptied.txt': '' });
    await rm(join(directory, 'emptied.txt'));
    git('clone', '--quiet', BUNDLE, '.');
    const { body } = await tenant.post('/api/v1/projects', { name: 'History', platforms: ['web'] });
    for (const commit of git('rev-list', '--reverse', '--all').trim().split('\n')) {
      git('checkout', '--quiet', commit);
      const started = await tenant.post('/api/sessions', {
        target: { directory },
        tools: TOOLS,
        applicationId: body.data.id,
        history: false,
      });
      await eventsOf(`${service.url}/api/sessions/${started.body.sessionId}/events`, tenant.key);
      scans.push(started.body.scanId);
    }
    await service.platform.readModels.waitFor(await service.platform.events.head());
  }, THREE_SCANS);
  afterAll(() => service.close());

  const placesOf = (findings: readonly Json[]): string[] => findings.map(({ file, line }) => `${file}:${line}`).sort();

  it.each([
    [0, 1],
    [1, 2],
  ])(
    'have from %i to %i new findings where the diff brings lines, and lose them where it takes lines away',
    async (from, to) => {
      const commits = git('rev-list', '--reverse', '--all').trim().split('\n');
      const { removed, added } = touchedLines(git('diff', '--unified=0', '--no-renames', commits[from]!, commits[to]!));
      const compared = async (state: string) => {
        const { body } = await tenant.get(`/api/v1/scans/${scans[from]}/compare/${scans[to]}?state=${state}&limit=500`);
        return body.findings as Json[];
      };
      const found = async (scanId: string) =>
        (await tenant.get(`/api/v1/findings?scanId=${scanId}&limit=500`)).body.findings as Json[];
      const [fresh, gone, unchanged] = [await compared('new'), await compared('gone'), await compared('unchanged')];
      const ofLines = (findings: readonly Json[]) => placesOf(findings.filter(({ rule }) => rule !== OF_FILES));
      expect(fresh.length).toBeGreaterThan(0);
      expect(gone.length).toBeGreaterThan(0);
      expect(ofLines(fresh).filter((place) => !added.has(place))).toEqual([]);
      expect(ofLines(gone).filter((place) => !removed.has(place))).toEqual([]);
      expect(placesOf([...fresh, ...unchanged])).toEqual(placesOf(await found(scans[to]!)));
      expect((await found(scans[from]!)).length).toBe(gone.length + unchanged.length);
      expect(await compared('not_observed')).toEqual([]);
      // The list of the scan says the same of what it found.
      const lifecycles = new Map((await found(scans[to]!)).map(({ id, lifecycle }) => [id, lifecycle]));
      for (const { id } of fresh) expect(lifecycles.get(id)).toBe('new');
      for (const { id } of unchanged) expect(lifecycles.get(id)).toBe('unchanged');
    },
  );
});
