import type { EventStore, LogPosition } from '@assay/event-store';
import {
  type BackoffOptions,
  type Clock,
  messageOf,
  systemClock,
  Turns,
  repeat,
  type Log,
  silentLog,
} from '@assay/kernel';
import { InvalidQuery, ProjectorStopped, ReadModelBehind, ReadModelNotReady, ReadModelSuperseded } from './errors';
import { adopt, adoptReplacement } from './adoption';
import { SET_ASIDE_DOCUMENTS, setAsideCounts } from './set-aside-documents';
import type { FollowedReadModels, WaitOptions } from './followed-read-models';
import { BOOKKEEPING, Generations, servedBy } from './generations';
import type { Retained, WriterContext } from './generation-writer';
import type { LogBatch } from './log-batches';
import { LogFollower } from './log-follower';
import { LogMarks } from './log-marks';
import { DEFAULT_BACKOFF, whileUnavailable } from './while-unavailable';
import { PositionWaiters } from './position-waiters';
import { PROGRESS, ProgressBoard } from './progress-board';
import { type Projection, checkedProjections } from './projection';
import type { ReadModel } from './read-model';
import type { Collection, Document, ReadModelStore } from './read-model-store';
import type { ReadModels } from './read-models';
import { type ProjectionBuild, RETAINED, Rebuild, type RebuildProgress, beginBuilds, liveWriter } from './rebuild';
import { SET_ASIDE_REACTIONS } from './set-aside-reactions';
import { readModelsOf } from './remote-read-models';
import {
  type ProjectionStatus,
  type Tracked,
  advance,
  positionOf,
  replaceServed,
  statusOf,
} from './tracked-projection';

export interface ProjectorOptions {
  readonly events: EventStore;
  readonly store: ReadModelStore;
  readonly projections: readonly Projection[];
  /** The most events in a batch. */
  readonly batchSize?: number;
  /** The limit of what stays in memory between writes of each read model that is being built. */
  readonly retain?: Retained;
  /** Called after each batch with the progress of the builds that the start has begun. */
  readonly onBuild?: (progress: RebuildProgress) => void;
  readonly clock?: Clock;
  readonly log?: Log;
  readonly backoff?: BackoffOptions;
  readonly watchdogMs?: number;
  /** How often to look whether another process has replaced a generation that is used here. */
  readonly lookForReplacementsMs?: number;
}

/**
 * Runs projections over one subscription to the log, rebuilds them beside the served ones, and reports their progress.
 */
export class Projector implements FollowedReadModels {
  private readonly tracked: ReadonlyMap<string, Tracked>;
  private readonly follower: LogFollower;
  private readonly waiters = new PositionWaiters();
  private readonly stopping = new AbortController();
  private readonly shared: ReadModels;
  private readonly marks: LogMarks;
  private readonly context: WriterContext;
  private generations: Generations | undefined;
  private board: ProgressBoard | undefined;
  private readonly turns = new Turns<'batch or swap'>();

  /** @throws InvalidQuery for two projections of one name, or a name that cannot be a collection's */
  constructor(private readonly options: ProjectorOptions) {
    const {
      events,
      projections,
      batchSize = 1_000,
      backoff = DEFAULT_BACKOFF,
      watchdogMs = 15_000,
      log = silentLog,
    } = options;
    this.tracked = new Map(
      checkedProjections(projections, [BOOKKEEPING, PROGRESS, SET_ASIDE_REACTIONS, SET_ASIDE_DOCUMENTS]).map(
        (projection) => [projection.name, { projection }],
      ),
    );
    this.marks = new LogMarks(events);
    this.context = { marks: this.marks, store: options.store, log };
    this.shared = readModelsOf(options.store, projections);
    const types = [...new Set(projections.flatMap(({ handles }) => Object.keys(handles)))];
    this.follower = new LogFollower({
      name: 'projector',
      events,
      types,
      batchSize,
      backoff,
      watchdogMs,
      log,
      after: () => this.behindMost(),
      take: (batch) => this.inTurn(() => this.take(batch)),
      onLost: () => this.waiters.notify(),
    });
  }

  /**
   * Adopts the stored generations, follows the log from their positions, and begins to build read models that are
   * missing or of another version. Resolves when that is under way; {@link ready} resolves when all can answer.
   */
  async start(): Promise<void> {
    if (this.generations) throw new Error('the projector was started before');
    this.generations = await Generations.open(this.options.store);
    const head = await this.options.events.head();
    this.board = await ProgressBoard.openFor(this.options.store, this.options.events, head);
    const missing: Tracked[] = [];
    for (const tracked of this.tracked.values()) if (!(await this.adopt(tracked, head))) missing.push(tracked);
    if (missing.length < this.tracked.size) this.follower.start();
    // Its outcome is in status(); callers who need it wait in ready() or call rebuild().
    if (missing.length > 0) this.build(missing, this.options.onBuild).catch(() => undefined);
    const everyMs = this.options.lookForReplacementsMs ?? 1_000;
    void repeat(() => this.inTurn(() => this.lookForReplacements()), {
      everyMs,
      firstAfterMs: everyMs,
      signal: this.stopping.signal,
    });
  }

