import type { EventStore, LogPosition, RecordedEvent } from '@assay/event-store';
import { type BackoffOptions, type Clock, InfrastructureError, type Log, retry, yieldToLoop } from '@assay/kernel';
import { type BuildProgress, buildProgress } from './build-progress';
import { ProjectorStopped } from './errors';
import { GenerationWriter, type Retained, type WriterContext } from './generation-writer';
import type { Generations } from './generations';
import { positionOfCheckpoint } from './log-marks';
import type { Projection } from './projection';
import type { Collection, Document, ReadModelStore } from './read-model-store';
import { weightOf } from './weight';

export interface RebuildProgress extends BuildProgress {
  readonly names: readonly string[];
  /** The events read so far, and the rate since this run began. */
  readonly events: number;
  readonly eventsPerSecond: number;
}

export interface ProjectionBuild {
  readonly projection: Projection;
  readonly writer: GenerationWriter;
  /** The error that ended the build. */
  error?: unknown;
}

interface RebuildOptions {
  readonly events: EventStore;
  readonly store: ReadModelStore;
  readonly batchSize: number;
  readonly retain: Retained;
  readonly backoff: BackoffOptions;
  readonly clock: Clock;
  readonly log: Log;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: RebuildProgress) => void;
}

/**
 * The limits of memory of each build. A dozen builds run on one log, and a value takes several times its JSON in
 * memory.
 */
export const RETAINED: Retained = { documents: 5_000, weight: 8_000_000 };
/** Events between writes at most, so that a crash repeats little. */
const WRITE_AT_EVENTS = 50_000;

/** Begins one build per projection, and continues an interrupted build under its name if there is one. */
export async function beginBuilds(
  generations: Generations,
  projections: readonly Projection[],
  context: WriterContext & { readonly retain: Retained },
): Promise<ProjectionBuild[]> {
  const builds: ProjectionBuild[] = [];
  for (const projection of projections) {
    const { name, resumed } = await generations.begin(projection);
    builds.push(await beginBuild(projection, { name, resumed }, context));
  }
  return builds;
}

/** Begins a generation without indexes: creating them over the finished documents takes a fraction of the time. */
async function beginBuild(
  projection: Projection,
  { name, resumed }: { readonly name: string; readonly resumed: boolean },
  context: WriterContext & { readonly retain: Retained },
): Promise<ProjectionBuild> {
  const { store } = context;
  const collection = await store.collection<Document>({ name, indexes: [] });
  const from = positionOfCheckpoint(await store.checkpoint(name));
  // After a crash, a store may have documents without their checkpoint: only a new generation is certainly empty.
  return {
    projection,
    writer: new GenerationWriter(projection, collection, {
      ...context,
      from: resumed ? from : undefined,
    }),
  };
}

/**
 * Folds the whole log into the builds, in one pass for all of them, then lets `swap` replace the served generations. It
 * waits out a store's fault; a projection that throws ends only its own build.
 *
 * @throws ProjectorStopped when the signal ends it; the written part stays and is continued at the next start
 */
export class Rebuild {
  private read = 0;
  private readonly began: number;
  private readonly from: LogPosition;

  constructor(
    private readonly builds: readonly ProjectionBuild[],
    private readonly options: RebuildOptions,
  ) {
    this.began = options.clock.now().getTime();
    this.from = this.readFrom();
  }

  async run(swap: (finish: () => Promise<readonly ProjectionBuild[]>) => Promise<void>): Promise<void> {
    const { signal, log } = this.options;
    const work = async () => {
      await this.catchUp();
      await swap(() => this.finish());
    };
    const onRetry = (error: unknown) => {
      const rebuilding = this.going.map(({ projection }) => projection.name);
      log.warn({ rebuilding, error }, 'rebuilding was interrupted; going on');
      for (const { writer } of this.going) writer.reset();
    };
    try {
      await retry(work, {
        delays: this.options.backoff,
        isRetryable: (error) => error instanceof InfrastructureError,
        onRetry,
        signal,
      });
    } catch (error) {
      throw signal.aborted ? new ProjectorStopped() : error;
    }
  }

