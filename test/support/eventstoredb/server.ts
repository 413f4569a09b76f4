import { randomUUID } from 'node:crypto';
import {
  Server,
  ServerCredentials,
  type ServerUnaryCall,
  type UntypedServiceImplementation,
  type sendUnaryData,
} from '@grpc/grpc-js';
import { GossipService } from '@eventstore/db-client/generated/gossip_grpc_pb';
import { ClusterInfo, EndPoint, MemberInfo } from '@eventstore/db-client/generated/gossip_pb';
import { ServerFeaturesService } from '@eventstore/db-client/generated/serverfeatures_grpc_pb';
import { SupportedMethod, SupportedMethods } from '@eventstore/db-client/generated/serverfeatures_pb';
import { type Empty, UUID } from '@eventstore/db-client/generated/shared_pb';
import { StreamsService } from '@eventstore/db-client/generated/streams_grpc_pb';
import type { Certificate } from './certificate';
import { EventLog } from './log';
import { type StreamsServiceOptions, streamsService } from './streams-service';

/** A node as another node's gossip describes it. */
export interface GossipMember {
  /** Default: 127.0.0.1. */
  readonly host?: string;
  readonly port: number;
  readonly state: MemberInfo.VNodeState;
  readonly isAlive: boolean;
}

export interface StandInOptions extends Partial<Omit<StreamsServiceOptions, 'log'>> {
  /** The members of its cluster. Default: only itself, as the leader. */
  readonly members?: () => readonly GossipMember[];
  readonly file: string;
  /** 0 or undefined: any free port. */
  readonly port?: number;
  readonly tls?: Certificate;
}

export interface StandIn {
  /** Its connection string. */
  readonly url: string;
  readonly port: number;
  close(): Promise<void>;
}

/** The most concurrent calls of a server on one connection; further calls wait silently. */
const STREAMS_PER_CONNECTION = 100;
const DEFAULT_MAX_APPEND_SIZE = 1_048_576;
const VERSION = '24.10.0';

/**
 * A stand-in for EventStoreDB on machines where that cannot be installed: its gRPC protocol, made from the client's
 * definitions, on a SQLite file, so that it can be killed and started again on its data.
 *
 * Like the real server: streams and `$all` with positions that have gaps and are valid only where a record begins;
 * expected revisions; the partial recognition of repeated appends; metadata with $maxCount and $tb; soft deletes and
 * tombstones; reads that include events appended meanwhile; subscriptions with confirmation, checkpoints and caught-up,
 * whose slow consumers fall behind, or are dropped if a test sets that; the server's own events in the log; 100 streams
 * per connection; the limit of an append's size.
 *
 * Not modelled: users (a test may check the header and decide who may read the log as a whole), elections and
 * replication (`cluster.ts` lets a test choose the leader, and its nodes share one log), $maxAge, scavenging, links and
 * projections, persistent subscriptions, batch deadlines, the limits of its memory for ids, and all of its client's
 * protocol other than streams, gossip and the list of features.
 */
export async function startStandIn({
  file,
  port = 0,
  tls,
  maxAppendSize = DEFAULT_MAX_APPEND_SIZE,
  members,
  ...hooks
}: StandInOptions): Promise<StandIn> {
  const log = new EventLog(file);
  // A real server writes its own statistics before anybody else writes, and from time to time after that.
  log.append('$stats-stand-in', [
    {
      id: randomUUID(),
      type: '$statsCollected',
      contentType: 'application/json',
      data: Buffer.from('{}'),
      metadata: Buffer.alloc(0),
    },
  ]);
  const server = new Server({
    'grpc.max_concurrent_streams': STREAMS_PER_CONNECTION,
    'grpc.max_receive_message_length': 17 * 1024 * 1024,
  });
  const bound = await new Promise<number>((resolve, reject) => {
    server.addService(
      StreamsService,
      streamsService({ log, maxAppendSize, ...hooks }) as unknown as UntypedServiceImplementation,
    );
    server.addService(ServerFeaturesService, { getSupportedMethods } as UntypedServiceImplementation);
    server.addService(GossipService, {
      read: gossip(
        members ?? (() => [{ port: bound, state: MemberInfo.VNodeState.LEADER, isAlive: true }]),
        hooks.role,
      ),
    } as UntypedServiceImplementation);
    server.bindAsync(
      `127.0.0.1:${port}`,
      tls
        ? ServerCredentials.createSsl(null, [{ private_key: tls.key, cert_chain: tls.certificate }])
        : ServerCredentials.createInsecure(),
      (error, taken) => (error ? reject(error) : resolve(taken)),
    );
  });
  return {
    url: `esdb://127.0.0.1:${bound}?tls=${tls !== undefined}`,
    port: bound,
    close: async () => {
      server.forceShutdown();
      // interrupted calls end a turn later, and read the log
      await new Promise<void>((resolve) => setImmediate(resolve));
      log.close();
    },
  };
}

function getSupportedMethods(
  _call: ServerUnaryCall<Empty, SupportedMethods>,
  callback: sendUnaryData<SupportedMethods>,
): void {
  const service = 'event_store.client.streams.streams';
  const methods = ['read', 'append', 'delete', 'tombstone', 'batchappend'].map((method) =>
    new SupportedMethod().setServiceName(service).setMethodName(method),
  );
  callback(null, new SupportedMethods().setEventStoreServerVersion(VERSION).setMethodsList(methods));
}

const gossip =
  (members: () => readonly GossipMember[], role: StreamsServiceOptions['role']) =>
  (_call: ServerUnaryCall<Empty, ClusterInfo>, callback: sendUnaryData<ClusterInfo>) => {
    if (role?.().kind === 'silent') return;
    const infos = members().map(({ host = '127.0.0.1', port, state, isAlive }) =>
      new MemberInfo()
        .setInstanceId(new UUID().setString(randomUUID()))
        .setTimeStamp(String(Date.now()))
        .setState(state)
        .setIsAlive(isAlive)
        .setHttpEndPoint(new EndPoint().setAddress(host).setPort(port)),
    );
    callback(null, new ClusterInfo().setMembersList(infos));
  };
