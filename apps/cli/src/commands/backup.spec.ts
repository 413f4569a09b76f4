import { openSqliteEventStore } from '@assay/event-store';
import { openDatabase } from '@assay/sqlite';
import {
  copyFileSync,
  existsSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { openCommandLine } from '../../../../test/support/command-line';

describe('backing up and restoring a store', () => {
  const line = openCommandLine();
  const { folder, quickly, started } = line;
  const store = join(folder, 'data', 'events.db');
  let organizationId: string;

  beforeAll(async () => {
    organizationId = (await quickly('org', 'create', 'Test', '--tier', 'pro')).output.trim();
    await quickly('org', 'grant', organizationId, '1', '--reason', 'before');
  }, 120_000);
  afterAll(() => line.remove());

  const grants = async (): Promise<string[]> => {
    const events = await openSqliteEventStore({ file: store, readOnly: true });
    const reasons: string[] = [];
    for await (const { data } of events.readAll({ filter: { types: ['CreditsGranted'] } }))
      reasons.push((data as { reason: string }).reason);
    await events.close();
    return reasons.filter((reason) => reason !== 'included');
  };

  it('brings back what was there, audited, and keeps what it replaced', async () => {
    expect(await quickly('backup', 'one.db')).toMatchObject({
      status: 0,
      output: expect.stringMatching(
        /one\.db: \d+ events up to .*; the hash chains of 1 ledger \(3 entries\) are unbroken/,
      ),
    });
    await quickly('org', 'grant', organizationId, '2', '--reason', 'after');
    expect(await quickly('restore', 'one.db')).toMatchObject({
      status: 3,
      errors: expect.stringMatching(/events\.db holds events: use --force/),
    });
    expect(await grants()).toEqual(['before', 'after']);
    expect(await quickly('restore', 'one.db', '--force')).toMatchObject({
      status: 0,
      output: expect.stringMatching(
        /the ledger of org_.* goes back in .*revision 3 .*What was there is .*events\.db\.before-restore-\d+/s,
      ),
    });
    expect(await quickly('restore', 'one.db', '--force')).toMatchObject({
      status: 0,
      output: expect.not.stringContaining('goes back'),
    });
    expect(await grants()).toEqual(['before']);
    expect(await quickly('org', 'grant', organizationId, '3', '--reason', 'later')).toMatchObject({ status: 0 });
    expect(await quickly('audit', 'credits')).toMatchObject({ status: 0 });
    expect(await grants()).toEqual(['before', 'later']);
  }, 120_000);

  it.each([['backup', 'none.db'], ['scavenge'], ['rebuild']])(
    'makes no store where there is none to %s',
    async (...command) => {
      const absent = join(folder, 'absent');
      expect(await quickly(...command, '--data-dir', absent)).toMatchObject({
        status: 3,
        errors: expect.stringMatching(/events\.db does not exist: there is nothing to be .*--data-dir/),
      });
      expect(existsSync(absent)).toBe(false);
    },
  );

  it('never replaces the store by a copy of itself, whatever leads to it', async () => {
    symlinkSync(join(folder, 'data'), join(folder, 'link'));
    const before = statSync(store).ino;
    for (const command of ['backup', 'restore'])
      expect(await quickly(command, join('link', 'events.db'), '--force')).toMatchObject({
        status: 3,
        errors: expect.stringContaining('link/events.db is the store itself'),
      });
    expect(statSync(store).ino).toBe(before);
  }, 120_000);

  it("asks for an operator's word where a ledger goes back, also where events were brought back by hand", async () => {
    await quickly('backup', 'older.db');
    await quickly('org', 'grant', organizationId, '9', '--reason', 'gone');
    rmSync(store);
    expect(await quickly('restore', 'older.db')).toMatchObject({
      status: 3,
      errors: expect.stringMatching(/the ledger of org_.* goes back behind what was anchored of it: use --force/),
    });
    for (const file of readdirSync(join(folder, 'data')))
      if (/^events\.db(-wal|-shm)$/.test(file)) rmSync(join(folder, 'data', file));
    copyFileSync(join(folder, 'older.db'), store);
    expect(await quickly('audit', 'credits')).toMatchObject({
      status: 1,
      output: expect.stringMatching(/ends with revision \d+: at .* it had entries up to revision \d+.*--re-anchor/s),
    });
    expect(await quickly('audit', 'credits', '--re-anchor')).toMatchObject({
      status: 0,
      errors: expect.stringMatching(/the ledger of org_.* goes back in/),
    });
    expect(await quickly('audit', 'credits')).toMatchObject({ status: 0 });
    expect(await grants()).toEqual(['before', 'later']);
  }, 120_000);

  it('names the file after the time in a directory, and replaces a file only when it is told to', async () => {
    expect(await quickly('backup', '.')).toMatchObject({ status: 0 });
    const named = readdirSync(folder).find((name) => /^assay-events-\d{4}-\d\d-\d\dT[\d-]+Z\.db$/.test(name));
    expect(statSync(join(folder, named!)).mode & 0o777).toBe(0o600);
    writeFileSync(join(folder, 'kept.db'), 'kept');
    expect(await quickly('backup', 'kept.db')).toMatchObject({
      status: 3,
      errors: expect.stringContaining('kept.db is there already: name another file, or use --force'),
    });
    expect(statSync(join(folder, 'kept.db')).size).toBe(4);
    expect(await quickly('backup', 'kept.db', '--force')).toMatchObject({ status: 0 });
    expect(await quickly('backup', store)).toMatchObject({
      status: 3,
      errors: expect.stringContaining('the store itself'),
    });
  }, 120_000);

  it('refuses a backup that is damaged, is none, or is not there, and changes nothing', async () => {
    const before = await grants();
    await quickly('backup', 'whole.db');
    copyFileSync(join(folder, 'whole.db'), join(folder, 'short.db'));
    truncateSync(join(folder, 'short.db'), statSync(join(folder, 'short.db')).size - 8_192);
    writeFileSync(join(folder, 'notes.txt'), 'notes '.repeat(1_000));
    for (const [name, says] of [
      ['short.db', 'is damaged'],
      ['notes.txt', 'is not an event store'],
      ['nowhere.db', 'there is no file nowhere.db'],
    ] as const) {
      const { status, errors } = await quickly('restore', name, '--force');
      expect(errors).toContain(says);
      expect(errors).not.toMatch(/^ {4}at /m);
      expect(status).toBe(3);
    }
    expect(await grants()).toEqual(before);
    expect(readdirSync(join(folder, 'data')).filter((name) => name.includes('restoring'))).toEqual([]);
  }, 120_000);

  it('refuses a backup whose ledger was changed, and says so of a store that it backs up', async () => {
    await quickly('backup', 'forged.db');
    const forged = openDatabase(join(folder, 'forged.db'));
    forged.exec(`UPDATE events SET data = replace(data, '"reason":"before"', '"reason":"bribed"')`);
    forged.close();
    const before = await grants();
    expect(await quickly('restore', 'forged.db', '--force')).toMatchObject({
      status: 1,
      errors: expect.stringMatching(/forged\.db was not restored: credits-.* is broken at revision \d+/),
    });
    expect(await grants()).toEqual(before);
    expect(await quickly('backup', 'again.db', '--data-dir', folder)).toMatchObject({ status: 3 });
    copyFileSync(join(folder, 'forged.db'), join(folder, 'events.db'));
    expect(await quickly('backup', 'again.db', '--data-dir', folder)).toMatchObject({
      status: 1,
      errors: expect.stringMatching(/again\.db was written, but credits-.* is broken/),
    });
  }, 120_000);

  it('scavenging leaves what is not deleted as it was', async () => {
    const before = await grants();
    expect(await quickly('scavenge')).toMatchObject({
      status: 0,
      output: expect.stringMatching(
        /events\.db: the content of 0 events was removed.*read-models\.db: what was deleted/s,
      ),
    });
    expect(await grants()).toEqual(before);
    expect(await quickly('org', 'grant', organizationId, '4', '--reason', 'scavenged')).toMatchObject({ status: 0 });
  }, 120_000);

  it.each([['backup'], ['restore'], ['scavenge']])(
    '%s says what to do where the events are on a server',
    async (command) => {
      const args = command === 'scavenge' ? [] : ['one.db'];
      const { ended } = started([command, ...args], { ASSAY_EVENT_STORE_URL: 'esdb://127.0.0.1:1?tls=false' });
      expect(await ended).toMatchObject({
        status: 3,
        errors: expect.stringMatching(
          /the events are on a server .*with its own tools: docs\/operations\.md, "Back up and restore"/,
        ),
      });
    },
    60_000,
  );
});
