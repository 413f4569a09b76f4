import type { MongoClientOptions } from 'mongodb';

/**
 * Milliseconds. A request to a dead server is answered with 503 after `serverSelectionTimeoutMS`, which usually covers
 * the election of a new primary. A server that took a command and then stays silent is given up after
 * `socketTimeoutMS`, which is longer than the server's own limits of a read (`maxTimeMS`) and a write (`wtimeoutMS`).
 */
const DEADLINES = {
  serverSelectionTimeoutMS: 5_000,
  connectTimeoutMS: 5_000,
  waitQueueTimeoutMS: 5_000,
  socketTimeoutMS: 30_000,
} as const;
export const READ_DEADLINE = 20_000;
const WRITE_DEADLINE = 20_000;

const DEFAULT_DATABASE = 'assay';

interface MongoAddress {
  readonly database: string;
  /** The connection string for messages: without its credentials and options. */
  readonly shown: string;
}

const CONNECTION_STRING =
  /^(?<scheme>mongodb(?:\+srv)?:\/\/)(?:[^?]*@)?(?<hosts>[^/?@]+)(?:\/(?<database>[^?@]*))?(?:\?|$)/;

/** @throws Error, which does not repeat the text, if it is no connection string of MongoDB */
export function addressOf(url: string): MongoAddress {
  const { scheme, hosts, database } = CONNECTION_STRING.exec(url)?.groups ?? {};
  if (hosts === undefined)
    throw new Error(
      'not a connection string of MongoDB: give mongodb://host:port/database or mongodb+srv://host/database',
    );
  const name = decodeURIComponent(database ?? '') || DEFAULT_DATABASE;
  return { database: name, shown: `${scheme}${hosts}/${name}` };
}

/** The connection string may override the deadlines and the read settings below, but not the write concern. */
export function clientOptions(url: string): MongoClientOptions {
  const given = new Set([...new URLSearchParams(url.split('?')[1] ?? '').keys()].map((name) => name.toLowerCase()));
  const deadlines = Object.entries(DEADLINES).filter(([name]) => !given.has(name.toLowerCase()));
  return {
    appName: 'assay',
    ...Object.fromEntries(deadlines),
    // A projector continues after the last acknowledged write: a write that a new primary lacks would be missing for
    // ever.
    writeConcern: { w: 'majority', journal: true, wtimeoutMS: WRITE_DEADLINE },
    ...(!given.has('readconcernlevel') && { readConcern: { level: 'majority' } }),
  };
}
