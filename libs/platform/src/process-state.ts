import { ProjectionWatch } from './projection-watch';

/** Something that this process needs and can ask whether it answers. */
export interface Dependency {
  /** As a health answer names it: `orchestrator`. */
  readonly name: string;
  /** As a sentence names it: `the orchestrator`. */
  readonly what: string;
  /** @throws whatever it has to say when it does not answer */
  ping(): Promise<unknown>;
}

/** Where a process stands between its start and its end, and what it needs beside the stores. */
export class ProcessState {
  /** Of the roles that run here; filled while they start. */
  readonly dependencies: Dependency[] = [];
  readonly projections = new ProjectionWatch();
  private readonly stopping = new AbortController();
  private isServing = false;

  get phase(): 'starting' | 'serving' | 'draining' {
    if (this.stopping.signal.aborted) return 'draining';
    return this.isServing ? 'serving' : 'starting';
  }

  /** Aborted when the process begins to stop: what would last for ever ends then. */
  get draining(): AbortSignal {
    return this.stopping.signal;
  }

  serve(): void {
    this.isServing = true;
  }

  drain(): void {
    this.stopping.abort();
  }
}

/** The injection token of the {@link ProcessState}. */
export const PROCESS_STATE = Symbol('ProcessState');
