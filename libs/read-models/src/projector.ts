import type { EventStore, LogPosition } from '@assay/event-store';
import { type Clock, messageOf, systemClock } from '@assay/kernel';
import { InvalidQuery, ProjectorStopped, ReadModelBehind, ReadModelNotReady } from './errors';
import { adopt } from './adoption';
import type { FollowedReadModels, WaitOptions } from './followed-read-models';
import { BOOKKEEPING, Generations, servedBy } from './generations';
import type { LogBatch } from './log-batches';
import { LogFollower } from './log-follower';
import { type Log, silent } from './log';
import { type BackoffOptions, DEFAULT_BACKOFF, whileUnavailable } from './pause';
import { PositionWaiters } from './position-waiters';
import type { Projection } from './projection';
import type { Collection, Document, ReadModelStore } from './read-model-store';
import { type Build, Rebuild, type RebuildProgress, beginBuild, liveWriter } from './rebuild';
import { type ProjectionStatus, type Tracked, advance, positionOf, statusOf } from './tracked-projection';

export interface ProjectorOptions {
  readonly events: EventStore;
  readonly store: ReadModelStore;
  readonly projections: readonly Projection[];
  /** Events a batch, at most. */
  readonly batchSize?: number;
  readonly clock?: Clock;
  readonly log?: Log;
  readonly backoff?: BackoffOptions;
  readonly watchdogMs?: number;
}

/** Runs projections over one subscription to the log, rebuilds them beside what serves, and says how far they are. */
export class Projector implements FollowedReadModels {
  private readonly tracked: ReadonlyMap<string, Tracked>;
  private readonly follower: LogFollower;
  private readonly waiters = new PositionWaiters();
  private readonly stopping = new AbortController();
  private generations: Generations | undefined;
  private turns: Promise<unknown> = Promise.resolve();

