// Records the histories that replay.spec.ts replays, on the server that ASSAY_TEST_TEMPORAL_ADDRESS names.
// VERSIONING.md in workflows/ says when to.
import { Client, Connection } from '@temporalio/client';
import { historyToJSON } from '@temporalio/common/lib/proto-utils';
import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { play, scenarios } from './scenarios';

const FOLDER = join(__dirname, 'histories');

async function main(): Promise<void> {
  const address = process.env['ASSAY_TEST_TEMPORAL_ADDRESS'];
  if (!address) throw new Error('ASSAY_TEST_TEMPORAL_ADDRESS must name a Temporal server (host:port)');
  const client = new Client({ connection: await Connection.connect({ address }) });
  await mkdir(FOLDER, { recursive: true });
  for (const name of Object.keys(scenarios)) {
    const server = { address, namespace: 'default', taskQueue: `golden-${randomUUID()}`, workerLoss: 3_000 };
    await play(name, server, async (workflowId) => {
      const workflow = client.workflow.getHandle(workflowId);
      // One that was canceled ends so, and that is its history.
      await workflow.result().catch(() => undefined);
      await writeFile(
        join(FOLDER, `${name}.json`),
        `${JSON.stringify(anonymous(historyToJSON(await workflow.fetchHistory())), undefined, 1)}\n`,
      );
    });
    console.log(name);
  }
  await client.connection.close();
}

/** Without the machine that it was recorded on: processes, host, and the paths in stack traces. */
const anonymous = (history: string): unknown =>
  JSON.parse(history.replaceAll(new RegExp(`\\d+@${hostname()}`, 'g'), 'worker'), (key, value: unknown) =>
    key === 'stackTrace' ? '' : value,
  );

main().catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
