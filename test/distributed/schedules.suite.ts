import { Client, Connection, ScheduleNotFoundError } from '@temporalio/client';
import { eventually } from '../faults/eventually';
import type { HttpClient, Json } from '../support/http-client';
import { FLAWED } from '../support/scanned';
import type { Reached } from '../targets/pushes.suite';

const AUTOMATIONS = '/api/v1/automations';

interface OnTemporal {
  /** host:port */
  readonly temporalAddress: string;
  restartProjector(): Promise<void>;
}

/** Tests of automations whose due times a Temporal server rings. */
export const schedulesSuite = (service: () => Reached, on: () => OnTemporal): void =>
  describe('with a schedule', () => {
    let temporal: Client;
    let client: HttpClient;
    let projectId: string;
    beforeAll(async () => {
      const { client: reached, repositories } = service();
      client = reached;
      temporal = new Client({ connection: Connection.lazy({ address: on().temporalAddress }) });
      repositories.add('ada/nightly', { main: FLAWED });
      const repositoryUrl = `http://127.0.0.1:${repositories.port}/ada/nightly.git`;
      const project = await client.post('/api/v1/projects', { name: 'Nightly', platforms: ['web'], repositoryUrl });
      projectId = project.body.data.id;
    });
    afterAll(() => temporal.connection.close());

    const automation = async (cron: string): Promise<string> => {
      const { status, body } = await client.post(AUTOMATIONS, {
        name: `At ${cron}`,
        projectId,
        trigger: { type: 'schedule', config: { cron } },
        action: { type: 'scan', config: { platform: 'web', tools: ['biome-css'] } },
      });
      expect({ status, body }).toMatchObject({ status: 201 });
      return body.automation.id;
    };
    /** Undefined for a deleted schedule that the server still lists. */
    const noteOf = async (scheduleId: string): Promise<string | undefined> => {
      try {
        return (await temporal.schedule.getHandle(scheduleId).describe()).state.note ?? '';
      } catch (error) {
        if (error instanceof ScheduleNotFoundError) return undefined;
        throw error;
      }
    };
    /** The server's schedules: the note of each, by automation. */
    const scheduled = async (): Promise<Record<string, string>> => {
      const found: [string, string][] = [];
      for await (const { scheduleId } of temporal.schedule.list()) {
        const note = await noteOf(scheduleId);
        if (note !== undefined) found.push([scheduleId.replace(/^automation-/, ''), note]);
      }
      return Object.fromEntries(found);
    };
    const untilScheduled = (what: string, isSo: (schedules: Record<string, string>) => boolean) =>
      eventually(what, async () => (isSo(await scheduled()) ? true : undefined), 120_000);

    it('an automation of each minute scans at its due time, by a schedule that the server shows', async () => {
      const id = await automation('* * * * *');
      await untilScheduled('the server has its schedule', (schedules) => schedules[id] === '* * * * * in UTC');
      const row: Json = await eventually(
        'its scan has ended',
        async () => {
          const { history } = (await client.get(`${AUTOMATIONS}/${id}/history`)).body;
          return history.findLast(({ status }: Json) => status === 'completed');
        },
        200_000,
      );
      expect(row.triggerData).toMatchObject({ type: 'schedule', dueAt: expect.stringMatching(/:00\.000Z$/) });
      expect((await client.get(`/api/v1/scans/${row.scanId}`)).body.scan).toMatchObject({
        status: 'completed',
        summary: { total: 1 },
      });
      expect((await client.delete(`${AUTOMATIONS}/${id}`)).status).toBe(200);
      await untilScheduled('the server has it no more', (schedules) => !(id in schedules));
    }, 240_000);

    it('a schedule follows its automation, and is there again after the server lost it', async () => {
      const id = await automation('0 3 1 1 *');
      await untilScheduled('the server has it', (schedules) => schedules[id] === '0 3 1 1 * in UTC');
      const changed = { trigger: { type: 'schedule', config: { cron: '0 4 1 1 *', timezone: 'Europe/Berlin' } } };
      expect((await client.patch(`${AUTOMATIONS}/${id}`, changed)).status).toBe(200);
      await untilScheduled('the server has the new one', (schedules) => schedules[id] === '0 4 1 1 * in Europe/Berlin');

      await temporal.schedule.getHandle(`automation-${id}`).delete();
      // A projector checks at its start whether a schedule is missing.
      await on().restartProjector();
      await untilScheduled('the server has it again', (schedules) => schedules[id] === '0 4 1 1 * in Europe/Berlin');

      expect((await client.delete(`/api/v1/projects/${projectId}`)).status).toBe(200);
      await untilScheduled('it went with its project', (schedules) => !(id in schedules));
    }, 240_000);
  });
