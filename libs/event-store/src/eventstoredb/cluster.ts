import type { ChannelCredentials, Metadata, ServiceError } from '@grpc/grpc-js';
import { GossipClient } from '@eventstore/db-client/generated/gossip_grpc_pb';
import { type ClusterInfo, MemberInfo } from '@eventstore/db-client/generated/gossip_pb';
import { Empty } from '@eventstore/db-client/generated/shared_pb';
import { messageOf, pause } from '@assay/kernel';
import { EventStoreUnavailable } from '../errors';
import type { ConnectionSettings, EndPoint } from './connection-string';
import { reasonOf } from './fault-reason';

interface Member extends EndPoint {
  readonly leads: boolean;
}

type ClusterSettings = Pick<
  ConnectionSettings,
  'endpoints' | 'maxDiscoverAttempts' | 'discoveryInterval' | 'gossipTimeout'
>;

export const nameOf = ({ address, port }: EndPoint): string => `${address}:${port}`;

/**
 * The hosts that answer for one store: those of the connection string, and those that one of them named. The client's
 * own discovery asks one host after the other and waits for each that is silent, so that one dead host holds up every
 * call; this one asks all at once.
 */
export class Cluster {
  #known = new Map<string, EndPoint>();

  constructor(
    private readonly settings: ClusterSettings,
    private readonly credentials: ChannelCredentials,
    private readonly metadata: () => Metadata,
  ) {
    this.#add(settings.endpoints);
  }

  /** Whether another host may lead when one fails. */
  get hasSeveral(): boolean {
    return this.#known.size > 1;
  }

  learn(endpoint: EndPoint): void {
    this.#add([endpoint]);
  }

  /** Asks a working host for the others. If it names none, the known hosts stay. */
  async learnFrom(endpoint: EndPoint): Promise<void> {
    const members = await this.#membersBy(endpoint).catch(() => []);
    if (members.length > 1) this.#add(members);
  }

  /**
   * The node that leads, and says so itself: the others may still name one that is gone. Asks again until one does.
   *
   * @throws EventStoreUnavailable with each host's reason, when the signal aborts or after `maxDiscoverAttempts`
   */
  async leader(signal: AbortSignal): Promise<EndPoint> {
    const { maxDiscoverAttempts: most, discoveryInterval } = this.settings;
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await Promise.any([...this.#known.values()].map((host) => this.#leaderBy(host)));
      } catch (error) {
        if (signal.aborted || attempt === most)
          throw new EventStoreUnavailable(
            `no leader of the event store was found: ${(error as AggregateError).errors.map(messageOf).join('; ')}`,
            { cause: error },
          );
      }
      await pause(discoveryInterval, signal);
    }
  }

  async #leaderBy(host: EndPoint): Promise<EndPoint> {
    const members = await this.#membersBy(host);
    const leader = members.find(({ leads }) => leads);
    if (leader === undefined) throw new Error(`${nameOf(host)} knows of no leader`);
    // A single node may be known to others by a name that leads nowhere from here.
    if (members.length === 1) return host;
    if (nameOf(leader) !== nameOf(host)) {
      const own = await this.#membersBy(leader).catch((error: unknown) => {
        throw new Error(`${nameOf(host)} names a leader, but ${messageOf(error)}`, { cause: error });
      });
      if (!own.some((member) => member.leads && nameOf(member) === nameOf(leader)))
        throw new Error(`${nameOf(host)} names ${nameOf(leader)} as the leader, which does not lead`);
    }
    this.#known = new Map();
    this.#add([...this.settings.endpoints, ...members]);
    return { address: leader.address, port: leader.port };
  }

  #add(endpoints: readonly EndPoint[]): void {
    for (const { address, port } of endpoints) this.#known.set(nameOf({ address, port }), { address, port });
  }

  /** The members that are alive, as one of them sees it. */
  #membersBy(host: EndPoint): Promise<Member[]> {
    const client = new GossipClient(nameOf(host), this.credentials, {});
    const deadline = Date.now() + this.settings.gossipTimeout * 1_000;
    return new Promise<Member[]>((resolve, reject) => {
      const answer = (error: ServiceError | null, info: ClusterInfo) => {
        if (error) reject(new Error(`${nameOf(host)}: ${reasonOf(error)}`, { cause: error }));
        else resolve(aliveMembers(info));
      };
      client.read(new Empty(), this.metadata(), { deadline }, answer);
    }).finally(() => client.close());
  }
}

const aliveMembers = (info: ClusterInfo): Member[] =>
  info.getMembersList().flatMap((member) => {
    const endpoint = member.getHttpEndPoint();
    if (!member.getIsAlive() || endpoint === undefined) return [];
    return {
      address: endpoint.getAddress(),
      port: endpoint.getPort(),
      leads: member.getState() === MemberInfo.VNodeState.LEADER,
    };
  });
