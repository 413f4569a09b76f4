import type { BackoffOptions } from '@assay/kernel';
import type { EventStore } from '../event-store';
import { NO_UPCASTS, type Upcasts } from '../upcast';
import type { WarningLog } from './subscriptions';

interface EventStoreDbOptions {
  /**
   * `esdb://user:password@host:2113?tls=true`, several hosts or `esdb+discover://` for a cluster, `kurrentdb` for
   * `esdb`.
   */
  readonly url: string;
  /**
   * How long a call may take, or be silent between two answers, in milliseconds. Default: `defaultDeadline` of the url,
   * else 10 s.
   */
  readonly deadlineMs?: number;
  /** How long a broken subscription waits before it begins again. */
  readonly backoff?: BackoffOptions;
  readonly log?: WarningLog;
  /** Applied to each event that is read. */
  readonly upcasts?: Upcasts;
  /** The release that writes: it is kept in the metadata of each event. */
  readonly release?: string | undefined;
  /** How many ids of a long stream are kept together beside it; tests have a few. */
  readonly idsAPage?: number;
}

const DEFAULT_BACKOFF: BackoffOptions = { initialDelayMs: 100, maxDelayMs: 5_000 };

/**
 * Opens an EventStoreDB (or KurrentDB, 22.6 or newer) by its connection string. The server need not be there yet: each
 * use rejects with EventStoreUnavailable until it is.
 *
 * @throws InvalidStoreRequest when the connection string cannot be read; the message quotes none of it
 */
export async function openEventStoreDb({
  url,
  deadlineMs,
  backoff = DEFAULT_BACKOFF,
  log = { warn: () => undefined },
  upcasts = NO_UPCASTS,
  release,
  idsAPage,
}: EventStoreDbOptions): Promise<EventStore> {
  // Loaded here and not above: gRPC and the protocol take a tenth of a second to load, which an embedded start does not
  // owe them.
  const { parseConnectionString } = require('./connection-string') as typeof import('./connection-string');
  const { EventStoreDbEventStore } =
    require('./eventstoredb-event-store') as typeof import('./eventstoredb-event-store');
  const connection = parseConnectionString(url);
  return new EventStoreDbEventStore({
    connection,
    deadlineMs: deadlineMs ?? connection.deadline,
    backoff,
    log,
    upcasts,
    release,
    idsAPage,
  });
}
