import { CreateOrganization, IdentityModule } from '@assay/identity';
import { type EventStore, type RecordedEvent, type StreamReadOptions, EVENT_STORE } from '@assay/event-store';
import { LEDGER_STREAM_PREFIX, ledgerStream } from '../../domain/events';
import { type RunningContext, startContext } from '../../../../identity/test/running-context';
import { BillingModule } from '../../billing.module';
import { ChargeSession } from '../../commands/charge-session/charge-session';
import { SettleCharge } from '../../commands/settle-charge/settle-charge';
import { LedgerReplay, type ReplayRequest, type Replayed } from './ledger-replay';

const MONTH = '2026-11';
const SESSIONS = 100;
const withOtherLines = (event: RecordedEvent): RecordedEvent => ({
  ...event,
  data: { ...(event.data as object), linesScanned: 2 },
});

describe('replays of a ledger', () => {
  let context: RunningContext;
  let organizationId: string;
  let stream: string;
  /** The number of entries read. */
  let read: number;
  /**
   * Whether the store says that the log is still that of an earlier replay; another store than that of the other tests
   * if false.
   */
  let isSameLog: boolean;
  let changed: ReadonlyMap<number, (event: RecordedEvent) => RecordedEvent>;
  let replay: LedgerReplay;
  const replayed = (more: Partial<ReplayRequest> = {}): Promise<Replayed> => {
    read = 0;
    return replay.replay({ organizationId, now: '2026-11-05T10:00:00.000Z', limit: 0, ...more });
  };

  /** The store as a replay sees it: its reads are counted, and entries can be changed like on a manipulated disk. */
  const watched = (events: EventStore): EventStore =>
    Object.assign(Object.create(events) as EventStore, {
      async *readStream(name: string, options?: StreamReadOptions) {
        for await (const event of events.readStream(name, options)) {
          if (name.startsWith(LEDGER_STREAM_PREFIX)) read += 1;
          yield changed.get(event.revision)?.(event) ?? event;
        }
      },
      mark: () => events.mark(),
      holds: async (mark: string) => isSameLog && events.holds(mark),
    });

  beforeEach(async () => {
    context = await startContext({ modules: [IdentityModule, BillingModule], projections: [] });
    ({ organizationId } = await context.execute(new CreateOrganization({ name: 'Acme', tier: 'business' })));
    stream = ledgerStream(organizationId, MONTH);
    for (let number = 0; number < SESSIONS; number += 1) await session(`ses_${number}`);
    [isSameLog, changed] = [true, new Map()];
    replay = new LedgerReplay(watched(context.get(EVENT_STORE as never)));
  });
  afterEach(() => context.stop());

  async function session(sessionId: string): Promise<void> {
    const of = { organizationId, sessionId };
    await context.executeAtOnce(
      new ChargeSession({ ...of, scanId: sessionId, projectId: null, tools: [], aiFeatures: [] }),
    );
    await context.executeAtOnce(new SettleCharge({ ...of, linesScanned: 1, issuesByCategory: {} }));
  }

  it('take each entry once: the next one goes on from where the last one ended', async () => {
    const first = await replayed();
    const entries = 2 + 2 * SESSIONS;
    expect(first.chain).toMatchObject({ checked: entries, checkedBefore: 0 });
    expect(read).toBe(entries);
    await session('ses_more');
    const second = await replayed();
    expect(second.chain).toMatchObject({ checked: entries + 2, checkedBefore: entries });
    // The last verified entry, for its hash and for its successors, and the two new ones.
    expect(read).toBe(4);
    const third = await replayed();
    expect([third.chain.head, third.books]).toEqual([second.chain.head, second.books]);
    const anew = await replayed({ anew: true });
    expect(anew.chain).toEqual({ ...second.chain, checkedBefore: 0 });
    expect([anew.books, read]).toEqual([second.books, entries + 2]);
  });

  it('go on with each page where the page before it ended', async () => {
    const whole = await replayed({ limit: 1_000, anew: true });
    let [cursor, shown, inAll] = [undefined as string | undefined, [] as Replayed['page'][number][], 0];
    do {
      const at = cursor !== undefined && { cursor: { period: MONTH, revision: shown.length }, from: MONTH };
      const page = await replayed({ ...at, limit: 10, onlyPage: true });
      shown = [...shown, ...page.page];
      inAll += read;
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(shown).toEqual(whole.page);
    // Each page reads its own entries, the entry before it twice and the one after it: replaying from the beginning
    // would read 2,200.
    expect(inAll).toBeLessThanOrEqual(shown.length + 3 * Math.ceil(shown.length / 10));
  });

  it('believe nothing of another log, or of a month whose entry is another one', async () => {
    const { chain } = await replayed();
    isSameLog = false;
    expect((await replayed()).chain).toEqual({ ...chain, checkedBefore: 0 });
    isSameLog = true;
    const head = chain.checked - 1;
    expect((await replayed()).chain).toMatchObject({ checkedBefore: chain.checked });
    changed = new Map([[head, withOtherLines]]);
    expect((await replayed()).chain).toMatchObject({ checkedBefore: 0, brokenAt: { stream, revision: head } });
    // A broken replay is not kept.
    changed = new Map();
    expect((await replayed()).chain).toEqual({ ...chain, checkedBefore: 0 });
  });

  it('find a change in what was found whole before where everything is to be replayed', async () => {
    await replayed();
    changed = new Map([[7, withOtherLines]]);
    expect((await replayed()).chain).not.toHaveProperty('brokenAt');
    expect((await replayed({ anew: true })).chain).toMatchObject({ brokenAt: { stream, revision: 7 } });
  });

  it('find a tail that was taken off', async () => {
    const { chain } = await replayed();
    await context.get<EventStore>(EVENT_STORE as never).deleteStream(stream);
    expect((await replayed()).chain).toMatchObject({ checked: 0, checkedBefore: 0 });
    expect(chain.checked).toBeGreaterThan(0);
  });
});
