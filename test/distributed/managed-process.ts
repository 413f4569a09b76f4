import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';

const ROOT = resolve(__dirname, '../..');
const LOADER = resolve(ROOT, 'test/support/compile-typescript.cjs');

export interface ProcessOptions {
  readonly name: string;
  /** A TypeScript source of this repository. */
  readonly script: string;
  readonly args?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  /** Resolves when it does its work; asked again and again until it does not throw. */
  readonly ready: (process: ManagedProcess) => Promise<void>;
  /** Milliseconds. */
  readonly patience?: number;
}

/** A server of ours in a process of its own that can be killed and started again in the same place. */
export class ManagedProcess {
  private child: ChildProcess | undefined;
  private closed: Promise<unknown> = Promise.resolve();
  private said = '';

  constructor(private readonly options: ProcessOptions) {}

  get name(): string {
    return this.options.name;
  }

  get pid(): number {
    if (this.child?.pid === undefined) throw new Error(`${this.name} does not run`);
    return this.child.pid;
  }

  /** All that it has said, over all of its starts. */
  get output(): string {
    return this.said;
  }

  private get lastWords(): string {
    return this.said.slice(-4_000);
  }

  /** @throws Error with what it said last, when it ends before it is ready or is not ready in time */
  async start(): Promise<void> {
    const { script, args = [], environment = {}, ready, patience = 60_000 } = this.options;
    const child = spawn(process.execPath, ['-r', resolve(ROOT, LOADER), resolve(ROOT, script), ...args], {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH: process.env['PATH'], HOME: process.env['HOME'], NO_COLOR: '1', LOADS_LATE: '1', ...environment },
    });
    this.child = child;
    this.closed = once(child, 'close');
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (this.said += text));
    const deadline = performance.now() + patience;
    for (;;) {
      if (child.exitCode !== null || child.signalCode !== null)
        throw new Error(
          `${this.name} ended (${child.signalCode ?? child.exitCode}) before it was ready:\n${this.lastWords}`,
        );
      try {
        await ready(this);
        return;
      } catch (error) {
        if (performance.now() > deadline)
          throw new Error(`${this.name} was not ready after ${patience} ms:\n${this.lastWords}`, { cause: error });
        await new Promise((resume) => setTimeout(resume, 50)); // lets it have the processor
      }
    }
  }

  /** SIGKILL, as a power cut. */
  async kill(): Promise<void> {
    this.child?.kill('SIGKILL');
    await this.closed;
  }

  /** SIGTERM. @throws Error when that does not end it well */
  async stop(): Promise<void> {
    if (!this.child || this.child.exitCode !== null || this.child.signalCode !== null) return;
    this.child.kill('SIGTERM');
    await this.closed;
    if (this.child.exitCode !== 0)
      throw new Error(
        `${this.name} ended with ${this.child.signalCode ?? this.child.exitCode} when it was asked to ` +
          `stop:\n${this.lastWords}`,
      );
  }
}
