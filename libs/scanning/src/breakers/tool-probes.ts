import { EVENT_STORE, type EventStore, WrongExpectedRevision, decide } from '@assay/event-store';
import { CLOCK, type Clock, InfrastructureError, messageOf, timestamp } from '@assay/kernel';
import { Inject, Injectable, Logger } from '@nestjs/common';
import type { ProbeResult } from '../domain/circuit';
import {
  type CircuitProbe,
  type CircuitProbeEvent,
  beginProbe,
  endProbe,
  isUnderWay,
  probeModel,
} from '../domain/circuit-probe';
import { circuitStream } from '../domain/circuit-trial';
import { ToolProbe } from './tool-probe';

interface ProbeRequest {
  readonly tool: string;
  readonly sessionId: string;
}

/**
 * Probes that all workers share: the stream of the tool's circuit decides which session runs one, and records its
 * result. If a worker dies, its probe lapses.
 */
@Injectable()
export class ToolProbes {
  private readonly logger = new Logger(ToolProbes.name);

  constructor(
    @Inject(EVENT_STORE) private readonly events: EventStore,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly probe: ToolProbe,
  ) {}

  /**
   * The result of the latest probe; the session runs it if it is its turn. Undefined if another probe is under way, or
   * if the tool cannot be probed here.
   * @throws the signal's reason, InfrastructureError
   */
  async resultFor(request: ProbeRequest, signal: AbortSignal): Promise<ProbeResult | undefined> {
    if (!this.probe.canRun(request.tool)) return undefined;
    const latest = await this.decided(request, (state) => beginProbe(request, state, this.clock.now()));
    if (!latest || !isUnderWay(latest, request.sessionId)) return latest?.result;
    const failure = await this.run(request.tool, signal);
    if (failure === undefined) return undefined;
    const at = timestamp(this.clock);
    const result: ProbeResult = failure === null ? { at, passed: true } : { at, passed: false, reason: failure };
    return (await this.decided(request, (state) => endProbe(request, result, state)))?.result;
  }

  /** Undefined if it could not be run: that says nothing about the tool, and must not end the session. */
  private async run(tool: string, signal: AbortSignal): Promise<string | null | undefined> {
    try {
      return await this.probe.run(tool, signal);
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof InfrastructureError) throw error;
      this.logger.warn(messageOf(error));
      return undefined;
    }
  }

  private async decided(
    { tool, sessionId }: ProbeRequest,
    decision: (latest: CircuitProbe | undefined) => CircuitProbeEvent[],
  ): Promise<CircuitProbe | undefined> {
    try {
      const { state } = await decide<CircuitProbe | undefined, CircuitProbeEvent>(
        this.events,
        circuitStream(tool),
        probeModel,
        decision,
        { metadata: { actor: 'system', correlationId: sessionId } },
      );
      return state;
    } catch (error) {
      if (error instanceof WrongExpectedRevision) throw new InfrastructureError(error.message, { cause: error });
      throw error;
    }
  }
}
