import { MongoClient } from 'mongodb';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mongoWireProgram } from '../../../scripts/engines/mongo-wire-server';
import { freePort } from './free-port';
import { onFreePort, type ServerProcess, startServer } from './server-process';

export interface MongoWireServer extends ServerProcess {
  /** A connection string without a database. */
  readonly url: string;
}

/**
 * A server of MongoDB's wire protocol. What it has acknowledged is there again after a kill.
 *
 * @param options.folder keeps its data: stopped or killed, it can be started on the same folder and port again
 * @param options.memory keeps nothing
 */
export async function startMongoWireServer(
  options: { readonly folder?: string; readonly port?: number; readonly memory?: boolean } = {},
): Promise<MongoWireServer> {
  const { program, args } = await mongoWireProgram();
  const { memory = false, port } = options;
  const folder = memory ? undefined : (options.folder ?? (await mkdtemp(join(tmpdir(), 'assay-mongo-'))));
  const own =
    folder !== undefined && options.folder === undefined
      ? () => rm(folder, { recursive: true, force: true })
      : () => Promise.resolve();
  const start = async (port: number): Promise<MongoWireServer> => {
    const url = `mongodb://127.0.0.1:${port}`;
    const server = await startServer({
      name: 'the server of the MongoDB wire protocol',
      program,
      args: [...args, String(port), folder ?? '--memory'],
      says: /^listening on /m,
      answers: () => ping(url),
    });
    return { ...server, url, stop: () => server.stop().then(own), kill: () => server.kill().then(own) };
  };
  try {
    return await (port === undefined ? onFreePort(start, freePort) : start(port));
  } catch (error) {
    await own();
    throw error;
  }
}

async function ping(url: string): Promise<void> {
  const client = new MongoClient(url, { serverSelectionTimeoutMS: 1_000 });
  try {
    await client.db('admin').command({ ping: 1 });
  } finally {
    await client.close();
  }
}
