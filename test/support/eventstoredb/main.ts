import { MemberInfo } from '@eventstore/db-client/generated/gossip_pb';
import { parseArgs } from 'node:util';
import { readElection, roleIn, membersIn } from './election';
import { type GossipMember, startStandIn } from './server';

/**
 * `main.ts --file <db> [--port <n>] [--advertised <host:port>] [--max-append-size <bytes>] [--election <file> --node
 * <n>]`: prints its connection string when it listens; ends with SIGTERM. Kill it and start it again as you like.
 * `--advertised` is where it tells others to find it; `--election` says who leads its cluster, in which it is `--node`.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      file: { type: 'string' },
      port: { type: 'string', default: '0' },
      advertised: { type: 'string' },
      'max-append-size': { type: 'string' },
      election: { type: 'string' },
      node: { type: 'string' },
    },
  });
  if (values.file === undefined) throw new Error('--file names the database file of the stand-in');
  const { election } = values;
  const standIn = await startStandIn({
    file: values.file,
    port: Number(values.port),
    ...(values.advertised !== undefined && { members: aloneAt(values.advertised) }),
    ...(election !== undefined && {
      role: () => roleIn(readElection(election), Number(values.node)),
      members: () => membersIn(readElection(election)),
    }),
    ...(values['max-append-size'] !== undefined && { maxAppendSize: Number(values['max-append-size']) }),
  });
  process.once('SIGTERM', () => void standIn.close().then(() => process.exit(0)));
  process.stdout.write(`${standIn.url}\n`);
}

function aloneAt(place: string): () => readonly GossipMember[] {
  const { hostname: host, port } = new URL(`esdb://${place}`);
  return () => [{ host, port: Number(port), state: MemberInfo.VNodeState.LEADER, isAlive: true }];
}

void main();
