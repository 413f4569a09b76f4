import { EVENT_STORE, type EventStore, decide } from '@assay/event-store';
import { Inject, Injectable } from '@nestjs/common';
import {
  type BranchTurns,
  type Entrant,
  branchTurns,
  branchTurnsStream,
  decidedTurns,
  enter,
  forget,
  leave,
} from '../domain/branch-turns';

interface Place {
  readonly automationId: string;
  readonly branch: string;
}

/** Records that a waiting firing was overtaken. Idempotent. */
type NoteOvertaken = (historyId: string, by: string) => Promise<void>;

/** Decides on the stream of each branch which firing has the turn. */
@Injectable()
export class BranchTurnKeeper {
  constructor(@Inject(EVENT_STORE) private readonly events: EventStore) {}

  enter(place: Place, entrant: Entrant, note: NoteOvertaken): Promise<BranchTurns> {
    return this.change(place, (turns) => enter(entrant, turns), note);
  }

  leave(place: Place, historyId: string, note: NoteOvertaken): Promise<BranchTurns> {
    return this.change(place, (turns) => leave(historyId, turns), note);
  }

  async find(place: Place): Promise<BranchTurns> {
    return (await this.newest(place)).state;
  }

  /**
   * Records displaced firings as overtaken before the turns forget them, and at once after a change. If a crash falls
   * in between, the next change does it, or the repetition of this one.
   */
  private async change(
    place: Place,
    next: (turns: BranchTurns) => BranchTurns,
    note: NoteOvertaken,
  ): Promise<BranchTurns> {
    const known = await this.newest(place);
    const noted = await this.noteDisplaced(known.state, note);
    const { automationId } = place;
    const { state } = await decide(
      this.events,
      branchTurnsStream(automationId, place.branch),
      branchTurns,
      (turns) => {
        const after = next(turns);
        // Recorded firings are dropped together with a change: dropping them alone is not worth a fact.
        return after === turns ? [] : decidedTurns(automationId, turns, forget(noted, after));
      },
      { known },
    );
    await this.noteDisplaced(state, note, noted);
    return state;
  }

  private async noteDisplaced(
    { displaced, newest }: BranchTurns,
    note: NoteOvertaken,
    before: ReadonlySet<string> = new Set(),
  ): Promise<ReadonlySet<string>> {
    for (const historyId of displaced)
      if (!before.has(historyId)) await note(historyId, newest?.historyId ?? historyId);
    return new Set(displaced);
  }

  /** Each fact holds the whole state, so a stream of any length costs one read. */
  private async newest({ automationId, branch }: Place): Promise<{ state: BranchTurns; revision: number }> {
    type Decided = Parameters<typeof branchTurns.evolve>[1];
    const stream = branchTurnsStream(automationId, branch);
    for await (const event of this.events.readStream<Decided>(stream, { direction: 'backwards', limit: 1 }))
      return { state: branchTurns.evolve(branchTurns.initial, event), revision: event.revision };
    return { state: branchTurns.initial, revision: -1 };
  }
}
