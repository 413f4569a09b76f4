import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { MemberInfo } from '@eventstore/db-client/generated/gossip_pb';
import type { GossipMember } from './server';
import type { Role } from './streams-service';

/** Who leads a cluster, as each of its nodes knows it. */
export interface Election {
  /** The index of the node that leads; nothing while none does. */
  readonly leader?: number | undefined;
  /** Where each node is found, on 127.0.0.1. */
  readonly ports: readonly number[];
}

export const membersIn = ({ leader, ports }: Election): readonly GossipMember[] =>
  ports.map((port, index) => ({
    port,
    state: index === leader ? MemberInfo.VNodeState.LEADER : MemberInfo.VNodeState.FOLLOWER,
    isAlive: true,
  }));

export function roleIn({ leader, ports }: Election, node: number): Role {
  if (node === leader) return { kind: 'leader' };
  return {
    kind: 'follower',
    leader: leader === undefined ? undefined : { address: '127.0.0.1', port: ports[leader]! },
  };
}

/** For a node that is a process of its own. */
export function writeElection(file: string, election: Election): void {
  writeFileSync(`${file}.new`, JSON.stringify(election));
  renameSync(`${file}.new`, file);
}

export const readElection = (file: string): Election => JSON.parse(readFileSync(file, 'utf8')) as Election;
