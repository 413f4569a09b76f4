import {
  GrantCredits,
  GrantCreditsHandler,
  LedgerReplay,
  LedgerTime,
  PriceVersions,
  type ReplayRequest,
  entryEventId,
  hashOf,
  ledgerStream,
} from '@assay/billing';
import { type EventStore, openSqliteEventStore } from '@assay/event-store';
import { organizationStream } from '@assay/identity';
import { defaultPriceList, InfrastructureError, RefusedError, fromCredits, systemClock } from '@assay/kernel';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreditAccounts } from '../../../billing/src/credit-accounts';
import { MONTH } from '../../../billing/test/month';
import { runningService } from '../../../../test/support/running-service';
import { ReplayThread } from './replay-thread';

const ORGANIZATION = 'org_1';
const REQUEST: ReplayRequest = { organizationId: ORGANIZATION, now: '2026-11-06T00:00:00.000Z', limit: 100 };

describe('the thread that replays ledgers', () => {
  let folder: string;
  let events: EventStore;
  let thread: ReplayThread;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'assay-replay-thread-'));
    const file = join(folder, 'events.db');
    events = await openSqliteEventStore({ file });
    const created = { organizationId: ORGANIZATION, name: 'One', tier: 'free', at: '2026-11-01T00:00:00.000Z' };
    await events.append(organizationStream(ORGANIZATION), [{ type: 'OrganizationCreated', data: created }]);
    for (const { stream, ...entry } of MONTH)
      await events.append(stream, [{ ...entry, id: entryEventId(hashOf(entry)) }]);
    thread = new ReplayThread({ eventStoreUrl: `sqlite:${file}` });
  });
  afterEach(async () => {
    await thread.close();
    await events.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('answers what a replay in this process answers, also of what was appended a moment ago', async () => {
    expect(await thread.replay(REQUEST)).toEqual(await new LedgerReplay(events).replay(REQUEST));
    const forged = { type: 'CreditsGranted', data: { at: 'now', previousHash: 'f'.repeat(64) } };
    await events.append(ledgerStream(ORGANIZATION, '2026-11'), [forged]);
    const { chain } = await thread.replay(REQUEST);
    expect(chain).toMatchObject({ checked: MONTH.length, brokenAt: { revision: MONTH.length } });
  });

  it('passes on a refusal, and that a newer release is needed', async () => {
    await expect(thread.replay({ ...REQUEST, organizationId: 'org_unknown' })).rejects.toMatchObject({
      constructor: RefusedError,
      refusal: { code: 'ORGANIZATION_NOT_FOUND' },
    });
    const newer = { type: 'CreditsLent', data: { at: 'now', previousHash: 'f'.repeat(64) } };
    const id = entryEventId(hashOf(newer as never));
    await events.append(ledgerStream(ORGANIZATION, '2026-11'), [{ ...newer, id }]);
    await expect(thread.replay(REQUEST)).rejects.toMatchObject({
      constructor: InfrastructureError,
      refusal: { code: 'NEWER_RELEASE_REQUIRED' },
    });
  });

  it('says so where it ends before it has answered, and another one answers the next time', async () => {
    const unanswered = thread.replay(REQUEST);
    await Promise.all([
      thread.kill(),
      expect(unanswered).rejects.toThrow('the thread that replays ledgers ended before it answered'),
    ]);
    expect((await thread.replay(REQUEST)).chain.checked).toBe(MONTH.length);
  });

  it('gives up what is under way when it is closed, and begins nothing afterwards', async () => {
    const given = thread.replay(REQUEST);
    await Promise.all([thread.close(), expect(given).rejects.toBeInstanceOf(InfrastructureError)]);
    await expect(thread.replay(REQUEST)).rejects.toBeInstanceOf(InfrastructureError);
  });
});

describe('a service that answers over HTTP', () => {
  it('has no entry replayed on the loop that answers, however many an audit checks', async () => {
    const service = await runningService();
    const replayedHere = jest.spyOn(LedgerReplay.prototype, 'replay');
    try {
      const tenant = await service.tenant('business');
      const { events, readModels } = service.platform;
      const accounts = new CreditAccounts(
        events,
        systemClock,
        new LedgerTime(events, systemClock),
        new PriceVersions(events, systemClock, defaultPriceList()),
      );
      const grants = new GrantCreditsHandler(accounts);
      const grant = { organizationId: tenant.organizationId, amount: fromCredits(1), reason: 'a test', expires: null };
      for (let number = 0; number < 100; number += 1)
        await grants.execute(new GrantCredits({ ...grant, grantId: `g${number}` }));
      await readModels.waitFor(await events.head());
      for (const query of ['', '?full=true', '?limit=10', '?period=current', `?asOf=${new Date().toISOString()}`]) {
        const { body } = await tenant.get(`/api/billing/audit${query}`);
        expect(body).toMatchObject({ chain: { valid: true, checked: 102 }, failures: [] });
      }
      expect(replayedHere).not.toHaveBeenCalled();
    } finally {
      replayedHere.mockRestore();
      await service.close();
    }
  });
});