  private get going(): readonly ProjectionBuild[] {
    return this.builds.filter(({ error }) => error === undefined);
  }

  private readFrom(): LogPosition {
    return Math.min(...this.going.map(({ writer }) => writer.position));
  }

  /** Builds to within one batch of the head, with indexes: the rest is short enough to block the others meanwhile. */
  private async catchUp(): Promise<void> {
    const { events, store, batchSize } = this.options;
    let head: LogPosition;
    do {
      head = await events.head();
      await this.pass(head);
    } while ((await events.head()) - head > batchSize && this.going.length > 0);
    await this.each(async ({ projection, writer }) => {
      await writer.flush(true);
      await store.collection({ name: writer.collection.name, indexes: projection.indexes });
    });
  }

  /** Folds the rest of the log, while batches and swaps wait. */
  private async finish(): Promise<readonly ProjectionBuild[]> {
    await this.pass(await this.options.events.head());
    await this.flush();
    return this.going;
  }

  private async pass(head: LogPosition): Promise<void> {
    const { events, batchSize, retain } = this.options;
    if (this.going.length === 0) return;
    const types = [...new Set(this.going.flatMap(({ projection }) => Object.keys(projection.handles)))];
    let batch: RecordedEvent[] = [];
    let weight = 0;
    let sinceWrite = { events: 0, weight: 0 };
    for await (const event of events.readAll({
      after: this.readFrom(),
      filter: { types },
    })) {
      weight += weightOf(event.data);
      if (batch.push(event) < batchSize && weight < retain.weight) continue;
      await this.apply(batch, event.position);
      sinceWrite = { events: sinceWrite.events + batch.length, weight: sinceWrite.weight + weight };
      // Documents hold the data of events, so the weight of the events bounds the unwritten part of the documents.
      if (sinceWrite.events >= WRITE_AT_EVENTS || sinceWrite.weight >= retain.weight) {
        await this.flush();
        sinceWrite = { events: 0, weight: 0 };
      }
      this.report(event.position, head);
      batch = [];
      weight = 0;
      await this.breathe();
    }
    await this.apply(batch, Math.max(head, batch.at(-1)?.position ?? 0));
    await this.flush();
    this.report(head, head);
  }

  private async apply(batch: readonly RecordedEvent[], through: LogPosition): Promise<void> {
    this.read += batch.length;
    await this.each(async ({ writer }) => {
      await writer.apply(batch, through);
      if (writer.isFull) await writer.flush();
    });
  }

  private flush(): Promise<void> {
    return this.each(({ writer }) => writer.flush(true));
  }

  /** Works on one build after the other; a build that fails is given up. @throws InfrastructureError */
  private async each(work: (build: ProjectionBuild) => Promise<unknown>): Promise<void> {
    for (const build of this.going) {
      try {
        await work(build);
      } catch (error) {
        if (error instanceof InfrastructureError) throw error;
        build.error = error;
      }
    }
  }

  /** Lets requests and the live subscription have their turn. @throws ProjectorStopped if the build is to stop */
  private async breathe(): Promise<void> {
    await yieldToLoop();
    if (this.options.signal.aborted) throw new ProjectorStopped();
  }

  private report(position: LogPosition, head: LogPosition): void {
    const seconds = Math.max(0.001, (this.options.clock.now().getTime() - this.began) / 1_000);
    this.options.onProgress({
      names: this.going.map(({ projection }) => projection.name),
      events: this.read,
      eventsPerSecond: Math.round(this.read / seconds),
      ...buildProgress(position, Math.max(head, position), (position - this.from) / seconds),
    });
  }
}

/** The writer that keeps a finished generation current: it holds nothing between batches. */
export const liveWriter = (
  projection: Projection,
  collection: Collection<Document>,
  from: LogPosition,
  context: WriterContext,
): GenerationWriter => new GenerationWriter(projection, collection, { ...context, from });
