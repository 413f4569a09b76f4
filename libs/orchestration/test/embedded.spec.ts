import { EmbeddedOrchestrator } from '../src/embedded/embedded-orchestrator';
import { orchestratorContract } from './contract';
import { gate, input, scripted, untilAborted } from './scripted-worker';

orchestratorContract(
  'the embedded orchestrator',
  async (worker, { retry }) => new EmbeddedOrchestrator({ worker, retry }),
);

describe('sessions that may be what ended earlier processes', () => {
  it('run one after another, while the others run at once', async () => {
    const running = new Set<string>();
    const together: string[][] = [];
    const release = gate();
    const begun = gate();
    const { worker } = scripted({
      prepare: async (id) => {
        running.add(id);
        together.push([...running]);
        if (running.size === 3) begun.open();
        await release.opened;
        return {};
      },
      settle: async (id) => void running.delete(id),
    });
    const orchestrator = new EmbeddedOrchestrator({ worker, isSuspicious: async (id) => id.startsWith('suspect') });
    for (const id of ['suspect 1', 'suspect 2', 'other 1', 'other 2']) await orchestrator.start(input(id));
    await begun.opened;
    expect([...running].sort()).toEqual(['other 1', 'other 2', 'suspect 1']);
    release.open();
    await finished(orchestrator, 'suspect 2');
    const suspects = together.map((ids) => ids.filter((id) => id.startsWith('suspect')));
    expect(suspects.every((ids) => ids.length <= 1)).toBe(true);
    expect(suspects.flat()).toContain('suspect 2');
    await orchestrator.close();
  });

  it('leave the process able to stop while they wait', async () => {
    const begun = gate();
    const { worker, calls } = scripted({
      prepare: async (_, context) => {
        begun.open();
        return untilAborted(context);
      },
    });
    const orchestrator = new EmbeddedOrchestrator({ worker, isSuspicious: async () => true });
    await orchestrator.start(input('suspect 1'));
    await orchestrator.start(input('suspect 2'));
    await begun.opened;
    await orchestrator.close();
    expect(calls).toEqual(['prepare']);
  });
});

const finished = async (orchestrator: EmbeddedOrchestrator, sessionId: string): Promise<void> => {
  while ((await orchestrator.status(sessionId)) !== 'not-running') await new Promise(setImmediate);
};
