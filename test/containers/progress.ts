import pc from 'picocolors';

interface Step {
  readonly name: string;
  readonly seconds: number;
  readonly says: string;
}

/** Says what is under way, and keeps what each step took and found. */
export class Progress {
  readonly steps: Step[] = [];

  constructor(private readonly say: (line: string) => void) {}

  /** @param does gives the figures to be told beside the seconds */
  async step(name: string, does: () => Promise<string | void>): Promise<void> {
    this.say(pc.bold(`… ${name}`));
    const started = performance.now();
    try {
      this.#end(name, started, (await does()) ?? '');
    } catch (error) {
      this.say(pc.red(`✗ ${name}, after ${secondsSince(started)} s`));
      throw error;
    }
  }

  #end(name: string, started: number, says: string): void {
    const seconds = secondsSince(started);
    this.steps.push({ name, seconds, says });
    this.say(pc.green(`✓ ${name}: ${seconds} s${says && `; ${says}`}`));
  }

  table(): string {
    const rows = this.steps.map(({ name, seconds, says }) => `| ${name} | ${seconds} | ${says} |`);
    return ['| step | s | |', '|---|---|---|', ...rows].join('\n');
  }
}

const secondsSince = (started: number): number => Math.round((performance.now() - started) / 100) / 10;
