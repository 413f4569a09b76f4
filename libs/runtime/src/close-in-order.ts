import pTimeout from 'p-timeout';
import type { Logger } from 'pino';

/**
 * Milliseconds. Kubernetes and systemd kill after 30 s and 90 s: what has not ended by then would be killed in the
 * middle of its clean end.
 */
const PATIENCE = 25_000;
/** Milliseconds that each further step gets when those before it have used up the patience. */
const LAST_CHANCE = 500;

/**
 * Closes in the opposite order what was opened, so that each thing ends before those that it uses. A step that fails or
 * hangs is logged and does not stop the others: a store that is away must not leave another one open.
 */
export class ClosingSteps {
  private readonly steps: { readonly name: string; readonly close: () => Promise<void> }[] = [];
  private closing: Promise<void> | undefined;

  constructor(
    private readonly log: Pick<Logger, 'error'>,
    private readonly patience = PATIENCE,
  ) {}

  add(name: string, close: () => Promise<void>): void {
    this.steps.push({ name, close });
  }

  /** Once, however often it is called. Resolves within the patience, whatever the steps do. */
  close(): Promise<void> {
    return (this.closing ??= this.run());
  }

  private async run(): Promise<void> {
    const deadline = performance.now() + this.patience;
    for (const { name, close } of [...this.steps].reverse()) {
      const left = Math.max(LAST_CHANCE, deadline - performance.now());
      try {
        if (!(await endsWithin(left, close())))
          this.log.error({ step: name, patience: this.patience }, 'did not end in time; it is left as it is');
      } catch (error) {
        this.log.error({ err: error, step: name }, 'did not end well');
      }
    }
  }
}

const endsWithin = (milliseconds: number, work: Promise<void>): Promise<boolean> =>
  pTimeout(
    work.then(() => true),
    { milliseconds, fallback: () => false },
  );
