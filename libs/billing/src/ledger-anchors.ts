import { type EventStore, EVENT_STORE, LOG_START } from '@assay/event-store';
import { organizationStream } from '@assay/identity';
import { type Clock, CLOCK, inSlices, timestamp } from '@assay/kernel';
import { ANCHOR_STORE, type Collection, type ReadModelStore, isOfLog } from '@assay/read-models';
import { Inject, Injectable } from '@nestjs/common';
import { LEDGER_STREAM_PREFIX, ledgerOfStream, ledgerStream } from './domain/events';
import { type LedgerAnchor, contradictionOf, follow } from './domain/ledger-anchor';
import { LedgerHistory } from './ledger-history';

/** The collection of the anchors, and the name of the checkpoint up to which the log was read. */
const ANCHORS = 'ledger-anchors';
/** The number of ledgers between two checkpoints. */
const BATCH = 500;

/**
 * The anchors of all ledgers: one record for each month, in a store of their own. They advance as the ledgers grow, and
 * never go back: only an operator's command replaces them, after a restore.
 */
@Injectable()
export class LedgerAnchors {
  constructor(
    /** Null if an embedded store is opened read-only and no service has anchored anything yet. */
    @Inject(ANCHOR_STORE) private readonly store: ReadModelStore | null,
    @Inject(EVENT_STORE) private readonly events: EventStore,
    private readonly history: LedgerHistory,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Oldest month first. */
  async of(organizationId: string): Promise<LedgerAnchor[]> {
    const anchors = await this.existing();
    const found = await anchors?.find({ where: { organizationId }, sort: [['period', 'ascending']] });
    return (found ?? []).map(({ document }) => document);
  }

  /** Organizations whose ledgers were anchored but that the log does not contain at all: a sentence for each. */
  async vanished(): Promise<string[]> {
    const missing: string[] = [];
    for (const organizationId of await this.organizations())
      if (!(await this.isThere(organizationStream(organizationId))))
        missing.push(`${organizationId} is missing from the log, and its ledger was anchored`);
    return missing;
  }

  /** Why the log contradicts an anchor; one read for an anchor that agrees. */
  async contradiction(anchor: LedgerAnchor): Promise<string | undefined> {
    const { organizationId, period, revision } = anchor;
    for await (const item of this.history.month(organizationId, period, { from: revision, limit: 1 }))
      return contradictionOf(anchor, item, item.revision);
    for await (const last of this.history.month(organizationId, period, { direction: 'backwards', limit: 1 }))
      return contradictionOf(anchor, undefined, last.revision);
    return contradictionOf(anchor, undefined, undefined);
  }

  /**
   * Advances the anchors to the current log, each over the new entries of its month. If the log contradicts an anchor,
   * the anchor stays as it is, so that an audit finds the loss.
   *
   * @param signal stops it between two months; the next turn continues from there
   * @returns the contradictions that were found
   */
  async advance(signal?: AbortSignal): Promise<string[]> {
    const anchors = await this.opened();
    const checkpoint = await this.store!.checkpoint(ANCHORS);
    const known = checkpoint && (await isOfLog(checkpoint, this.events));
    // The log is another one, or an older state of this one: it is read from its beginning. The anchors stay.
    if (checkpoint && !known) await this.store!.removeCheckpoint(ANCHORS);
    const { text: mark } = await this.events.mark();
    const after = known ? checkpoint.position : LOG_START;
    const contradictions: string[] = [];
    const changed = new Set<string>();
    let position = after;
    const save = async () => {
      for (const stream of changed) {
        if (signal?.aborted) return;
        const contradiction = await this.carryOn(anchors, stream);
        if (contradiction !== undefined) contradictions.push(contradiction);
      }
      changed.clear();
      if (position > after) await this.store!.saveCheckpoint({ name: ANCHORS, position, mark });
    };
    const filter = { streamPrefixes: [LEDGER_STREAM_PREFIX] };
    for await (const event of inSlices(this.events.readAll({ after, filter }))) {
      changed.add(event.stream);
      position = event.position;
      if (changed.size >= BATCH) await save();
      if (signal?.aborted) return contradictions;
    }
    await save();
    return contradictions;
  }

  /** The anchors that the log contradicts; of all organizations by default. */
  async contradicted(organizationId?: string): Promise<LedgerAnchor[]> {
    const found: LedgerAnchor[] = [];
    const organizations = organizationId === undefined ? await this.organizations() : [organizationId];
    for (const organization of organizations)
      for (const anchor of await this.of(organization))
        if ((await this.contradiction(anchor)) !== undefined) found.push(anchor);
    return found;
  }

  /**
   * Makes the current ledgers the reference for later comparisons. The log is read again from its beginning, so that a
   * process that dies meanwhile leaves anchors that are behind, but no wrong ones.
   *
   * @param contradicted the result of {@link contradicted}
   */
  async replace(contradicted: readonly LedgerAnchor[]): Promise<void> {
    const anchors = await this.opened();
    await this.store!.removeCheckpoint(ANCHORS);
    for (const { organizationId, period } of contradicted) {
      const stream = ledgerStream(organizationId, period);
      await write(anchors, stream, undefined);
      await this.carryOn(anchors, stream);
    }
  }

  private async carryOn(anchors: Collection<LedgerAnchor>, stream: string): Promise<string | undefined> {
    const anchor = (await anchors.get(stream))?.document;
    const { organizationId, period } = ledgerOfStream(stream);
    const entries = this.history.month(organizationId, period, { ...(anchor && { from: anchor.revision }) });
    const result = await follow(stream, anchor, inSlices(entries), timestamp(this.clock));
    if (!result) return undefined;
    if ('contradiction' in result) return result.contradiction;
    if (result.anchor !== anchor) await write(anchors, stream, result.anchor);
    return undefined;
  }

  private async organizations(): Promise<string[]> {
    const counts = await (await this.existing())?.countBy('organizationId');
    return [...(counts?.keys() ?? [])].map(String).sort();
  }

  private async isThere(stream: string): Promise<boolean> {
    for await (const _ of this.events.readStream(stream, { limit: 1 })) return true;
    return false;
  }

  private opened(): Promise<Collection<LedgerAnchor>> {
    return this.store!.collection<LedgerAnchor>({ name: ANCHORS, indexes: [['organizationId', 'period']] });
  }

  /** For readers: undefined if nothing was ever anchored in the store. */
  private async existing(): Promise<Collection<LedgerAnchor> | undefined> {
    if (!this.store || !(await this.store.collections()).includes(ANCHORS)) return undefined;
    return this.store.collection<LedgerAnchor>({ name: ANCHORS });
  }
}

/**
 * Guarded like every document by an increasing number, which a removal increases, too. If another process was first, it
 * saw the same log, and the next turn continues from its document.
 */
async function write(anchors: Collection<LedgerAnchor>, id: string, document: LedgerAnchor | undefined): Promise<void> {
  const stored = (await anchors.getForUpdate([id])).get(id);
  await anchors.bulk([{ id, position: (stored?.position ?? LOG_START) + 1, document }]);
}
