import { EVENT_STORE, type EventStore, type LogPosition, decide } from '@assay/event-store';
import { CLOCK, type Clock, RefusedError, timestamp } from '@assay/kernel';
import { CancelSession, sessionStream, startOf } from '@assay/scanning';
import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { branchOf, pushOrderOf } from '../domain/branch-turns';
import {
  type AutomationScanEnded,
  type Firing,
  type FiringEvent,
  type Scan,
  type SkipReason,
  endOfGone,
  firing,
  firingStream,
  isOver,
  recordEnd,
  recordSkip,
  recordStart,
  recordSuperseded,
} from '../domain/firing';
import { BranchTurnKeeper } from './branch-turn-keeper';
import { ScanStarter } from './scan-starter';

interface Loaded {
  readonly state: Firing;
  /** The position of its AutomationTriggered. */
  readonly firedAt: LogPosition;
}

/**
 * Takes a firing to its next step, whatever is already recorded: to its scan, to its turn on its branch, or to the
 * reason why it starts no scan. The command that fires does so at once, and a reactor does it again, so that a crash
 * between any two facts loses nothing: each step is decided from the recorded facts, and the id of the session follows
 * from the firing.
 */
@Injectable()
export class Firings {
  constructor(
    @Inject(EVENT_STORE) private readonly events: EventStore,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly turns: BranchTurnKeeper,
    private readonly starter: ScanStarter,
    private readonly commands: CommandBus,
  ) {}

  async advance(historyId: string): Promise<void> {
    const { state, firedAt } = await this.load(historyId);
    if (state.triggered === undefined) return;
    const { automationId, trigger } = state.triggered;
    const branch = branchOf(trigger);
    if (branch === undefined) return isOver(state) ? undefined : this.start(historyId, state);
    const place = { automationId, branch };
    if (isOver(state)) return this.leave(place, historyId);

    const push = pushOrderOf(trigger);
    const entrant = { historyId, position: firedAt, ...(push && { push }) };
    const { holder, waiting, newest } = await this.turns.enter(place, entrant, this.overtaken);
    if (holder === historyId) {
      await this.start(historyId, state);
      return this.afterStart(place, historyId);
    }
    if (waiting?.historyId === historyId) return this.supersede(holder!, historyId);
    // A firing starts its scan only in its turn, so this one has none.
    return newest!.position < firedAt
      ? this.late(historyId, newest!.historyId)
      : this.overtaken(historyId, newest!.historyId);
  }

  /** The session of the firing has ended: records that, and advances the firing that waits for its branch. */
  async end(
    historyId: string,
    ended: Pick<AutomationScanEnded['data'], 'sessionId' | 'scanId' | 'status' | 'duration' | 'error' | 'at'>,
  ): Promise<void> {
    const { at, ...end } = ended;
    const { triggered } = (await this.record(historyId, (state) => recordEnd(end, state, at))).state;
    if (triggered === undefined) return;
    const branch = branchOf(triggered.trigger);
    if (branch !== undefined) await this.leave({ automationId: triggered.automationId, branch }, historyId);
  }

  /** Whether its scan is running or still to start. A deleted session has ended. */
  async isUnderWay(historyId: string): Promise<boolean> {
    const { state } = await this.load(historyId);
    if (state.triggered === undefined || isOver(state)) return false;
    if (!state.started || (await startOf(sessionStream(state.started.sessionId), this.events))) return true;
    await this.endGone(historyId, state.started);
    return false;
  }

  /** The firing and its position; both undefined if there is no such firing. */
  async load(historyId: string): Promise<Loaded> {
    let state = firing.initial;
    let firedAt = 0;
    for await (const event of this.events.readStream<FiringEvent>(firingStream(historyId))) {
      state = firing.evolve(state, event);
      if (event.type === 'AutomationTriggered') firedAt = event.position;
    }
    return { state, firedAt };
  }

  record(historyId: string, decision: (state: Firing, now: string) => readonly FiringEvent[]) {
    const now = timestamp(this.clock);
    return decide(this.events, firingStream(historyId), firing, (state) => decision(state, now));
  }

  private async start(historyId: string, { triggered, started }: Firing): Promise<void> {
    if (started) return;
    const outcome = await this.starter.start(triggered!);
    await this.record(historyId, (state, now) =>
      'code' in outcome ? recordSkip(outcome, state, now) : recordStart(outcome, state, now),
    );
  }

  /** A newer firing may have come before there was a session to cancel, or there may be no scan to wait for. */
  private async afterStart(place: { automationId: string; branch: string }, historyId: string): Promise<void> {
    if (isOver((await this.load(historyId)).state)) return this.leave(place, historyId);
    const { holder, waiting } = await this.turns.find(place);
    if (holder === historyId && waiting) await this.supersede(historyId, waiting.historyId);
  }

  private async leave(place: { automationId: string; branch: string }, historyId: string): Promise<void> {
    const { holder } = await this.turns.leave(place, historyId, this.overtaken);
    // Also if it has already left: a crash may have prevented the start of the next one.
    if (holder !== null && holder !== historyId) await this.advance(holder);
  }

  /**
   * A session is deleted with its project. The automation may scan another project by now and stay, and the end of that
   * session may have been deleted before it was recorded.
   */
  private endGone(historyId: string, scan: Scan): Promise<void> {
    return this.end(historyId, endOfGone(scan, timestamp(this.clock)));
  }

  /** Cancels the scan in favour of a newer firing; its end gives the turn to that one. */
  private async supersede(historyId: string, by: string): Promise<void> {
    const { state } = await this.record(historyId, (current, now) => recordSuperseded(by, current, now));
    if (!state.started || isOver(state)) return;
    const { organizationId, automationId } = state.triggered!;
    const { sessionId } = state.started;
    try {
      await this.commands.execute(new CancelSession({ organizationId, sessionId, by: automationId }));
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      if (error.refusal.code === 'SESSION_NOT_FOUND') return this.endGone(historyId, state.started);
      // The session is ending by itself.
      if (error.refusal.code !== 'SESSION_ALREADY_ENDED') throw error;
    }
  }

  private readonly overtaken = async (historyId: string, by: string): Promise<void> => {
    const skip: SkipReason = { code: 'superseded', reason: `A newer event of the same branch came: ${by}` };
    await this.record(historyId, (state, now) => recordSkip(skip, state, now));
  };

  private async late(historyId: string, after: string): Promise<void> {
    const reason = `The host told of it late: a newer event of the same branch was there already: ${after}`;
    await this.record(historyId, (state, now) => recordSkip({ code: 'late', reason }, state, now));
  }
}
