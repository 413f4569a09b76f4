import { type ChannelCredentials, Channel, type ChannelOptions, Metadata, credentials } from '@grpc/grpc-js';
import { StreamsClient } from '@eventstore/db-client/generated/streams_grpc_pb';
import pTimeout from 'p-timeout';
import { EventStoreUnavailable } from '../errors';
import { Cluster, nameOf } from './cluster';
import { type ConnectionSettings, readCertificates, readFileOf } from './connection-string';
import { isConnectionLost, isNotLeader, leaderOf } from './grpc-error';
import { Node } from './node';

/**
 * The connections to the node that leads. The client's own way to connect is not used: on an error of one call it
 * closes the channel under all others, and after an outage it may wait for up to two minutes before it tries again.
 */
export class Connections {
  readonly #credentials: ChannelCredentials;
  readonly #cluster: Cluster;
  readonly #closing = new AbortController();
  #node: Node | undefined;
  /** The node is gone or does not lead: nothing goes to it until a look has said where to go. */
  #isLost: boolean;
  #looking: Promise<Node> | undefined;

  constructor(private readonly settings: ConnectionSettings) {
    this.#credentials = channelCredentials(settings);
    this.#cluster = new Cluster(settings, this.#credentials, () => this.metadata());
    this.#isLost = settings.discover;
  }

  /** The node that leads. @param within milliseconds that finding it may take */
  async leading(within: number): Promise<Node> {
    if (this.#closing.signal.aborted) throw new EventStoreUnavailable('the event store is closed');
    if (this.#isLost)
      return pTimeout(this.#look(), {
        milliseconds: within,
        message: new EventStoreUnavailable('no leader of the event store was found in time'),
      });
    return (this.#node ??= this.#first());
  }

  /** The metadata that goes with each call. The password is sent over TLS only. */
  metadata(): Metadata {
    const { connectionName, tls, credentials: user } = this.settings;
    const metadata = new Metadata();
    metadata.set('connection-name', connectionName);
    metadata.set('requires-leader', 'true');
    if (user && tls)
      metadata.set('authorization', `Basic ${Buffer.from(`${user.username}:${user.password}`).toString('base64')}`);
    return metadata;
  }

  /** Whether another node can take over from the one that a call was made on. */
  get hasSeveral(): boolean {
    return this.settings.discover || this.#cluster.hasSeveral;
  }

  /** After a fault of a call: if the node may no longer be the leader, all known hosts are asked for it. */
  noteFault(node: Node, error: unknown): void {
    if (node !== this.#node) return;
    const leader = leaderOf(error);
    if (leader !== undefined) this.#cluster.learn(leader);
    if (!isNotLeader(error) && !(this.hasSeveral && isConnectionLost(error))) return;
    this.#isLost = true;
    this.#look();
  }

  /** A call on the node is silent: it continues, and ends if another node turns out to lead. */
  suspect(node: Node): void {
    if (node === this.#node && this.hasSeveral) this.#look();
  }

  close(): void {
    this.#closing.abort();
    this.#node?.close();
    this.#node = undefined;
  }

  /** The one host of the connection string. If it belongs to a cluster, it names the other hosts. */
  #first(): Node {
    const [endpoint] = this.settings.endpoints;
    void this.#cluster.learnFrom(endpoint!);
    return this.#open(nameOf(endpoint!));
  }

  /** One search for the leader at a time. All waiting callers get its error. */
  #look(): Promise<Node> {
    if (this.#looking === undefined) {
      this.#looking = this.#find().finally(() => (this.#looking = undefined));
      this.#looking.catch(() => undefined); // nobody may be waiting
    }
    return this.#looking;
  }

  async #find(): Promise<Node> {
    const time = AbortSignal.timeout(Math.max(1, this.settings.deadline));
    const leader = nameOf(await this.#cluster.leader(AbortSignal.any([this.#closing.signal, time])));
    if (this.#closing.signal.aborted) throw new EventStoreUnavailable('the event store is closed');
    this.#isLost = false;
    if (this.#node?.address === leader) return this.#node;
    this.#node?.leave();
    return (this.#node = this.#open(leader));
  }

  #open(address: string): Node {
    return new Node(address, {
      connect: () => {
        const channelOverride = new Channel(address, this.#credentials, channelOptions(this.settings));
        return new StreamsClient(address, this.#credentials, { channelOverride });
      },
      metadata: () => this.metadata(),
      onSilence: (node) => this.suspect(node),
    });
  }
}

function channelCredentials({ tls, tlsCaFile, userCertFile, userKeyFile }: ConnectionSettings): ChannelCredentials {
  if (!tls) return credentials.createInsecure();
  return credentials.createSsl(
    tlsCaFile === undefined ? undefined : readCertificates('tlsCaFile', tlsCaFile),
    userKeyFile === undefined ? undefined : readFileOf('userKeyFile', userKeyFile),
    userCertFile === undefined ? undefined : readCertificates('userCertFile', userCertFile),
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
  // Only the caller that knows an append's ids may repeat it.
  'grpc.enable_retries': 0,
  'grpc.max_receive_message_length': 17 * 1024 * 1024,
});
