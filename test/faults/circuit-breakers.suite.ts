import { systemClock } from '@assay/kernel';
import { eventsOf } from '../support/event-source';
import type { Json } from '../support/http-client';
import { type RunningService, type Tenant, runningService } from '../support/running-service';

const MINUTE = 60_000;
const TOOLS = ['npm-types', 'install-scripts'];
const MODULE = { 'index.js': 'export {};\n', 'index.d.ts': 'export {};\n' };
const WORKS = {
  ...MODULE,
  'package.json': '{"name": "shop", "version": "1.0.0", "type": "module", "main": "index.js", "types": "index.d.ts"}',
};
/**
 * The tool for types fails on this manifest, because it looks for build tools in `devDependencies`, whatever their
 * type.
 */
const BREAKS = { ...MODULE, 'package.json': WORKS['package.json'].replace('}', ', "devDependencies": "none"}') };

/** @param settings called once the servers that they name are running */
export function circuitBreakersSuite(name: string, settings: () => Readonly<Record<string, string>>): void {
  describe(name, () => {
    let service: RunningService;
    let tenant: Tenant;
    let another: Tenant;
    let directories = 0;
    beforeAll(async () => {
      service = await runningService({ settings: settings() });
      [tenant, another] = [await service.tenant('business'), await service.tenant('business')];
    });
    afterEach(() => jest.restoreAllMocks());
    afterAll(() => service.close());

    /** Sets the clock of the service forward. */
    const later = (milliseconds: number) =>
      jest.spyOn(systemClock, 'now').mockImplementation(() => new Date(Date.now() + milliseconds));
    const session = async (files: Readonly<Record<string, string>>, by = tenant): Promise<Json> => {
      const directory = await service.directory(`target-${(directories += 1)}`, files);
      const {
        body: { sessionId },
      } = await by.post('/api/sessions', { target: { directory }, tools: TOOLS });
      await eventsOf(`${service.url}/api/sessions/${sessionId}/events`, by.key);
      await service.platform.readModels.waitFor(await service.platform.events.head(), { timeoutMs: 60_000 });
      return (await by.get(`/api/sessions/${sessionId}`)).body;
    };
    const reportOf = ({ toolReports }: Json, tool = 'npm-types'): Json =>
      Object.values<Json>(toolReports).find(({ toolName }) => toolName === tool)!;
    const circuit = async (by = tenant): Promise<Json> =>
      (await by.get('/api/v1/tools')).body.tools.find(({ id }: { id: string }) => id === 'npm-types').circuit;

    it('leave out a tool that breaks on target after target, say until when, and close by themselves', async () => {
      expect(await circuit()).toEqual({ state: 'closed', failures: 0 });
      for (let failed = 1; failed <= 5; failed += 1)
        expect(reportOf(await session(BREAKS))).toMatchObject({ status: 'failed' });
      const open = await circuit();
      expect(open).toEqual({
        state: 'open',
        until: expect.any(String),
        failures: 5,
        reason: 'it failed 5 times in a row on your targets',
        concerns: 'organization',
      });

      const without = await session(WORKS);
      expect(without).toMatchObject({ status: 'partial', summary: { toolsRun: 1, toolsSkipped: 1 } });
      expect(reportOf(without)).toMatchObject({
        status: 'skipped',
        result: { reason: `circuit breaker open: it failed 5 times in a row; tried again after ${open['until']}` },
      });
      expect(reportOf(without, 'install-scripts')).toMatchObject({ status: 'completed' });

      later(5 * MINUTE + 1_000);
      expect(await circuit()).toMatchObject({ state: 'half-open', failures: 5 });
      const trial = await session(WORKS);
      expect(trial).toMatchObject({ status: 'completed', summary: { toolsRun: 2 } });
      expect(await circuit()).toEqual({ state: 'closed', failures: 0 });
    }, 120_000);

    it('of a customer whose targets break a tool leave it to all others', async () => {
      for (let failed = 1; failed <= 5; failed += 1) await session(BREAKS);
      expect([(await circuit()).state, (await circuit(another)).state]).toEqual(['open', 'closed']);
      expect(reportOf(await session(WORKS, another))).toMatchObject({ status: 'completed' });
    }, 120_000);

    it('of several customers leave it to all others, too, while it works on its own sample', async () => {
      for (const by of [tenant, tenant, tenant, another, another]) await session(BREAKS, by);
      const third = await service.tenant('business');
      expect(reportOf(await session(WORKS, third))).toMatchObject({ status: 'completed' });
      const probes: Json[] = [];
      for await (const { data } of service.platform.events.readAll({ filter: { types: ['CircuitProbed'] } }))
        probes.push(data as Json);
      expect(probes).toEqual([
        { tool: 'npm-types', sessionId: expect.any(String), at: expect.any(String), passed: true },
      ]);
    }, 120_000);
  });
}
