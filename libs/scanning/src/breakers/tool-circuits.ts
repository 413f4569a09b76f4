import { EVENT_STORE, type EventStore, WrongExpectedRevision, decide } from '@assay/event-store';
import { CLOCK, type Clock, InfrastructureError } from '@assay/kernel';
import { READ_MODELS, type ReadModels, readModel } from '@assay/read-models';
import { Inject, Injectable } from '@nestjs/common';
import { type Circuit, type CircuitStanding, circuitStanding } from '../domain/circuit';
import {
  type CircuitTrial,
  type CircuitTrialGranted,
  circuitStream,
  grantTrial,
  trialModel,
} from '../domain/circuit-trial';

/** A tool's circuit breaker, as `projections/tool-health.projection.ts` keeps it. */
export interface ToolHealthDocument extends Circuit {
  readonly tool: string;
}

export const toolHealthDocuments = readModel<ToolHealthDocument>('tool-health');

/** Why a session leaves a tool out. */
interface OpenCircuit {
  readonly tool: string;
  readonly reason: string;
}

/**
 * The circuit breakers of the tools. How each stands is folded from what became of its runs; which session tries a tool
 * after the wait is decided on a stream of its own, so that of all that ask at once, on whichever workers, it is one.
 */
@Injectable()
export class ToolCircuits {
  constructor(
    @Inject(READ_MODELS) private readonly readModels: ReadModels,
    @Inject(EVENT_STORE) private readonly events: EventStore,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * How the circuits of those tools stand that ever failed. Nobody waits for read models: without them all circuits
   * count as closed, and a tool that may be broken runs, and is refunded when it is.
   */
  async standings(tools: readonly string[], organizationId: string): Promise<ReadonlyMap<string, CircuitStanding>> {
    const now = this.clock.now();
    try {
      const documents = await this.readModels.collection(toolHealthDocuments).getMany([...tools]);
      return new Map(documents.map(({ id, document }) => [id, circuitStanding(document, organizationId, now)]));
    } catch (error) {
      if (error instanceof InfrastructureError) return new Map();
      throw error;
    }
  }

  /**
   * Which of its tools a session leaves out. Asked again, it gives the session the trials that it was granted before.
   */
  async openFor(
    tools: readonly string[],
    { sessionId, organizationId }: { readonly sessionId: string; readonly organizationId: string },
  ): Promise<OpenCircuit[]> {
    const open: OpenCircuit[] = [];
    for (const [tool, standing] of await this.standings(tools, organizationId)) {
      if (standing.state === 'closed') continue;
      const trial = standing.state === 'half-open' ? await this.claimTrial(tool, sessionId) : undefined;
      if (trial?.sessionId === sessionId) continue;
      open.push({ tool, reason: reasonOf(standing, trial) });
    }
    return open;
  }

  private async claimTrial(tool: string, sessionId: string): Promise<CircuitTrial | undefined> {
    try {
      const grant = (trial: CircuitTrial | undefined) => grantTrial({ tool, sessionId }, trial, this.clock.now());
      const { state } = await decide<CircuitTrial | undefined, CircuitTrialGranted>(
        this.events,
        circuitStream(tool),
        trialModel,
        grant,
        { metadata: { actor: 'system', correlationId: sessionId } },
      );
      return state;
    } catch (error) {
      if (error instanceof WrongExpectedRevision) throw new InfrastructureError(error.message, { cause: error });
      throw error;
    }
  }
}

function reasonOf(standing: Exclude<CircuitStanding, { state: 'closed' }>, trial: CircuitTrial | undefined): string {
  const failed = `circuit breaker open: it failed ${standing.failures} times in a row`;
  return trial
    ? `${failed}; another session is trying it, and it is tried again after ${trial.until} where that says nothing`
    : `${failed}; tried again after ${standing.until}`;
}
