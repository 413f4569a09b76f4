import { inspect } from 'node:util';
import { writeFileSync } from 'node:fs';
import { afterEach } from '@jest/globals';
import { EventStoreDBClient, binaryEvent, jsonEvent } from '@eventstore/db-client';
import { type EventStore, EventStoreUnavailable, InvalidStoreRequest, openEventStoreDb } from '@assay/event-store';
import { selfSignedCertificate } from '../../../test/support/eventstoredb/certificate';
import { serverError } from '../../../test/support/eventstoredb/messages';
import { type StandIn, type StandInOptions, startStandIn } from '../../../test/support/eventstoredb/server';
import { collect, eventsOf, happened, newStream, numberOf, numbered, numbersOf, until, upTo } from './events';
import { temporaryFile } from './temporary-file';

const UNAVAILABLE = 14;
/** Milliseconds: short for a call that is held, long for one that is only slow. */
const HASTE = 6_000;
const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function startServer(options: Partial<StandInOptions> = {}): Promise<StandIn> {
  const server = await startStandIn({ file: temporaryFile(), ...options });
  closing.push(() => server.close());
  return server;
}

async function openStore(url: string, deadlineMs = 30_000): Promise<EventStore> {
  const store = await openEventStoreDb({ url, deadlineMs });
  closing.unshift(() => store.close());
  return store;
}

/** A door that calls wait at until it is opened. */
function gate() {
  let open!: () => void;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { open, opened };
}

