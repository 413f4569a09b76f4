import { ChannelCredentials, Channel, type ChannelOptions, Metadata, credentials } from '@grpc/grpc-js';
import { discoverEndpoint } from '@eventstore/db-client/dist/Client/discovery';
import { StreamsClient } from '@eventstore/db-client/generated/streams_grpc_pb';
import { EventStoreUnavailable } from '../errors';
import { type ConnectionSettings, type EndPoint, readFileOf } from './connection-string';
import { isConnectionLost, leaderOf } from './grpc-error';

/** A server takes 100 calls at once on one connection, and the next ones get nothing, not even an error. */
const CALLS_PER_CONNECTION = 80;

interface Connection {
  readonly client: StreamsClient;
  calls: number;
}

export interface Lease {
  readonly client: StreamsClient;
  release(): void;
}

/**
 * The connections to one server, as many as the calls under way need; those of appends apart from those of reads and
 * subscriptions, which stay. The client's own way to connect is not used: on an error of one call it closes the channel
 * under all others, and after an outage it may wait for up to two minutes before it tries again.
 */
export class Connections {
  readonly #credentials: ChannelCredentials;
  #address: Promise<string> | undefined;
  #leader: EndPoint | undefined;
  #pools: { readonly appends: Connection[]; readonly reads: Connection[] } = { appends: [], reads: [] };
  #closed = false;

  constructor(private readonly settings: ConnectionSettings) {
    this.#credentials = channelCredentials(settings);
  }

  async lease(purpose: 'appends' | 'reads'): Promise<Lease> {
    const address = await this.#within(this.#resolve());
    const pool = this.#pools[purpose];
    let connection = pool.find(({ calls }) => calls < CALLS_PER_CONNECTION);
    if (connection === undefined) pool.push((connection = this.#connect(address)));
    connection.calls += 1;
    let isHeld = true;
    return {
      client: connection.client,
      release: () => {
        if (isHeld) connection.calls -= 1;
        isHeld = false;
        if (connection.calls === 0 && pool.indexOf(connection) > 0)
          pool.splice(pool.indexOf(connection), 1)[0]!.client.close();
      },
    };
  }

  /** What goes with each call. The password is sent over TLS only. */
  metadata(): Metadata {
    const { connectionName, tls, credentials: user, nodePreference } = this.settings;
    const metadata = new Metadata();
    metadata.set('connection-name', connectionName);
    if (nodePreference === 'leader') metadata.set('requires-leader', 'true');
    if (user && tls)
      metadata.set('authorization', `Basic ${Buffer.from(`${user.username}:${user.password}`).toString('base64')}`);
    return metadata;
  }

  /**
   * After a call's fault: the next call looks for the node anew where there is a choice. A single node's connection
   * mends itself.
   */
  noteFault(error: unknown): void {
    const leader = leaderOf(error);
    if (leader === undefined && !(this.settings.discover && isConnectionLost(error))) return;
    this.#leader = leader;
    this.#disconnect();
  }

  close(): void {
    this.#closed = true;
    this.#disconnect();
  }

  /** Calls under way on them run to their end. */
  #disconnect(): void {
    this.#address = undefined;
    const { appends, reads } = this.#pools;
    this.#pools = { appends: [], reads: [] };
    for (const { client } of [...appends, ...reads]) client.close();
  }

  #resolve(): Promise<string> {
    if (this.#closed) return Promise.reject(new EventStoreUnavailable('the event store is closed'));
    return (this.#address ??= this.#choose().catch((error: unknown) => {
      this.#address = undefined;
      throw error;
    }));
  }

  async #choose(): Promise<string> {
    const { endpoints, discover, nodePreference, maxDiscoverAttempts, discoveryInterval, gossipTimeout } =
      this.settings;
    const chosen =
      this.#leader ??
      (discover
        ? await discoverEndpoint(
            { endpoints: [...endpoints], nodePreference, maxDiscoverAttempts, discoveryInterval, gossipTimeout },
            this.#credentials,
          )
        : endpoints[0]!);
    this.#leader = undefined;
    return `${chosen.address}:${chosen.port}`;
  }

  #connect(address: string): Connection {
    const channelOverride = new Channel(address, this.#credentials, channelOptions(this.settings));
    return { client: new StreamsClient(address, this.#credentials, { channelOverride }), calls: 0 };
  }

  /** Discovery asks one node after the other, each with a patience of its own. */
  #within<Value>(promise: Promise<Value>): Promise<Value> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(
        () => reject(new EventStoreUnavailable('no node of the event store was found in time')),
        this.settings.deadline,
      );
      promise.then(resolve, reject).finally(() => clearTimeout(timer));
    });
  }
}

function channelCredentials({ tls, tlsCaFile, userCertFile, userKeyFile }: ConnectionSettings): ChannelCredentials {
  if (!tls) return credentials.createInsecure();
  const file = (setting: string, name: string | undefined) =>
    name === undefined ? undefined : readFileOf(setting, name);
  return credentials.createSsl(
    file('tlsCaFile', tlsCaFile),
    file('userKeyFile', userKeyFile),
    file('userCertFile', userCertFile),
  );
}

/** The longest that a timer can be set to. */
const NEVER = 2_147_483_647;

const channelOptions = ({ keepAliveInterval, keepAliveTimeout }: ConnectionSettings): ChannelOptions => ({
  'grpc.keepalive_time_ms': keepAliveInterval < 0 ? NEVER : keepAliveInterval,
  'grpc.keepalive_timeout_ms': keepAliveTimeout < 0 ? NEVER : keepAliveTimeout,
  // Without a pool of its own a second channel to the same address shares the connection of the first.
  'grpc.use_local_subchannel_pool': 1,
  'grpc.initial_reconnect_backoff_ms': 100,
  'grpc.max_reconnect_backoff_ms': 2_000,
  // An append is repeated by who knows its ids, nobody else.
  'grpc.enable_retries': 0,
  'grpc.max_receive_message_length': 17 * 1024 * 1024,
});
