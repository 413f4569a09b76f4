import { Door } from './door';
import { type Election, membersIn, roleIn, writeElection } from './election';
import { StandInProcess } from './process';
import { type StandIn, type StandInOptions, startStandIn } from './server';
import type { Role } from './streams-service';

interface Member {
  standIn: StandIn | undefined;
  /** Its process, if it runs in one of its own. */
  readonly process: StandInProcess | undefined;
  readonly port: number;
  fault: 'silent' | 'not-ready' | undefined;
  /** The connection to it, if that can be cut. */
  readonly door: Door | undefined;
}

export interface ClusterOptions {
  /** Whether the connection to each node can be cut. */
  readonly withDoors?: boolean;
  /** Whether the first leader runs in its own process, which can be stopped. */
  readonly leaderApart?: boolean;
}

/**
 * Nodes of one cluster on one log, as if every write were replicated at once. The test decides the election: who leads,
 * and what the others know about it.
 */
export class StandInCluster {
  #leader: number | undefined = 0;

  private constructor(
    private readonly file: string,
    private readonly members: Member[],
    private readonly hooks: Partial<StandInOptions>,
  ) {}

  /** Starts three nodes, of which the first leads. `hooks` do not apply to a node in its own process. */
  static async start(
    file: string,
    hooks: Partial<StandInOptions> = {},
    { withDoors = false, leaderApart = false }: ClusterOptions = {},
  ): Promise<StandInCluster> {
    const cluster = new StandInCluster(file, [], hooks);
    for (const index of [0, 1, 2]) cluster.members.push(await cluster.#member(index, withDoors, leaderApart));
    cluster.elect(0);
    return cluster;
  }

  /** The connection string with these nodes. */
  url(scheme: 'esdb' | 'esdb+discover', ...nodes: readonly number[]): string {
    return `${scheme}://${nodes.map((node) => `127.0.0.1:${this.portOf(node)}`).join(',')}?tls=false`;
  }

  portOf(node: number): number {
    const { port, door } = this.members[node]!;
    return door?.port ?? port;
  }

  /** Makes this node the leader, or none. */
  elect(leader: number | undefined): void {
    this.#leader = leader;
    writeElection(this.#electionFile, this.#election);
  }

  /** Makes the node accept calls without answering. */
  silence(node: number): void {
    this.members[node]!.fault = 'silent';
  }

  /** Makes the node refuse calls as during its start, or, with `undefined`, no longer. */
  fail(node: number, fault: 'not-ready' | undefined): void {
    this.members[node]!.fault = fault;
  }

  /** Drops all traffic to and from the node. */
  cut(node: number): void {
    this.members[node]!.door!.cut();
  }

  /** Stops the node's process (SIGSTOP), like a machine that hangs: the kernel still accepts data for it. */
  stop(node: number): void {
    this.members[node]!.process!.stop();
  }

  resume(node: number): void {
    this.members[node]!.process!.resume();
  }

  async kill(node: number): Promise<void> {
    const member = this.members[node]!;
    await member.process?.kill();
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

  async #member(index: number, withDoors: boolean, leaderApart: boolean): Promise<Member> {
    const isApart = leaderApart && index === 0;
    const options = ['--election', this.#electionFile, '--node', `${index}`];
    const process = isApart ? new StandInProcess(this.file, options) : undefined;
    await process?.start();
    const standIn = isApart ? undefined : await this.#open(index, 0);
    const port = standIn?.port ?? Number(new URL(process!.url).port);
    const door = withDoors ? await Door.to(() => port) : undefined;
    return { standIn, process, port, fault: undefined, door };
  }

  #open(node: number, port: number): Promise<StandIn> {
    return startStandIn({
      ...this.hooks,
      file: this.file,
      port,
      role: () => this.#roleOf(node),
      members: () => membersIn(this.#election),
    });
  }

  get #election(): Election {
    return { leader: this.#leader, ports: this.members.map((_, index) => this.portOf(index)) };
  }

  get #electionFile(): string {
    return `${this.file}.election.json`;
  }

  #roleOf(node: number): Role {
    const fault = this.members[node]?.fault;
    return fault === undefined ? roleIn(this.#election, node) : { kind: fault };
  }
}
