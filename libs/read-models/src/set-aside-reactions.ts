import { type LogPosition, LOG_START, type RecordedEvent } from '@assay/event-store';
import type { Collection, ReadModelStore } from './read-model-store';

/**
 * The collection of set-aside reactions. It is in the store of the checkpoints: if both are lost, the events come
 * again.
 */
export const SET_ASIDE_REACTIONS = 'reactions-set-aside';

/** An event that a reactor could not handle and has skipped. */
export interface SetAsideReaction {
  readonly reactor: string;
  readonly position: LogPosition;
  /** The event as it was read: its stream may be deleted or truncated before the next try. */
  readonly event: RecordedEvent;
  /** The message of the last error. */
  readonly error: string;
  readonly attempts: number;
  /** The time of the last try, ISO 8601 UTC. */
  readonly triedAt: string;
  /** Whether an operator has requested another try. */
  readonly again: boolean;
}

const idOf = (reactor: string, position: LogPosition): string => `${reactor}/${position}`;

/** The events that reactors have set aside, each kept until it is handled. */
export class SetAsideReactions {
  private constructor(private readonly reactions: Collection<SetAsideReaction>) {}

  static async open(store: ReadModelStore): Promise<SetAsideReactions> {
    return new SetAsideReactions(
      await store.collection<SetAsideReaction>({
        name: SET_ASIDE_REACTIONS,
        indexes: [['reactor', 'position'], ['position']],
      }),
    );
  }

  /** The set-aside reactions, for readers; empty if the store has no such collection. */
  static async listed(store: ReadModelStore): Promise<SetAsideReaction[]> {
    if (!(await store.collections()).includes(SET_ASIDE_REACTIONS)) return [];
    const reactions = await store.collection<SetAsideReaction>({ name: SET_ASIDE_REACTIONS });
    return (await reactions.find({ sort: [['position', 'ascending']] })).map(({ document }) => document);
  }

  /** Requests another try of reactions, by default all of them. Returns how many. */
  static async request(
    store: ReadModelStore,
    wanted: (reaction: SetAsideReaction) => boolean = () => true,
  ): Promise<number> {
    const reactions = (await SetAsideReactions.listed(store)).filter(wanted);
    if (reactions.length === 0) return 0;
    const setAside = await SetAsideReactions.open(store);
    for (const reaction of reactions) await setAside.keep({ ...reaction, again: true });
    return reactions.length;
  }

  async of(reactor: string): Promise<SetAsideReaction[]> {
    const found = await this.reactions.find({ where: { reactor }, sort: [['position', 'ascending']] });
    return found.map(({ document }) => document);
  }

  count(reactor: string): Promise<number> {
    return this.reactions.count({ reactor });
  }

  keep(reaction: SetAsideReaction): Promise<void> {
    return this.write(idOf(reaction.reactor, reaction.position), reaction);
  }

  done({ reactor, position }: SetAsideReaction): Promise<void> {
    return this.write(idOf(reactor, position), undefined);
  }

  /** Removes all reactions of a reactor: their events are of another log. */
  async forget(reactor: string): Promise<void> {
    for (const reaction of await this.of(reactor)) await this.done(reaction);
  }

  /** Guarded like every document by a rising position; a removal has one, too. */
  private async write(id: string, document: SetAsideReaction | undefined): Promise<void> {
    for (;;) {
      const stored = (await this.reactions.getForUpdate([id])).get(id);
      const position = (stored?.position ?? LOG_START) + 1;
      if ((await this.reactions.bulk([{ id, position, document }])) > 0) return;
    }
  }
}
