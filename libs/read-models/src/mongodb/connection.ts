import type { MongoClientOptions } from 'mongodb';

/**
 * Milliseconds. A request that meets a dead server is answered with 503 after `serverSelectionTimeoutMS`; an election
 * of a new primary usually fits into it. A server that took a command and says nothing more is given up after
 * `socketTimeoutMS`, which is longer than what the server itself allows a read (`maxTimeMS`) and a write
 * (`wtimeoutMS`).
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
  /** The connection string without its credentials and options: what messages may say. */
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

/**
 * What the connection string says about deadlines and reading goes before what is set here; how safe a write is does
 * not.
 */
export function clientOptions(url: string): MongoClientOptions {
  const given = new Set([...new URLSearchParams(url.split('?')[1] ?? '').keys()].map((name) => name.toLowerCase()));
  const deadlines = Object.entries(DEADLINES).filter(([name]) => !given.has(name.toLowerCase()));
  return {
    appName: 'assay',
    ...Object.fromEntries(deadlines),
    // A projector continues from what was acknowledged: a write that a new primary does not have would be missing for
    // good.
    writeConcern: { w: 'majority', journal: true, wtimeoutMS: WRITE_DEADLINE },
    ...(!given.has('readconcernlevel') && { readConcern: { level: 'majority' } }),
  };
}