  /** @throws InvalidQuery for two projections of one name, or a name that cannot be a collection's */
  constructor(private readonly options: ProjectorOptions) {
    const { events, projections, batchSize = 1_000, backoff = DEFAULT_BACKOFF, watchdogMs = 15_000, log = silent } = options;
    this.tracked = new Map(projections.map((projection) => [projection.name, { projection }]));
    if (this.tracked.size < projections.length) throw new InvalidQuery(`two projections have the same name: ${projections.map(({ name }) => name).join(', ')}`);
    for (const { name, version } of projections) {
      if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name) || name === BOOKKEEPING) throw new InvalidQuery(`not a projection's name: ${JSON.stringify(name)} (kebab-case)`);
      if (!Number.isSafeInteger(version) || version < 0) throw new InvalidQuery(`${name} has the version ${version}: give a whole number from 0`);
    }
    const types = [...new Set(projections.flatMap(({ handles }) => handles))];
    this.follower = new LogFollower({ name: 'projector', events, types, batchSize, backoff, watchdogMs, log, after: () => this.behindMost(), take: (batch) => this.inTurn(() => this.take(batch)) });
  }

  /**
   * Adopts what the store holds, follows the log from where it was left, and begins to build what is missing or of
   * another version. Resolves when that is under way; {@link ready} tells when everything can answer.
   */
  async start(): Promise<void> {
    if (this.generations) throw new Error('the projector was started before');
    this.generations = await Generations.open(this.options.store);
    const head = await this.options.events.head();
    const missing: Tracked[] = [];
    for (const tracked of this.tracked.values()) if (!(await this.adopt(tracked, head))) missing.push(tracked);
    if (missing.length < this.tracked.size) this.follower.start();
    // What it ends with is in status(); whoever wants to know waits in ready() or asks rebuild().
    if (missing.length > 0) this.build(missing).catch(() => undefined);
  }

  /** Resolves when every read model can answer or has failed. */
  async ready(): Promise<void> {
    await Promise.allSettled([...this.tracked.values()].map(({ rebuilding }) => rebuilding));
  }

  /** Ends after the batch at hand. A rebuild is left as it is and gone on with at the next start. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.follower.stop();
    await this.ready();
    await this.inTurn(async () => {
      for (const { writer } of this.tracked.values()) await writer?.flush(true);
    });
    this.waiters.notify();
  }

  /** The documents of the generation that serves now; a swap shows at the next call. */
  collection<Doc extends Document>(name: string): Collection<Doc> {
    const tracked = this.of(name);
    return servedBy<Doc>(name, () => {
      if (tracked.served) return tracked.served as Collection<Doc>;
      throw new ReadModelNotReady(name, tracked.failure ? messageOf(tracked.failure.error) : 'it is being built from the events');
    });
  }

  /** Everything up to here is in the documents that serve. 0 while there are none, or none of this version. */
  position(name: string): LogPosition {
    return positionOf(this.of(name));
  }

  /**
   * Resolves when the projections (all, unless named) have reached a position: read your own writes.
   *
   * @throws ReadModelBehind after the timeout
   * @throws ReadModelNotReady at once where one of them has failed
   */
  async waitFor(position: LogPosition, { timeoutMs = 5_000, names = [...this.tracked.keys()] }: WaitOptions = {}): Promise<void> {
    const awaited = names.map((name) => this.of(name));
    await this.waiters.wait({
      timeoutMs,
      reached: () => names.every((name) => this.position(name) >= position),
      impossible: () => {
        if (this.stopping.signal.aborted) return new ProjectorStopped();
        const failed = awaited.find(({ writer, rebuilding, failure }) => failure && !writer && !rebuilding);
        return failed && new ReadModelNotReady(failed.projection.name, messageOf(failed.failure!.error));
      },
      late: () => new ReadModelBehind(position, Object.fromEntries(names.map((name) => [name, this.position(name)])), timeoutMs),
    });
  }

  /**
   * Builds the read model again from the first event while the present one serves, and swaps. Asking while one is being
   * built waits for that one.
   *
   * @throws ProjectorStopped, and what the projection throws: the present documents go on serving then
   */
  async rebuild(name: string, { onProgress }: { onProgress?: (progress: RebuildProgress) => void } = {}): Promise<void> {
    const tracked = this.of(name);
    await (tracked.rebuilding ?? this.build([tracked], onProgress));
    if (tracked.failure) throw tracked.failure.error;
  }

  async status(): Promise<ProjectionStatus[]> {
    const head = await this.options.events.head().catch((error: unknown) => {
      (this.options.log ?? silent).warn({ error }, 'the head of the log cannot be read');
      return undefined;
    });
    return [...this.tracked.values()].map((tracked) => statusOf(tracked, head, this.follower));
  }

  private of(name: string): Tracked {
    const tracked = this.tracked.get(name);
    if (!tracked) throw new InvalidQuery(`there is no projection ${name}: ${[...this.tracked.keys()].join(', ')}`);
    return tracked;
  }

  /** True when the store holds a generation of this version that the log can go on with. */
  private async adopt(tracked: Tracked, head: LogPosition): Promise<boolean> {
    const adopted = await adopt(this.options.store, this.generations!, tracked.projection, head);
    tracked.served = adopted?.served;
    if (adopted?.isCurrent) tracked.writer = liveWriter(tracked.projection, adopted.served, adopted.position);
    return tracked.writer !== undefined;
  }

  private build(trackeds: readonly Tracked[], onProgress?: (progress: RebuildProgress) => void): Promise<void> {
    const building = this.buildAll(trackeds, onProgress).finally(() => {
      for (const tracked of trackeds) tracked.rebuilding = undefined;
      this.waiters.notify();
    });
    for (const tracked of trackeds) {
      tracked.rebuilding = building;
      tracked.failure = undefined;
    }
    return building;
  }

  private async buildAll(trackeds: readonly Tracked[], onProgress?: (progress: RebuildProgress) => void): Promise<void> {
    const { events, store, batchSize = 2_000, backoff = DEFAULT_BACKOFF, clock = systemClock, log = silent } = this.options;
    const generations = this.generations;
    if (!generations || this.stopping.signal.aborted) throw new ProjectorStopped();
    try {
      const builds = await whileUnavailable(() => this.beginBuilds(generations, trackeds), { backoff, log, signal: this.stopping.signal });
      await new Rebuild(builds, { events, store, batchSize, backoff, clock, log, signal: this.stopping.signal, ...(onProgress && { onProgress }) }).run((finish) =>
        this.inTurn(async () => {
          for (const build of await finish()) await this.swap(build);
        }),
      );
      for (const { projection, error, writer } of builds) {
        if (error === undefined) continue;
        await generations.abandon(projection.name, this.of(projection.name).served?.name, writer.collection.name);
        this.fail(this.of(projection.name), error);
      }
    } catch (error) {
      if (!(error instanceof ProjectorStopped)) for (const tracked of trackeds) this.fail(tracked, error);
      throw error;
    }
  }

  /** Under the names that an interrupted build had, where there was one. */
  private async beginBuilds(generations: Generations, trackeds: readonly Tracked[]): Promise<Build[]> {
    const builds: Build[] = [];
    for (const { projection } of trackeds) {
      const { active, building } = await generations.of(projection.name);
      const name = building ?? (await generations.next(projection));
      await generations.save(projection.name, { active, building: name });
      builds.push(await beginBuild(this.options.store, projection, name, building !== undefined));
    }
    return builds;
  }

  /** In turn with the batches: the new generation is at least as far as the subscription, and goes on with it. */
  private async swap({ projection, writer }: Build): Promise<void> {
    const tracked = this.of(projection.name);
    const before = tracked.served?.name;
    await this.generations!.save(projection.name, { active: writer.collection.name });
    tracked.served = writer.collection;
    tracked.writer = liveWriter(projection, writer.collection, Math.max(writer.position, this.follower.seen));
    tracked.failure = undefined;
    this.waiters.notify();
    this.follower.start();
    if (before !== undefined && before !== writer.collection.name) await this.generations!.drop(before);
  }

  private fail(tracked: Tracked, error: unknown): void {
    tracked.failure = { error };
    (this.options.log ?? silent).error({ projection: tracked.projection.name, error }, 'the projection has stopped; the others go on');
    this.waiters.notify();
  }

  private behindMost(): LogPosition {
    const positions = [...this.tracked.values()].flatMap(({ writer }) => (writer ? [writer.position] : []));
    return positions.length === 0 ? this.follower.seen : Math.min(...positions);
  }

  /** Batches and swaps, one after the other. */
  private inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.turns.then(work);
    this.turns = result.catch(() => undefined);
    return result;
  }

  private async take(batch: LogBatch): Promise<void> {
    const advanced = await Promise.allSettled([...this.tracked.values()].map((tracked) => this.advance(tracked, batch)));
    this.waiters.notify();
    for (const outcome of advanced) if (outcome.status === 'rejected') throw outcome.reason;
  }

  private async advance(tracked: Tracked, batch: LogBatch): Promise<void> {
    const failure = await advance(tracked, batch);
    if (failure) this.fail(tracked, failure.error);
  }
}
