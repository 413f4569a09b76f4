import { LOG_START, type LogPosition } from '@assay/event-store';
import { InfrastructureError, messageOf } from '@assay/kernel';
import type { Adopted } from './adoption';
import type { BuildProgress } from './build-progress';
import { ReadModelSuperseded } from './errors';
import type { GenerationWriter, WriterContext } from './generation-writer';
import type { LogBatch } from './log-batches';
import type { Projection } from './projection';
import type { Collection, Document } from './read-model-store';
import { liveWriter } from './rebuild';

/**
 * `behind` and `not-built` are all that a process without the projector can report of a projection that is not live.
 */
type ProjectionState = 'live' | 'catching-up' | 'rebuilding' | 'failed' | 'behind' | 'not-built';

export interface ProjectionStatus {
  readonly name: string;
  readonly version: number;
  readonly position: LogPosition;
  /** How far the head of the log is ahead, in positions; undefined when the head cannot be read. */
  readonly lag: number | undefined;
  readonly state: ProjectionState;
  readonly error?: string;
  /** Documents that could not be made or written, and that are missing until the read model is built again. */
  readonly setAside?: number;
  /** The progress of the generation that is being built, if any. */
  readonly building?: BuildProgress;
}

/** A projection and its state. */
export interface Tracked {
  readonly projection: Projection;
  /** The generation that answers queries. */
  served?: Collection<Document>;
  /** Keeps `served` current; undefined if that is of an older version, or after a failure. */
  writer?: GenerationWriter;
  /** Where `writer` was when it failed. */
  stoppedAt?: LogPosition;
  rebuilding?: Promise<void>;
  /** The progress of the rebuild. */
  building?: BuildProgress;
  failure?: { readonly error: unknown };
}

export const positionOf = ({ writer, stoppedAt }: Tracked): LogPosition => writer?.position ?? stoppedAt ?? LOG_START;

export function statusOf(
  tracked: Tracked,
  head: LogPosition | undefined,
  subscription: { readonly caughtUp: boolean; readonly error: string | undefined; readonly lost: boolean },
  setAside = 0,
): ProjectionStatus {
  const {
    projection: { name, version },
    writer,
    rebuilding,
    failure,
    building,
  } = tracked;
  const position = positionOf(tracked);
  const state = rebuilding
    ? 'rebuilding'
    : !writer || subscription.lost
      ? 'failed'
      : subscription.caughtUp || position === head
        ? 'live'
        : 'catching-up';
  const error = failure ? messageOf(failure.error) : writer && subscription.error;
  return {
    name,
    version,
    position,
    lag: head === undefined ? undefined : Math.max(0, head - position),
    state,
    ...(error !== undefined && { error }),
    ...(setAside !== 0 && { setAside }),
    ...(building && { building }),
  };
}

/**
 * Applies a batch to the documents. Returns the projection's own failure, after which it has no writer any more.
 *
 * @throws InfrastructureError if the store was unavailable: the batch must be applied again
 */
export async function advance(
  tracked: Tracked,
  { events, through }: LogBatch,
): Promise<{ readonly error: unknown } | undefined> {
  const { writer } = tracked;
  if (!writer) return undefined;
  const failure = await caught(() => writer.apply(events, through));
  // Keeps the events before the failing one. A store that was unavailable is not asked again here.
  const unwritten = failure?.error instanceof InfrastructureError ? undefined : await caught(() => writer.flush());
  const first = failure ?? unwritten;
  if (!first) return undefined;
  writer.reset();
  for (const { error } of [unwritten ?? first, first]) if (error instanceof InfrastructureError) throw error;
  tracked.stoppedAt = writer.position;
  tracked.writer = undefined;
  return first;
}

/** Continues with the generation that another process built, or only serves it if it is of another version. */
export function replaceServed(
  tracked: Tracked,
  { served, position, isCurrent }: Adopted,
  context: WriterContext,
): void {
  tracked.served = served;
  tracked.stoppedAt = position;
  tracked.writer = isCurrent ? liveWriter(tracked.projection, served, position, context) : undefined;
  tracked.failure =
    isCurrent || tracked.rebuilding
      ? undefined
      : {
          error: new ReadModelSuperseded(
            tracked.projection.name,
            `${served.name} is of another version than ${tracked.projection.version}`,
          ),
        };
}

async function caught(work: () => Promise<void>): Promise<{ readonly error: unknown } | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    return { error };
  }
}