  /** Resolves when every read model can answer or has failed. */
  async ready(): Promise<void> {
    await Promise.allSettled([...this.tracked.values()].map(({ rebuilding }) => rebuilding));
  }

  /** Ends after the current batch. A rebuild is interrupted, and continues at the next start. */
  async stop(): Promise<void> {
    this.stopping.abort(new ProjectorStopped());
    await this.follower.stop();
    await this.ready();
    await this.inTurn(async () => {
      for (const { writer } of this.tracked.values()) await writer?.flush(true);
    });
    this.waiters.notify();
  }

  /** The documents of the generation that serves now; after a swap, the next call reads the new one. */
  collection<Doc extends Document>(readModel: ReadModel<Doc>): Collection<Doc> {
    const { name } = readModel;
    const tracked = this.of(name);
    if (!this.options.store.isExclusive) return this.shared.collection(readModel);
    return servedBy<Doc>(name, () => {
      if (tracked.served) return tracked.served as Collection<Doc>;
      throw new ReadModelNotReady(
        name,
        tracked.failure ? messageOf(tracked.failure.error) : 'it is being built from the events',
        tracked.building,
      );
    });
  }

  /** The position up to which the served documents are complete. 0 if there are none, or none of this version. */
  position(name: string): LogPosition {
    return positionOf(this.of(name));
  }

  /**
   * Resolves when the read models (all by default) have reached a position, so that callers read their own writes.
   *
   * @throws ReadModelBehind after the timeout
   * @throws ReadModelNotReady at once if one of them has failed
   */
  async waitFor(
    position: LogPosition,
    { timeoutMs = 5_000, readModels = this.options.projections }: WaitOptions = {},
  ): Promise<void> {
    const names = readModels.map(({ name }) => name);
    const awaited = names.map((name) => this.of(name));
    await this.waiters.wait({
      timeoutMs,
      reached: () => names.every((name) => this.position(name) >= position),
      impossible: () => {
        if (this.stopping.signal.aborted) return new ProjectorStopped();
        if (this.follower.lost) return new ReadModelNotReady(names[0]!, this.follower.error!);
        const failed = awaited.find(({ writer, rebuilding, failure }) => failure && !writer && !rebuilding);
        return failed && new ReadModelNotReady(failed.projection.name, messageOf(failed.failure!.error));
      },
      late: () =>
        new ReadModelBehind(position, Object.fromEntries(names.map((name) => [name, this.position(name)])), timeoutMs),
    });
  }

  /**
   * Builds the read model again from the first event while the present one serves, and then swaps. A call during a
   * build waits for that build.
   *
   * @throws ProjectorStopped, and the projection's error: the present documents continue to serve then
   */
  async rebuild(
    name: string,
    { onProgress }: { onProgress?: (progress: RebuildProgress) => void } = {},
  ): Promise<void> {
    const tracked = this.of(name);
    await (tracked.rebuilding ?? this.build([tracked], onProgress));
    if (tracked.failure) throw tracked.failure.error;
  }

  async status(): Promise<ProjectionStatus[]> {
    const head = await this.options.events.head().catch((error: unknown) => {
      (this.options.log ?? silentLog).warn({ error }, 'the head of the log cannot be read');
      return undefined;
    });
    const aside = await setAsideCounts(this.options.store, this.options.log);
    return [...this.tracked.values()].map((tracked) =>
      statusOf(tracked, head, this.follower, aside.get(tracked.served?.name)),
    );
  }

  private of(name: string): Tracked {
    const tracked = this.tracked.get(name);
    if (!tracked) throw new InvalidQuery(`there is no projection ${name}: ${[...this.tracked.keys()].join(', ')}`);
    return tracked;
  }

  /** Whether the store holds a generation of this version with which the projector can continue. */
  private async adopt(tracked: Tracked, head: LogPosition): Promise<boolean> {
    const { events, store } = this.options;
    const adopted = await adopt({ events, store, generations: this.generations!, head }, tracked.projection);
    tracked.served = adopted?.served;
    if (adopted?.isCurrent)
      tracked.writer = liveWriter(tracked.projection, adopted.served, adopted.position, this.context);
    return tracked.writer !== undefined;
  }

  private build(trackeds: readonly Tracked[], onProgress?: (progress: RebuildProgress) => void): Promise<void> {
    const told = (progress: RebuildProgress) => {
      const { position, head, percent, secondsLeft } = progress;
      const building = { position, head, percent, ...(secondsLeft !== undefined && { secondsLeft }) };
      for (const tracked of trackeds) tracked.building = building;
      onProgress?.(progress);
    };
    const building = this.buildAll(trackeds, told).finally(() => {
      for (const tracked of trackeds) tracked.rebuilding = tracked.building = undefined;
      this.waiters.notify();
    });
    for (const tracked of trackeds) {
      tracked.rebuilding = building;
      tracked.failure = undefined;
    }
    return building;
  }

