import { EVENT_STORE, type EventStore, WrongExpectedRevision, decide } from '@assay/event-store';
import { CLOCK, type Clock, InfrastructureError } from '@assay/kernel';
import { READ_MODELS, type ReadModels, readModel } from '@assay/read-models';
import { Inject, Injectable } from '@nestjs/common';
import {
  type Circuit,
  type CircuitStanding,
  afterProbe,
  circuitStanding,
  closedCircuit,
  needsProbe,
} from '../domain/circuit';
import {
  type CircuitTrial,
  type CircuitTrialGranted,
  circuitStream,
  grantTrial,
  trialModel,
} from '../domain/circuit-trial';
import { ToolProbes } from './tool-probes';

/** A tool's circuit breaker, as `projections/tool-health.projection.ts` keeps it. */
export interface ToolHealthDocument extends Circuit {
  readonly tool: string;
}

export const toolHealthDocuments = readModel<ToolHealthDocument>('tool-health');

/** The most probes that one session waits for. Tools beyond that run. */
const MOST_PROBES = 3;

/** The reason why a session leaves a tool out. */
interface OpenCircuit {
  readonly tool: string;
  readonly reason: string;
}

/**
 * The circuit breakers of the tools. The state of each is folded from the outcomes of its runs. The session that tries
 * a tool after the wait is chosen on a stream of its own, so that only one of all sessions does, on whichever worker it
 * runs.
 */
@Injectable()
export class ToolCircuits {
  constructor(
    @Inject(READ_MODELS) private readonly readModels: ReadModels,
    @Inject(EVENT_STORE) private readonly events: EventStore,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly probes: ToolProbes,
  ) {}

  /**
   * The standings of those tools' circuits that have ever failed. Nothing waits for read models: without them all
   * circuits count as closed, and a broken tool may run, and is refunded if it fails.
   */
  async standings(tools: readonly string[], organizationId: string): Promise<ReadonlyMap<string, CircuitStanding>> {
    const now = this.clock.now();
    const circuits = await this.circuits(tools);
    return new Map(circuits.map(([tool, circuit]) => [tool, circuitStanding(circuit, organizationId, now)]));
  }

  /**
   * The tools that a session leaves out. If several organizations had failures, it first has the tool probed on the
   * tool's own sample. Asked again, it gives the session the same trials as before.
   * @throws the signal's reason
   */
  async openFor(
    tools: readonly string[],
    session: { readonly sessionId: string; readonly organizationId: string },
    signal: AbortSignal,
  ): Promise<OpenCircuit[]> {
    const open: OpenCircuit[] = [];
    let probes = 0;
    for (const [tool, known] of await this.circuits(tools)) {
      const suspected = probes < MOST_PROBES && needsProbe(known, this.clock.now());
      if (suspected) probes += 1;
      const circuit = suspected ? await this.probed(tool, known, session.sessionId, signal) : known;
      const left = await this.leftOut(tool, circuit, session);
      if (left) open.push(left);
    }
    return open;
  }

  private async probed(tool: string, known: Circuit, sessionId: string, signal: AbortSignal): Promise<Circuit> {
    const result = await this.probes.resultFor({ tool, sessionId }, signal);
    return result && (known.probedAt === null || result.at > known.probedAt) ? afterProbe(known, result) : known;
  }

  private async leftOut(
    tool: string,
    circuit: Circuit,
    { sessionId, organizationId }: { readonly sessionId: string; readonly organizationId: string },
  ): Promise<OpenCircuit | undefined> {
    const standing = circuitStanding(circuit, organizationId, this.clock.now());
    if (standing.state === 'closed') return undefined;
    // A circuit that is open for everybody is tried again by a probe, never by a session.
    const isTried = standing.state === 'half-open' && standing.concerns === 'organization';
    const trial = isTried ? await this.claimTrial(tool, sessionId) : undefined;
    return trial?.sessionId === sessionId ? undefined : { tool, reason: reasonOf(standing, trial) };
  }

  private async circuits(tools: readonly string[]): Promise<(readonly [tool: string, Circuit])[]> {
    try {
      const documents = await this.readModels.collection(toolHealthDocuments).getMany([...tools]);
      // While a read model is rebuilt, documents of the earlier release are served: they lack fields.
      return documents.map(({ id, document }) => [id, { ...closedCircuit, ...document }]);
    } catch (error) {
      if (error instanceof InfrastructureError) return [];
      throw error;
    }
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
  const failed =
    standing.concerns === 'everybody'
      ? `circuit breaker open: ${standing.reason}`
      : `circuit breaker open: it failed ${standing.failures} times in a row`;
  return trial
    ? `${failed}; another session is trying it, and it is tried again after ${trial.until} where that says nothing`
    : `${failed}; tried again after ${standing.until}`;
}
