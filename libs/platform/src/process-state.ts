import type { ReactorStatus } from '@assay/read-models';
import type { Check } from './health';
import { ProjectionWatch } from './projection-watch';

/** A service that this process needs and can check. */
interface Dependency {
  /** The name in a health answer: `orchestrator`. */
  readonly name: string;
  /** The name in a sentence: `the orchestrator`. */
  readonly what: string;
  /** @throws any error if the service does not answer */
  ping(): Promise<unknown>;
}

/** The reactors that run in this process, and what notices that one of them stands still. */
export interface WatchedReactors {
  status(): Promise<readonly ReactorStatus[]>;
  readonly watch: ProjectionWatch;
}

/** Something that works and that somebody should look at now and then. */
interface Watched {
  /** The name in a health answer: `ledgers`. */
  readonly name: string;
  /** Undefined while there is nothing to say. */
  check(): Promise<Check | undefined>;
}

/** The phase of a process between its start and its end, and its dependencies besides the stores. */
export class ProcessState {
  /** The dependencies of the roles that run here. They are added while the roles start. */
  readonly dependencies: Dependency[] = [];
  readonly watched: Watched[] = [];
  readonly projections = new ProjectionWatch();
  /** Undefined in a process that runs none. */
  reactors: WatchedReactors | undefined;
  private readonly stopping = new AbortController();
  private isServing = false;

  get phase(): 'starting' | 'serving' | 'draining' {
    if (this.stopping.signal.aborted) return 'draining';
    return this.isServing ? 'serving' : 'starting';
  }

  /** Aborted when the process begins to stop. Work without an end of its own must end then. */
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