  private async buildAll(trackeds: readonly Tracked[], onProgress: (progress: RebuildProgress) => void): Promise<void> {
    const {
      events,
      store,
      batchSize = 2_000,
      retain = RETAINED,
      backoff = DEFAULT_BACKOFF,
      clock = systemClock,
      log = silentLog,
    } = this.options;
    const generations = this.generations;
    if (!generations || this.stopping.signal.aborted) throw new ProjectorStopped();
    try {
      const builds = await whileUnavailable(
        () =>
          beginBuilds(
            generations,
            trackeds.map(({ projection }) => projection),
            { ...this.context, retain },
          ),
        { backoff, log, signal: this.stopping.signal },
      );
      await new Rebuild(builds, {
        events,
        store,
        batchSize,
        retain,
        backoff,
        clock,
        log,
        signal: this.stopping.signal,
        onProgress,
      }).run((finish) =>
        this.inTurn(async () => {
          for (const build of await finish()) await this.swap(build);
        }),
      );
      for (const { projection, error, writer } of builds) {
        if (error === undefined) continue;
        const isOurs = await generations.abandon(projection.name, writer.collection.name);
        this.fail(
          this.of(projection.name),
          isOurs
            ? error
            : new ReadModelSuperseded(projection.name, 'what was being built here was given up there', {
                cause: error,
              }),
        );
      }
    } catch (error) {
      if (!(error instanceof ProjectorStopped)) for (const tracked of trackeds) this.fail(tracked, error);
      throw error;
    }
  }

  /** Runs between batches: the new generation is at least as far as the subscription, and continues with it. */
  private async swap(build: ProjectionBuild): Promise<void> {
    const { projection, writer } = build;
    const tracked = this.of(projection.name);
    const before = tracked.served?.name;
    if (!(await this.generations!.serve(projection.name, writer.collection.name))) {
      build.error = new Error(`${writer.collection.name} is not being built any more`);
      return;
    }
    tracked.served = writer.collection;
    tracked.writer = liveWriter(
      projection,
      writer.collection,
      Math.max(writer.position, this.follower.seen),
      this.context,
    );
    tracked.failure = undefined;
    this.waiters.notify();
    this.follower.start();
    if (before !== undefined && before !== writer.collection.name) await this.generations!.drop(before);
  }

  private fail(tracked: Tracked, error: unknown): void {
    tracked.failure = { error };
    (this.options.log ?? silentLog).error(
      { projection: tracked.projection.name, error },
      'the projection has stopped; the others go on',
    );
    this.waiters.notify();
  }

  private behindMost(): LogPosition {
    const positions = [...this.tracked.values()].flatMap(({ writer }) => (writer ? [writer.position] : []));
    return positions.length === 0 ? this.follower.seen : Math.min(...positions);
  }

  /** Runs batches and swaps one after the other. */
  private inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.turns.take('batch or swap', work);
  }

  private async take(batch: LogBatch): Promise<void> {
    // A generation that has replaced another is behind the beginning of this batch: the next subscription begins at its
    // position.
    const taking = [...this.tracked.values()].filter(({ writer }) => writer && writer.position >= this.follower.seen);
    const advanced = await Promise.allSettled(taking.map((tracked) => this.advance(tracked, batch)));
    this.waiters.notify();
    for (const outcome of advanced) if (outcome.status === 'rejected') throw outcome.reason;
    await this.board!.publish({
      position: batch.through,
      generations: taking.flatMap(({ writer }) => writer?.collection.name ?? []),
      mark: await this.marks.at(batch.through),
    });
  }

  /**
   * A rebuild from the command line, or another projector, may have replaced a generation that is used here. This
   * continues with the new one, or only serves it if it is of another version.
   */
  private async lookForReplacements(): Promise<void> {
    const { store, log = silentLog } = this.options;
    try {
      for (const [name, active] of await this.generations!.serving([...this.tracked.keys()])) {
        const tracked = this.of(name);
        if (active === tracked.served?.name) continue;
        log.info({ projection: name, generation: active }, 'another process has replaced the generation that serves');
        replaceServed(
          tracked,
          await adoptReplacement(store, this.generations!, tracked.projection, active),
          this.context,
        );
        if (tracked.writer) this.follower.start();
        this.follower.restart();
        this.waiters.notify();
      }
    } catch (error) {
      log.warn({ error }, 'whether another process has replaced a generation cannot be seen; looking again');
    }
  }

  private async advance(tracked: Tracked, batch: LogBatch): Promise<void> {
    const failure = await advance(tracked, batch);
    if (failure) this.fail(tracked, failure.error);
  }
}
