import { CreateOrganization } from '@assay/identity';
import { deterministicId } from '@assay/kernel';
import { CommandBus } from '@nestjs/cqrs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ToolHealthDocument, toolHealthDocuments } from '../src';
import { type AnotherWorker, CrashWorld, type WorldOptions } from './crash-world';
import { request } from './requests';
import { type Script, scriptedEngines, scriptOf } from './scripted-tools';
import { ofType } from '../../event-store/test/of-type';
import { allEvents } from './session-accounts';

export const MINUTE = 60_000;
/**
 * Slightly longer than a circuit stays open, because the facts of one session differ by some milliseconds even if the
 * clock stands still.
 */
export const WAIT = 5 * MINUTE + 1_000;
export const WELL = scriptOf(0);
export const BROKEN: Script = { ...WELL, alpha: { findings: 0, ends: 'failed' } };
export const CONTEXT = { signal: new AbortController().signal, heartbeat: () => undefined };
export type Worker = AnotherWorker['worker'];

/** Sessions on several targets, one after the other, on workers and with a clock that the test moves. */
export class Sessions {
  private time = Date.parse('2026-11-20T12:00:00.000Z');
  private count = 0;
  script = BROKEN;
  /** The script of tools on their own samples. */
  sample = WELL;
  /** The number of runs of a tool on its own sample. */
  probes = 0;
  world!: CrashWorld;

  static async in(options: Partial<WorldOptions>, live: (sessions: Sessions) => Promise<void>): Promise<void> {
    const sessions = new Sessions();
    sessions.world = await CrashWorld.begin({
      script: WELL,
      manual: true,
      clock: { now: () => new Date(sessions.time) },
      engines: (...given) => {
        const isProbe = given[0].root.includes('probe-');
        if (isProbe) sessions.probes += 1;
        return scriptedEngines(isProbe ? sessions.sample : sessions.script)(...given);
      },
      ...options,
    });
    try {
      await live(sessions);
    } finally {
      await sessions.world.close();
    }
  }

  wait(milliseconds: number): void {
    this.time += milliseconds;
  }

  /** Starts a session on a new target, or on the target with this name. */
  async start({
    target,
    ...more
  }: {
    target?: string;
    organizationId?: string;
    timeout?: number;
    tools?: string[];
  } = {}): Promise<string> {
    const number = (this.count += 1);
    const directory = join(this.world.folder, target ?? `target-${number}`);
    await mkdir(directory, { recursive: true });
    await writeFile(join(directory, 'a.txt'), 'one\n');
    await writeFile(join(directory, 'b.js'), 'export const lines = 1;\n');
    const { sessionId } = await this.world.insist(
      request(this.world, {
        sessionId: deterministicId('ses', `number ${number}`),
        target: { kind: 'directory', directory },
        ...more,
      }),
    );
    return sessionId;
  }

  /** Creates another organization. */
  async another(): Promise<string> {
    const create = new CreateOrganization({ name: 'Another', tier: 'pro' });
    return (await this.world.process.nest.get(CommandBus).execute(create)).organizationId;
  }

  /** Stages the session here, and returns the tools that are still to run. */
  async charge(worker: Worker, sessionId: string): Promise<string[]> {
    await worker.prepare(sessionId, CONTEXT);
    return (await worker.charge(sessionId, CONTEXT)).passes.flatMap(({ tools }) => tools).sort();
  }

  async finish(worker: Worker, sessionId: string): Promise<void> {
    const { passes } = await worker.charge(sessionId, CONTEXT);
    for (const pass of passes) await worker.runPass(sessionId, pass, CONTEXT);
    await worker.settle(sessionId, { canceled: false }, CONTEXT);
    await worker.clean(sessionId, CONTEXT);
    await this.world.documents();
  }

  async run(worker: Worker, more?: Parameters<Sessions['start']>[0]): Promise<string> {
    const sessionId = await this.start(more);
    await this.charge(worker, sessionId);
    await this.finish(worker, sessionId);
    return sessionId;
  }

  /** Fails the tool so often that it is left out. */
  async untilOpen(worker: Worker): Promise<void> {
    for (let failed = 0; failed < 5; failed += 1) await this.run(worker);
  }

  async skipped(sessionId: string): Promise<Record<string, string>> {
    const events = ofType(await allEvents(this.world.store), 'ToolSkipped').filter(
      ({ stream }) => stream === `session-${sessionId}`,
    );
    return Object.fromEntries(events.map(({ data }) => [data.tool, data.message]));
  }

  async circuit(): Promise<ToolHealthDocument | undefined> {
    await this.world.documents();
    return (await this.world.process.projector.collection(toolHealthDocuments).get('alpha'))?.document;
  }

  async refundOf(sessionId: string): Promise<string[]> {
    const end = ofType(await allEvents(this.world.store), 'ScanCompleted').find(
      ({ stream }) => stream === `session-${sessionId}`,
    );
    return [...end!.data.refund.toolsRefunded].sort();
  }
}
