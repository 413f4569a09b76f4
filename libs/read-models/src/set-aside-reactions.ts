import { type LogPosition, LOG_START, type RecordedEvent } from '@assay/event-store';
import type { Collection, ReadModelStore } from './read-model-store';

/** The collection of what is set aside. It stands beside the checkpoints: who loses both meets the events again. */
export const SET_ASIDE_REACTIONS = 'reactions-set-aside';

/** An event that a reactor could not handle, and that it went past. */
export interface SetAsideReaction {
  readonly reactor: string;
  readonly position: LogPosition;
  /** As it was read: its stream may be deleted or truncated by the time that it is tried again. */
  readonly event: RecordedEvent;
  /** What was wrong, the last time. */
  readonly error: string;
  readonly attempts: number;
  /** ISO 8601 UTC: when it was last tried. */
  readonly triedAt: string;
  /** Somebody asked that it be tried again. */
  readonly again: boolean;
}

const idOf = (reactor: string, position: LogPosition): string => `${reactor}/${position}`;

/** What reactors have set aside, and keep until it is done. */
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

  /** What there is, for who only looks on; nothing in a store in which nothing was ever set aside. */
  static async listed(store: ReadModelStore): Promise<SetAsideReaction[]> {
    if (!(await store.collections()).includes(SET_ASIDE_REACTIONS)) return [];
    const reactions = await store.collection<SetAsideReaction>({ name: SET_ASIDE_REACTIONS });
    return (await reactions.find({ sort: [['position', 'ascending']] })).map(({ document }) => document);
  }

  /** Asks for reactions, all unless told which, to be tried again. Gives how many. */
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

  /** Forgets all of a reactor's: their events are of another log. */
  async forget(reactor: string): Promise<void> {
    for (const reaction of await this.of(reactor)) await this.done(reaction);
  }

  /** Guarded like every document by a number that rises; that of a removal counts, too. */
  private async write(id: string, document: SetAsideReaction | undefined): Promise<void> {
    for (;;) {
      const stored = (await this.reactions.getForUpdate([id])).get(id);
      const position = (stored?.position ?? LOG_START) + 1;
      if ((await this.reactions.bulk([{ id, position, document }])) > 0) return;
    }
  }
}
