import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const MAIN = join(__dirname, 'main.ts');
const LOADER = join(__dirname, '../compile-typescript.cjs');

/** The stand-in as a process of its own, which can be killed and started again on the same file and port. */
export class StandInProcess {
  /** Where it listens, from the first start on; the same after each. */
  url = '';
  #child: ChildProcess | undefined;
  #starting: Promise<void> | undefined;

  /** @param options further ones of its command line */
  constructor(
    private readonly file: string,
    private readonly options: readonly string[] = [],
  ) {}

  /** Resolves when it listens. */
  start(): Promise<void> {
    return (this.#starting = this.#start());
  }

  /** Resolves when the start that was begun last is done. */
  async running(): Promise<void> {
    await this.#starting;
  }

  /** As a machine that loses its power: it says nothing to anyone. */
  async kill(): Promise<void> {
    const child = this.#child;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }

  /** Freezes it: it answers nobody, and its connections stay. {@link kill} ends it in that state, too. */
  stop(): void {
    this.#child!.kill('SIGSTOP');
  }

  /** It continues where it was stopped. */
  resume(): void {
    this.#child!.kill('SIGCONT');
  }

  async #start(): Promise<void> {
    const port = this.url === '' ? '0' : new URL(this.url.replace('esdb:', 'http:')).port;
    const args = ['-r', LOADER, MAIN, '--file', this.file, '--port', port, ...this.options];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    this.#child = child;
    this.url = await new Promise<string>((resolve, reject) => {
      let output = '';
      child.once('exit', (code) => reject(new Error(`the stand-in ended by itself with ${code}`)));
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        if (output.endsWith('\n')) resolve(output.trim());
      });
    });
  }
}
