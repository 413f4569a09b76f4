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

/** A node as the gossip of another one describes it. */
export interface GossipMember {
  /** Nothing: 127.0.0.1. */
  readonly host?: string;
  readonly port: number;
  readonly state: MemberInfo.VNodeState;
  readonly isAlive: boolean;
}

export interface StandInOptions extends Partial<Omit<StreamsServiceOptions, 'log'>> {
  /** The members of its cluster. Without it, itself alone, as the leader. */
  readonly members?: () => readonly GossipMember[];
  readonly file: string;
  /** 0 or nothing: any that is free. */
  readonly port?: number;
  readonly tls?: Certificate;
}

export interface StandIn {
  /** Its connection string. */
  readonly url: string;
  readonly port: number;
  close(): Promise<void>;
}

/** What a server takes at once on one connection; more wait there without a word. */
const STREAMS_PER_CONNECTION = 100;
const DEFAULT_MAX_APPEND_SIZE = 1_048_576;
const VERSION = '24.10.0';

/**
 * A stand-in for EventStoreDB where that cannot be installed: its gRPC protocol, made from the client's definitions, on
 * a SQLite file, so that it can be killed and started again on what it had.
 *
 * As the real one: streams and `$all` with positions that have gaps and are valid only where a record begins; expected
 * revisions; the partial recognition of repeated appends; metadata with $maxCount and $tb; soft deletes and tombstones;
 * reads that include what is appended while they last; subscriptions with confirmation, checkpoints and caught-up,
 * whose slow consumers fall behind, or are dropped where a test says so; events of its own in the log; 100 streams a
 * connection; the limit of an append's size.
 *
 * Not modelled: users (a test may look at the header and say who may read the log as a whole), elections and
 * replication (`cluster.ts` lets a test say who leads, and its nodes share one log), $maxAge, scavenging, links and
 * projections, persistent subscriptions, batch deadlines, the limits of its memory for ids, and whatever else its
 * client's protocol offers beside streams, gossip and the list of features.
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
  // A real server writes statistics of its own before anybody else writes, and now and then after that.
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
      // calls that were cut off end a turn later, and look at the log
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
