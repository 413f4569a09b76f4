import { InfrastructureError } from '@assay/kernel';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../../../test/faults/eventually';
import { startTemporalServer } from '../../../test/support/engines/temporal-server';
import { gate, input, scripted } from './scripted-worker';
import { temporalService } from './temporal-service';

describe('a Temporal server that goes away and comes back', () => {
  it('costs its sessions nothing but time', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'assay-outage-'));
    const before = await startTemporalServer({ folder });
    const port = Number(before.address.split(':')[1]);
    const service = await temporalService({ address: before.address });
    const running = gate();
    const away = gate();
    const { worker, calls } = scripted({
      runPass: async (_, { id }) => {
        if (id === 'one') running.open();
        await away.opened;
      },
    });
    const poller = await service.worker(worker);
    const id = service.session('outage');
    await service.orchestrator.start(input(id));
    await running.opened;
    await before.kill();
    for (const ask of [
      () => service.orchestrator.ping(),
      () => poller.ping(),
      () => service.orchestrator.start(input(service.session('later'))),
    ])
      await expect(ask()).rejects.toThrow(InfrastructureError);
    away.open();

    const after = await startTemporalServer({ folder, port });
    try {
      await eventually(
        'the end of the workflow',
        async () =>
          (await service.orchestrator.status(id).catch(() => undefined)) === 'not-running' ? true : undefined,
        120_000,
      );
      expect(calls.slice(-2)).toEqual(['settle', 'clean']);
      await eventually('an orchestrator and a worker that are reached again', () =>
        Promise.all([service.orchestrator.ping(), poller.ping()]).then(
          () => true,
          () => undefined,
        ),
      );
    } finally {
      await service.close();
      await after.stop();
      await rm(folder, { recursive: true, force: true });
    }
  });
});
