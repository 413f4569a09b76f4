import { Connection } from '@temporalio/client';
import { MongoClient } from 'mongodb';
import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../../faults/eventually';
import { mountSmallDisk } from '../../faults/small-disk';
import { startMongoWireServer } from './mongo-wire-server';
import { startTemporalServer } from './temporal-server';

const COMPILER = join(__dirname, '../compile-typescript.cjs');
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-engines-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('the server of the MongoDB wire protocol', () => {
  it('has after a kill what it acknowledged before', async () => {
    const first = await startMongoWireServer({ folder });
    const port = Number(new URL(first.url).port);
    const acknowledged: number[] = [];
    const client = new MongoClient(first.url);
    const numbers = client.db('kept').collection<{ _id: number }>('numbers');
    const writing = (async () => {
      for (let number = 0; ; number += 1) {
        await numbers.insertOne({ _id: number });
        acknowledged.push(number);
        if (number === 100) void first.kill();
      }
    })();
    await expect(writing).rejects.toThrow();
    await client.close();

    const second = await startMongoWireServer({ folder, port });
    const again = new MongoClient(second.url);
    const found = (await again.db('kept').collection<{ _id: number }>('numbers').find().toArray()).map(
      ({ _id }) => _id,
    );
    await again.close();
    await second.stop();
    expect(acknowledged.length).toBeGreaterThan(100);
    expect(found).toEqual(expect.arrayContaining(acknowledged));
  });

  const disk = mountSmallDisk(4);
  afterAll(() => 'impossible' in disk || disk.remove());
  const onSmallDisk = 'impossible' in disk ? it.skip : it;
  onSmallDisk('ends and says why when its disk is full', async () => {
    if ('impossible' in disk) throw new Error(disk.impossible);
    const server = await startMongoWireServer({ folder: join(disk.path, 'data') });
    const client = new MongoClient(server.url, { serverSelectionTimeoutMS: 1_000 });
    const texts = client.db('full').collection('texts');
    disk.fill(65_536);
    const writing = (async () => {
      for (;;) await texts.insertOne({ text: randomBytes(16_384).toString('hex') });
    })();
    await expect(writing).rejects.toThrow();
    expect(await server.failed).toMatch(/ended with status 1\n.*the data cannot be written.*No space left/s);
    await client.close();
  });

  it('says what is wrong when its port is taken', async () => {
    const server = await startMongoWireServer({ memory: true });
    await expect(startMongoWireServer({ memory: true, port: Number(new URL(server.url).port) })).rejects.toThrow(
      /does not start.*Address already in use/s,
    );
    await server.stop();
  });
});

describe('the Temporal server', () => {
  it('has after a kill the workflows that were started before', async () => {
    const first = await startTemporalServer({ folder });
    await withConnection(first.address, ({ workflowService }) =>
      workflowService.startWorkflowExecution({
        namespace: 'default',
        workflowId: 'kept',
        requestId: 'kept',
        workflowType: { name: 'none' },
        taskQueue: { name: 'none' },
      }),
    );
    await first.kill();

    const second = await startTemporalServer({ folder, port: Number(first.address.split(':')[1]) });
    const described = await withConnection(second.address, ({ workflowService }) =>
      workflowService.describeWorkflowExecution({ namespace: 'default', execution: { workflowId: 'kept' } }),
    );
    await second.stop();
    expect(described.workflowExecutionInfo?.type?.name).toBe('none');
  });

  it('shows its UI where one is asked for', async () => {
    const server = await startTemporalServer({ uiPort: 0 });
    const page = await eventually('the UI answers', () =>
      fetch(server.uiUrl!).then(
        (response) => response.text(),
        () => undefined,
      ),
    );
    await server.stop();
    expect(page).toContain('<html');
  });
});

it('leaves no server behind when the process that started it is killed', async () => {
  const owner = fork(join(__dirname, 'owner-process.ts'), { execArgv: ['-r', COMPILER] });
  const [url] = (await once(owner, 'message')) as [string];
  expect(await listens(url)).toBe(true);
  owner.kill('SIGKILL');
  await eventually('the server is gone', async () => ((await listens(url)) ? undefined : true));
});

async function withConnection<Answer>(
  address: string,
  use: (connection: Connection) => Promise<Answer>,
): Promise<Answer> {
  const connection = await Connection.connect({ address });
  try {
    return await use(connection);
  } finally {
    await connection.close();
  }
}

const listens = (url: string): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.destroy());
    socket.once('close', (failed) => failed || resolve(true));
    socket.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ECONNREFUSED' ? resolve(false) : reject(error),
    );
  });