describe('a call to the server', () => {
  it.each(['esdb', 'esdb+discover'])('that fails leaves the appends of other streams alone (%s)', async (scheme) => {
    const { open, opened } = gate();
    const server = await startServer({
      beforeAppend: (stream) => {
        if (stream === 'bad') throw serverError(UNAVAILABLE, 'this stream cannot be had');
        return opened;
      },
    });
    const store = await openStore(server.url.replace('esdb:', `${scheme}:`));
    const others = upTo(40).map((n) => store.append(`good-${n}`, [happened(n)]));
    for (const _ of upTo(3))
      await expect(store.append('bad', [happened(0)])).rejects.toThrow(/this stream cannot be had/);
    open();
    for (const appended of await Promise.all(others)) expect(appended).toMatchObject({ revision: 0, repeated: false });
  });

  it('carries the appends of all streams', async () => {
    let calls = 0;
    const { open, opened } = gate();
    const server = await startServer({ onAppendCall: () => (calls += 1), beforeAppend: () => opened });
    const store = await openStore(server.url);
    const appends = upTo(200).map((n) => store.append(`stream-${n}`, [n % 2 === 0 ? happened(n) : numbered(n)]));
    open();
    expect((await Promise.all(appends)).map(({ revision }) => revision)).toEqual(Array(200).fill(0));
    expect(calls).toBe(1);
  });

  it('that holds one append up for too long carries no further ones, and those that it has to their end', async () => {
    const [held, others] = [gate(), gate()];
    let calls = 0;
    const server = await startServer({
      onAppendCall: () => (calls += 1),
      beforeAppend: (stream) => (stream === 'held' ? held.opened : stream === 'other' ? others.opened : undefined),
    });
    const store = await openStore(server.url, HASTE);
    const late = store.append('held', [happened(0)]);
    await expect(late).rejects.toThrow(/did not answer in time/);
    const other = store.append('other', [happened(0)]);
    await store.append('next', [happened(0)]);
    others.open();
    expect(await other).toMatchObject({ revision: 0 });
    expect(calls).toBe(2);
    held.open();
  }, 60_000);

  it('whose answer is lost is recognised when it is repeated', async () => {
    let answers = 0;
    const server = await startServer({
      afterAppend: () => {
        answers += 1;
        if (answers === 2) throw serverError(UNAVAILABLE, 'the connection broke');
      },
    });
    const [stream, events] = [newStream(), [numbered(1), numbered(2)]];
    const store = await openStore(server.url);
    await store.append(stream, [numbered(0)]);
    await expect(store.append(stream, events, { expectedRevision: 0 })).rejects.toThrow(EventStoreUnavailable);
    for (const retrying of [store, await openStore(server.url)])
      expect(await retrying.append(stream, events, { expectedRevision: 0 })).toMatchObject({
        revision: 2,
        repeated: true,
      });
    expect(await numbersOf(store.readStream(stream))).toEqual([0, 1, 2]);
  });

  it('that the server does not answer ends at its deadline, and may be done after its own repetition', async () => {
    const [held, landed] = [gate(), gate()];
    let calls = 0;
    const server = await startServer({
      beforeAppend: () => ((calls += 1) === 1 ? held.opened : undefined),
      afterAppend: () => (calls === 2 ? landed.open() : undefined),
    });
    const [stream, event] = [newStream(), numbered(0)];
    const [hasty, patient] = [await openStore(server.url, HASTE), await openStore(server.url)];
    await expect(hasty.append(stream, [event])).rejects.toThrow(/did not answer in time/);
    expect(await patient.append(stream, [event])).toMatchObject({ revision: 0, repeated: false });
    held.open();
    await landed.opened;
    expect(await patient.append(stream, [numbered(1)])).toMatchObject({ revision: 1 });
    expect(await numbersOf(patient.readStream(stream))).toEqual([0, 1]);
  }, 60_000);

  it('that waits behind others on its stream has the same deadline as they', async () => {
    const server = await startServer({ beforeAppend: () => new Promise(() => undefined) });
    const [store, stream] = [await openStore(server.url, HASTE), newStream()];
    const failures = await Promise.all(
      upTo(30).map((n) => store.append(stream, [numbered(n)]).catch((error: unknown) => error)),
    );
    expect(
      failures
        .map((failure) => (failure as Error).message)
        .filter((message) => /did not answer the appends before this one in time/.test(message)),
    ).toHaveLength(29);
  }, 60_000);

  it('is not held up by how many others read or are subscribed', async () => {
    const store = await openStore((await startServer()).url);
    const streams = upTo(130).map(() => newStream());
    const subscribed = streams.map((stream) =>
      until(store.subscribeToStream(stream), (_message, events) => events.length === 1),
    );
    const long = newStream();
    await store.append(
      long,
      upTo(12).map((n) => ({ type: 'Long', data: { n, text: 'x'.repeat(20_000) } })),
    ); // more than a call's window holds
    const reads = upTo(110).map(() => store.readStream(long, { direction: 'backwards' })[Symbol.asyncIterator]());
    await Promise.all(reads.map((read) => read.next())); // each holds its call open
    await Promise.all(streams.map((stream, n) => store.append(stream, [happened(n)])));
    expect((await Promise.all(subscribed)).flatMap(eventsOf).map(numberOf)).toEqual(upTo(130));
    await Promise.all(reads.map((read) => read.return?.()));
  }, 120_000);

  it('that is abandoned gives back its place', async () => {
    const store = await openStore((await startServer()).url);
    const stream = newStream();
    await store.append(stream, [numbered(0)]);
    for (const _ of upTo(110)) {
      const abort = new AbortController();
      const messages = await until(
        store.subscribeToStream(stream, { signal: abort.signal }),
        (message) => message.kind === 'caught-up',
      );
      expect(messages).toHaveLength(2);
    }
    expect(await numbersOf(store.readStream(stream))).toEqual([0]);
  }, 60_000);

  it('that asks for too much at once is a mistake of the caller', async () => {
    const store = await openStore((await startServer({ maxAppendSize: 1_000 })).url);
    const refused = store.append(newStream(), [
      { type: 'Large', data: 'x'.repeat(600) },
      { type: 'Large', data: 'x'.repeat(600) },
    ]);
    await expect(refused).rejects.toThrow(/too large together for the event store \(at most 1000 bytes/);
    await expect(refused).rejects.toBeInstanceOf(InvalidStoreRequest);
  });
});

describe('what others did on the server', () => {
  async function withClient() {
    const server = await startServer();
    const client = EventStoreDBClient.connectionString(server.url);
    closing.unshift(() => client.dispose());
    return { store: await openStore(server.url), client, url: server.url };
  }

  it('is a soft delete: the stream is gone, and continues its revisions', async () => {
    const { store, client, url } = await withClient();
    const stream = newStream();
    await store.append(
      stream,
      upTo(3).map((n) => numbered(n)),
    );
    await client.deleteStream(stream);
    expect(await collect(store.readStream(stream))).toEqual([]);
    await expect(store.append(stream, [happened(9)], { expectedRevision: 'stream-exists' })).rejects.toMatchObject({
      actual: 'no-stream',
    });
    expect(await store.append(stream, [numbered(3)], { expectedRevision: 'no-stream' })).toMatchObject({ revision: 3 });
    expect(await numbersOf(store.readStream(stream))).toEqual([3]);
    for (const [revision, appending] of [
      [4, store],
      [5, await openStore(url)],
    ] as const) {
      await client.deleteStream(stream);
      await expect(appending.append(stream, [numbered(revision)], { expectedRevision: 9 })).rejects.toMatchObject({
        actual: 'no-stream',
      });
      expect(await appending.append(stream, [numbered(revision)], { expectedRevision: revision - 1 })).toMatchObject({
        revision,
      });
      expect(await numbersOf(appending.readStream(stream))).toEqual([revision]);
    }
  });

  it('is a tombstone: nothing can be appended any more', async () => {
    const { store, client } = await withClient();
    const stream = newStream();
    await store.append(stream, [numbered(0)]);
    await client.tombstoneStream(stream);
    await expect(store.append(stream, [numbered(1)])).rejects.toThrow(/deleted for good/);
  });

  it('is a tombstone: whoever is subscribed is told that the stream was deleted', async () => {
    const { store, client } = await withClient();
    const stream = newStream();
    await store.append(stream, [numbered(0)]);
    const messages = store.subscribeToStream(stream)[Symbol.asyncIterator]();
    expect((await messages.next()).value).toMatchObject({ kind: 'event' });
    expect((await messages.next()).value).toMatchObject({ kind: 'caught-up' });
    const next = messages.next();
    await Promise.all([
      client.tombstoneStream(stream),
      expect(next).rejects.toThrow(`the stream ${stream} was deleted for good`),
    ]);
  });

  it('is an append between two of ours: the ids of both are known', async () => {
    const { store, client } = await withClient();
    const [stream, ours, theirs, late] = [newStream(), numbered(0), numbered(1), numbered(2)];
    await store.append(stream, [ours]);
    await client.appendToStream(
      stream,
      jsonEvent({ id: theirs.id!, type: theirs.type, data: theirs.data as { n: number } }),
    );
    expect(await store.append(stream, [late], { expectedRevision: 1 })).toMatchObject({ revision: 2 });
    expect(await store.append(stream, [theirs, late])).toMatchObject({ revision: 2, repeated: true });
    expect(await numbersOf(store.readStream(stream))).toEqual([0, 1, 2]);
  });

  it('is an append that this process does not know of yet: its ids are taken whatever is expected', async () => {
    const server = await startServer();
    const [one, other] = [await openStore(server.url), await openStore(server.url)];
    const [stream, ours, theirs] = [newStream(), numbered(0), numbered(1)];
    await one.append(stream, [ours]);
    await other.append(stream, [theirs]);
    expect(await one.append(stream, [theirs], { expectedRevision: 'stream-exists' })).toMatchObject({
      revision: 1,
      repeated: true,
    });
    const more = numbered(2);
    await other.append(stream, [more]);
    await expect(one.append(stream, [numbered(3), more])).rejects.toMatchObject({
      name: 'WrongExpectedRevision',
      actual: 2,
    });
    expect(await numbersOf(one.readStream(stream))).toEqual([0, 1, 2]);
  });

  it('is a deletion before this process was there: what was deleted is not appended again', async () => {
    const server = await startServer();
    const [one, other] = [await openStore(server.url), await openStore(server.url)];
    const [stream, events] = [newStream(), [numbered(0), numbered(1)]];
    const first = await one.append(stream, events);
    await one.deleteStream(stream);
    expect(await other.append(stream, events, { expectedRevision: 'no-stream' })).toEqual({ ...first, repeated: true });
    expect(await other.append(stream, [numbered(2)], { expectedRevision: 'no-stream' })).toMatchObject({
      revision: 2,
      repeated: false,
    });
    expect(await numbersOf(other.readStream(stream))).toEqual([2]);
  });

  it('is an event that is not ours: it stops nobody who did not ask for it', async () => {
    const { store, client } = await withClient();
    await client.appendToStream('foreign', binaryEvent({ type: 'Foreign', data: new Uint8Array([1, 2, 3]) }));
    const stream = newStream();
    await store.append(stream, [happened(1)]);
    expect(await numbersOf(store.readAll({ filter: { types: ['Happened'] } }))).toEqual([1]);
    await expect(collect(store.readAll())).rejects.toThrow(/event of revision 0 .* is not one of this service/);
  });
});

describe('a connection', () => {
  const authorized = `Basic ${Buffer.from('assay:p@ss:w0rd').toString('base64')}`;
  const secure = async (admits = true) => {
    const tls = selfSignedCertificate();
    const authorizations = new Set<string | undefined>();
    const server = await startServer({
      tls,
      admits: (authorization) => {
        authorizations.add(authorization);
        return admits;
      },
    });
    const file = temporaryFile('authority.pem');
    writeFileSync(file, tls.certificate);
    return {
      authorizations,
      url: (userInfo: string) =>
        `kurrentdb://${userInfo}localhost:${server.port}?tlsCaFile=${encodeURIComponent(file)}`,
    };
  };

  it('is encrypted and carries the user and the password', async () => {
    const { url, authorizations } = await secure();
    const store = await openStore(url('assay:p%40ss:w0rd@'));
    const stream = newStream();
    await store.append(stream, [numbered(0)]);
    expect(await numbersOf(store.readStream(stream))).toEqual([0]);
    expect([...authorizations]).toEqual([authorized]);
  });

  it('carries no password where it is not encrypted', async () => {
    const authorizations: (string | undefined)[] = [];
    const server = await startServer({ admits: (authorization) => authorizations.push(authorization) > 0 });
    await (await openStore(server.url.replace('//', '//assay:hunter2@'))).head();
    expect(authorizations).toEqual([undefined]);
  });

  it.each([
    [
      'a password that is not taken',
      async () => (await secure(false)).url('assay:hunter2@'),
      /does not know this user: look at the user and the password/,
    ],
    [
      'no server',
      async () => 'esdb://assay:hunter2@127.0.0.1:1?tls=false',
      /event store at 127\.0\.0\.1:1 cannot be used: it refuses the connection: nothing listens on that port/,
    ],
    [
      'a server without encryption',
      async () => `esdb://assay:hunter2@localhost:${(await startServer()).port}`,
      /cannot be used: it speaks no TLS: add tls=false to the connection string/,
    ],
    [
      'a certificate that nobody vouches for',
      async () => (await secure()).url('assay:hunter2@').replace(/tlsCaFile=.*/, 'tls=true'),
      /cannot be used: an authority that is not known here signed its certificate: name the authority in tlsCaFile/,
    ],
  ])('that fails names no password: %s', async (_case, urlOf, message) => {
    const store = await openStore(await urlOf());
    const error: unknown = await store.append('s', [numbered(0)]).catch((fault: unknown) => fault);
    expect(error).toBeInstanceOf(EventStoreUnavailable);
    expect((error as Error).message).toMatch(message);
    expect(inspect(error, { depth: Infinity, showHidden: true })).not.toMatch(
      new RegExp(`hunter2|${Buffer.from('assay:hunter2').toString('base64')}`),
    );
  });

  it('to a server that falls silent names the server', async () => {
    const server = await startServer({ role: () => ({ kind: 'silent' }) });
    const store = await openStore(server.url, 500);
    await expect(store.head()).rejects.toThrow(
      `the event store at 127.0.0.1:${server.port} cannot be used: it fell silent`,
    );
  });

  it('to a cluster without a node that can be used says of each host why', async () => {
    const { port: signedByNobody } = await startServer({ tls: selfSignedCertificate() });
    const { port: unencrypted } = await startServer();
    const hosts = [`localhost:${signedByNobody}`, '127.0.0.1:1', `127.0.0.1:${unencrypted}`];
    const store = await openStore(`esdb://assay:hunter2@${hosts.join(',')}?maxDiscoverAttempts=2`);
    const error: unknown = await store.head().catch((fault: unknown) => fault);
    expect((error as Error).message).toBe(
      'no leader of the event store was found: ' +
        `${hosts[0]}: an authority that is not known here signed its certificate: name the authority in tlsCaFile; ` +
        `${hosts[1]}: it refuses the connection: nothing listens on that port; ` +
        `${hosts[2]}: it speaks no TLS: add tls=false to the connection string, or turn TLS on at the server`,
    );
  });

  it('is not opened where a file of its connection string cannot be read', async () => {
    await expect(openEventStoreDb({ url: 'esdb://assay:hunter2@h?tlsCaFile=/does/not/exist' })).rejects.toThrow(
      /tlsCaFile names \/does\/not\/exist, which cannot be read/,
    );
  });

  it('is not opened where a file holds no certificate', async () => {
    const file = temporaryFile('authority.pem');
    writeFileSync(file, 'not a certificate');
    await expect(openEventStoreDb({ url: `esdb://h?tlsCaFile=${encodeURIComponent(file)}` })).rejects.toThrow(
      `tlsCaFile names ${file}, which holds no certificate in PEM format`,
    );
  });

  it('without the right to read the log as a whole says that, and not to look at the password', async () => {
    const server = await startServer({
      mayReadAll: () => false,
    });
    const store = await openStore(server.url);
    await store.append(newStream(), [numbered(0)]);
    await expect(store.head()).rejects.toThrow(
      /does not let this user read \$all, the log as a whole: give the user the right to it on the server/,
    );
  });
});
