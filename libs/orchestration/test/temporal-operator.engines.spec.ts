import {
  type SessionProgress,
  PROGRESS_QUERY,
  SESSION_WORKFLOW,
  type SessionWorkflowArguments,
} from '@assay/workflows';
import { eventually } from '../../../test/faults/eventually';
import { SessionCanceled } from '../src/session-worker';
import { gate, input, scripted, untilAborted } from './scripted-worker';
import { type TemporalService, temporalService } from './temporal-service';

describe("a session's workflow for its operator", () => {
  let service: TemporalService;
  beforeEach(async () => {
    service = await temporalService();
  });
  afterEach(() => service.close());

  const workflow = (id: string) => service.operator.workflow.getHandle(`session-${id}`);
  const described = (id: string, project: string | null = null) => {
    const given = input(id);
    return { ...given, summary: { ...given.summary, projectId: project, scanId: `scn_${id}`, target: '/srv/`code`' } };
  };
  const keyword = async (id: string, name: string) => (await workflow(id).describe()).searchAttributes[name]?.[0];

  it('is canceled in the UI as by the API: passes end, and it is settled as canceled', async () => {
    const id = service.session('canceled');
    const running = gate();
    let reason: unknown;
    const { worker, calls } = scripted({
      runPass: async (_, __, context) => {
        running.open();
        await untilAborted(context).catch((error: unknown) => {
          reason = error;
          throw error;
        });
      },
      settle: async () => ({ status: 'canceled', refunded: '12.5', toolsRefunded: 3 }),
    });
    await service.worker(worker);
    await service.orchestrator.start(described(id));
    await running.opened;
    await workflow(id).cancel();
    await expect(workflow(id).result()).rejects.toThrow();
    expect(reason).toBeInstanceOf(SessionCanceled);
    expect(calls.slice(-2)).toEqual(['settle "canceled"', 'clean']);
    expect((await workflow(id).describe()).status.name).toBe('CANCELLED');
    expect(await keyword(id, 'AssaySessionStatus')).toBe('canceled');
    expect(await workflow(id).query<SessionProgress>(PROGRESS_QUERY)).toMatchObject({
      status: 'canceled',
      refunded: '12.5',
    });
  });

  it('shows what it is about, and the state of each tool', async () => {
    const id = service.session('shown');
    const held = gate();
    const { worker } = scripted({
      runPass: async (_, pass) => {
        if (pass.id === 'two') await held.opened;
        return { outcomes: [{ tool: pass.id, status: 'completed', findings: 7 }] };
      },
    });
    await service.worker(worker);
    await service.orchestrator.start(described(id, `prj_${id}`));
    const progress = await eventually('two tools that completed', async () => {
      const seen = await workflow(id).query<SessionProgress>(PROGRESS_QUERY);
      return ['one', 'three'].every((tool) => seen.tools[tool]?.state === 'completed') ? seen : undefined;
    });
    expect(progress).toMatchObject({
      status: 'running',
      staging: 1,
      tools: { one: { findings: 7 }, two: { state: 'running' } },
    });
    const description = await workflow(id).describe();
    expect(await description.staticSummary()).toBe(`\`/srv/ code \`, project \`prj_${id}\`, 3 tools`);
    expect(description.raw.pendingActivities).toEqual([expect.objectContaining({ activityId: 'two' })]);
    const { currentDetails } = await workflow(id).query<{ currentDetails: string }>('__temporal_workflow_metadata');
    expect(currentDetails).toContain('| two | two | running |  |');
    expect(currentDetails).toContain('| one | one | completed | 7 |');
    held.open();
    expect(await workflow(id).result()).toEqual({ canceled: false });
  });

  it('is found by its organization, project, scan and status', async () => {
    const id = service.session('found');
    const { worker } = scripted();
    await service.worker(worker);
    await service.orchestrator.start(described(id, `prj_${id}`));
    await workflow(id).result();
    const query =
      `AssayOrganization = 'org_1' and AssayProject = 'prj_${id}' and AssayScan = 'scn_${id}' and ` +
      `AssaySessionStatus = 'completed'`;
    await eventually('the workflow among those that match', async () =>
      (await service.operator.workflow.count(query)).count === 1 ? true : undefined,
    );
  });

  it('names the tools of a pass, and its time, beside its activity', async () => {
    const id = service.session('summary');
    const tools = Array.from({ length: 150 }, (_, number) => `a-tool-with-a-long-name-${number}`);
    const { worker } = scripted({ charge: async () => ({ passes: [{ id: 'eslint', engine: 'eslint', tools }] }) });
    await service.worker(worker);
    await service.orchestrator.start(described(id));
    await workflow(id).result();
    const { events } = await workflow(id).fetchHistory();
    const pass = events!.find(
      ({ activityTaskScheduledEventAttributes }) => activityTaskScheduledEventAttributes?.activityId === 'eslint',
    )!;
    const summary = JSON.parse(Buffer.from(pass.userMetadata!.summary!.data!).toString()) as string;
    expect(summary).toMatch(/^eslint: a-tool-with-a-long-name-0, .* and \d+ more, 60 s at most$/);
  });

  it('runs on a server that takes no search attributes', async () => {
    const id = service.session('unsearchable');
    const { worker, ended } = scripted();
    await service.worker(worker);
    const given: SessionWorkflowArguments = {
      sessionId: id,
      maxConcurrent: 2,
      timeout: 60_000,
      workerLoss: 10_000,
      retry: { maxAttempts: 3, initialDelay: 10, maxDelay: 100 },
      searchable: false,
    };
    await service.operator.workflow.start(SESSION_WORKFLOW, {
      workflowId: `session-${id}`,
      taskQueue: service.server.taskQueue,
      args: [given],
    });
    await ended;
    expect(await workflow(id).result()).toEqual({ canceled: false });
  });

  it('is known to be canceling from the request to the end', async () => {
    const id = service.session('canceling');
    const running = gate();
    const settling = gate();
    const settled = gate();
    const { worker } = scripted({
      runPass: async (_, __, context) => {
        running.open();
        await untilAborted(context);
      },
      settle: async () => {
        settling.open();
        await settled.opened;
      },
    });
    await service.worker(worker);
    await service.orchestrator.start(described(id));
    await running.opened;
    expect(await service.orchestrator.status(id)).toBe('running');
    await service.orchestrator.cancel(id);
    await settling.opened;
    expect(await service.orchestrator.status(id)).toBe('canceling');
    settled.open();
    await expect(workflow(id).result()).rejects.toThrow();
    expect(await service.orchestrator.status(id)).toBe('not-running');
  });

  it('is not run again once it is over', async () => {
    const id = service.session('over');
    const { worker, calls } = scripted();
    await service.worker(worker);
    await service.orchestrator.start(described(id));
    await workflow(id).result();
    const before = calls.length;
    await service.orchestrator.start(described(id));
    expect((await workflow(id).describe()).status.name).toBe('COMPLETED');
    expect(calls).toHaveLength(before);
  });
});
