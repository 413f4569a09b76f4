import { MemberInfo } from '@eventstore/db-client/generated/gossip_pb';
import { Door } from './door';
import { type StandIn, type StandInOptions, startStandIn } from './server';
import type { Role } from './streams-service';

interface Member {
  standIn: StandIn | undefined;
  readonly port: number;
  fault: 'silent' | 'not-ready' | undefined;
  /** The way to it, where there is one that can be cut. */
  door: Door | undefined;
}

/**
 * Nodes of one cluster on one log, as if all that was written were replicated at once. The test is the election: it
 * says who leads, and what the others know of it.
 */
export class StandInCluster {
  #leader: number | undefined = 0;

  private constructor(
    private readonly file: string,
    private readonly members: Member[],
    private readonly hooks: Partial<StandInOptions>,
  ) {}

  /** Three nodes, of which the first leads. `withDoors`: the way to each can be cut. */
  static async start(
    file: string,
    hooks: Partial<StandInOptions> = {},
    { withDoors = false } = {},
  ): Promise<StandInCluster> {
    const cluster = new StandInCluster(file, [], hooks);
    for (const index of [0, 1, 2]) {
      const standIn = await cluster.#open(index, 0);
      const door = withDoors ? await Door.to(() => standIn.port) : undefined;
      cluster.members.push({ standIn, port: standIn.port, fault: undefined, door });
    }
    return cluster;
  }

  /** The connection string that names these nodes. */
  url(scheme: 'esdb' | 'esdb+discover', ...nodes: readonly number[]): string {
    return `${scheme}://${nodes.map((node) => `127.0.0.1:${this.portOf(node)}`).join(',')}?tls=false`;
  }

  portOf(node: number): number {
    const { port, door } = this.members[node]!;
    return door?.port ?? port;
  }

  /** From now on this one leads, or none. */
  elect(leader: number | undefined): void {
    this.#leader = leader;
  }

  /** It takes calls and answers none. */
  silence(node: number): void {
    this.members[node]!.fault = 'silent';
  }

  /** It refuses calls while it starts, or, with `undefined`, no more. */
  fail(node: number, fault: 'not-ready' | undefined): void {
    this.members[node]!.fault = fault;
  }

  /** What is sent to it or by it is swallowed. */
  cut(node: number): void {
    this.members[node]!.door!.cut();
  }

  async kill(node: number): Promise<void> {
    const member = this.members[node]!;
    await member.standIn?.close();
    member.standIn = undefined;
  }

  async restart(node: number): Promise<void> {
    const member = this.members[node]!;
    member.fault = undefined;
    member.standIn ??= await this.#open(node, member.port);
  }

  async close(): Promise<void> {
    for (const node of this.members.keys()) await this.kill(node);
    for (const { door } of this.members) door?.close();
  }

  #open(node: number, port: number): Promise<StandIn> {
    return startStandIn({
      ...this.hooks,
      file: this.file,
      port,
      role: () => this.#roleOf(node),
      members: () =>
        this.members.map((_, index) => ({
          port: this.portOf(index),
          state: index === this.#leader ? MemberInfo.VNodeState.LEADER : MemberInfo.VNodeState.FOLLOWER,
          isAlive: true,
        })),
    });
  }

  #roleOf(node: number): Role {
    const fault = this.members[node]?.fault;
    if (fault !== undefined) return { kind: fault };
    if (node === this.#leader) return { kind: 'leader' };
    const leader = this.#leader === undefined ? undefined : { address: '127.0.0.1', port: this.portOf(this.#leader) };
    return { kind: 'follower', leader };
  }
}
