import { type EventStore, LOG_START, type LogPosition } from '@assay/event-store';
import { InfrastructureError, type Log, silentLog } from '@assay/kernel';
import type { BuildProgress } from './build-progress';
import { setAsideCounts } from './set-aside-documents';
import { InvalidQuery, ReadModelBehind } from './errors';
import type { FollowedReadModels, WaitOptions } from './followed-read-models';
import { parsedGeneration } from './generations';
import { positionOfCheckpoint } from './log-marks';
import { PositionWaiters } from './position-waiters';
import { ProgressBoard } from './progress-board';
import type { Projection } from './projection';
import type { ReadModel } from './read-model';
import type { Collection, Document, ReadModelStore } from './read-model-store';
import { GrowingPause } from './remote-polling';
import { readModelsOf, servingGenerations } from './remote-read-models';
import { storedBuild } from './stored-build';
import type { ProjectionStatus } from './tracked-projection';

interface FollowOptions {
  readonly store: ReadModelStore;
  readonly events: EventStore;
  readonly projections: readonly Pick<Projection, 'name' | 'version'>[];
  readonly log?: Log;
}

/**
 * Read models that a projector in another process keeps: how far they are is known from what it leaves in the store.
 */
export const followReadModels = (options: FollowOptions): FollowedReadModels => new RemoteReadModels(options);

interface Standing {
  /** The generation that serves; undefined if nothing was built yet. */
  readonly generation: string | undefined;
  readonly position: LogPosition;
}

class RemoteReadModels implements FollowedReadModels {
  readonly collection: <Doc extends Document>(readModel: ReadModel<Doc>) => Collection<Doc>;
  private readonly names: readonly string[];
  private readonly serving: ReturnType<typeof servingGenerations>;
  private readonly waiters = new PositionWaiters();
  private readonly pause = new GrowingPause();
  private readonly awaited = new Map<string, number>();
  private readonly log: Log;
  private standings: ReadonlyMap<string, Standing> = new Map();
  private board: Promise<ProgressBoard> | undefined;
  private fault: Error | undefined;
  private polling = false;
  private away = false;

  constructor(private readonly options: FollowOptions) {
    const { store, projections, log = silentLog } = options;
    this.log = log;
    this.names = projections.map(({ name }) => name);
    this.serving = servingGenerations(store, projections);
    this.collection = readModelsOf(store, projections, this.serving, (name) => storedBuild(name, options)).collection;
  }

  async waitFor(
    position: LogPosition,
    { timeoutMs = 5_000, readModels = this.options.projections }: WaitOptions = {},
  ): Promise<void> {
    const names = readModels.map(({ name }) => name);
    for (const name of names)
      if (!this.names.includes(name))
        throw new InvalidQuery(`there is no projection ${name}: ${this.names.join(', ')}`);
    const reached = () => names.every((name) => this.positionOf(name) >= position);
    if (reached()) return;
    const waiting = this.waiters.wait({
      timeoutMs,
      reached,
      impossible: () => this.fault,
      late: () =>
        new ReadModelBehind(
          position,
          Object.fromEntries(names.map((name) => [name, this.positionOf(name)])),
          timeoutMs,
        ),
    });
    for (const name of names) this.awaited.set(name, (this.awaited.get(name) ?? 0) + 1);
    this.poll();
    try {
      await waiting;
    } finally {
      for (const name of names) this.release(name);
    }
  }

  async status(): Promise<ProjectionStatus[]> {
    const [head, looked, aside] = await Promise.all([
      this.options.events.head().catch((fault: unknown) => {
        this.log.warn({ error: fault }, 'the head of the log cannot be read');
        return undefined;
      }),
      this.look(this.names)
        .then(async () => ({ builds: await this.builds(), error: undefined }))
        .catch((fault: unknown) => {
          this.log.warn({ error: fault }, 'the positions of the read models cannot be read');
          return { builds: undefined, error: 'the read models cannot be read; the log says why' };
        }),
      setAsideCounts(this.options.store, this.log),
    ]);
    const { builds, error } = looked;
    return this.options.projections.map(({ name, version }) => {
      const building = builds?.get(name);
      const { generation, position } = this.standings.get(name) ?? { generation: undefined, position: LOG_START };
      const lag = head === undefined ? undefined : Math.max(0, head - position);
      const state =
        error !== undefined ? 'behind' : generation === undefined ? 'not-built' : lag === 0 ? 'live' : 'behind';
      return {
        name,
        version: (generation === undefined ? undefined : parsedGeneration(generation)?.version) ?? version,
        position,
        lag,
        state,
        ...(error !== undefined && { error }),
        ...(building && { building }),
        ...(aside.has(generation) && { setAside: aside.get(generation)! }),
      };
    });
  }

  /** How far read models are built that have no generation that serves. Nobody waits for others. */
  private async builds(): Promise<ReadonlyMap<string, BuildProgress>> {
    const missing = this.names.filter((name) => this.standings.get(name)?.generation === undefined);
    const builds = await Promise.all(
      missing.map(async (name) => [name, await storedBuild(name, this.options)] as const),
    );
    return new Map(builds.flatMap(([name, build]) => (build ? [[name, build] as const] : [])));
  }

  private positionOf(name: string): LogPosition {
    return this.standings.get(name)?.position ?? LOG_START;
  }

  private release(name: string): void {
    const left = this.awaited.get(name)! - 1;
    if (left === 0) this.awaited.delete(name);
    else this.awaited.set(name, left);
  }

  /** One for all who wait, and none while nobody does. */
  private poll(): void {
    this.pause.shorten();
    if (this.polling) return;
    this.polling = true;
    void this.pollWhileAwaited();
  }

  private async pollWhileAwaited(): Promise<void> {
    while (this.awaited.size > 0) {
      try {
        await this.look([...this.awaited.keys()]);
        this.away = false;
      } catch (error) {
        this.failed(error);
      }
      this.waiters.notify();
      this.fault = undefined;
      if (this.awaited.size > 0) await this.pause.next();
    }
    this.polling = false;
  }

  /**
   * A store that is away is waited for like a projector that is behind: who waits has written already, and did so well.
   */
  private failed(error: unknown): void {
    if (!(error instanceof InfrastructureError)) this.fault = error instanceof Error ? error : new Error(String(error));
    else if (!this.away) this.log.warn({ error }, 'the positions of the read models cannot be read; trying again');
    this.away = true;
  }

  private async look(names: readonly string[]): Promise<void> {
    const { store } = this.options;
    this.board ??= ProgressBoard.open(store);
    const board = await this.board.catch((error: unknown) => {
      this.board = undefined;
      throw error;
    });
    const [serving, progress] = await Promise.all([this.serving(), board.read()]);
    const standings = await Promise.all(
      names.map(async (name): Promise<[string, Standing]> => {
        const generation = serving.get(name);
        if (generation === undefined) return [name, { generation, position: LOG_START }];
        const told = progress?.generations.includes(generation) ? progress.position : LOG_START;
        // Told of another generation, or of none: its own checkpoint is what there is, though it may lag where nothing
        // happens.
        return [
          name,
          { generation, position: told > LOG_START ? told : positionOfCheckpoint(await store.checkpoint(generation)) },
        ];
      }),
    );
    this.standings = new Map([...this.standings, ...standings]);
  }
}
