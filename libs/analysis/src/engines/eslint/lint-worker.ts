import { parentPort, workerData } from 'node:worker_threads';
import { fileLinter } from './file-linter';
import { loadTypescriptAtFirstUse } from './lazy-typescript';
import { BROWSERS } from './lint-config';
import type { LintJob, NextSetup, WorkerMessage, WorkerSetup } from './lint-job';
import { PartMissing, partsOnDemand } from './linter-parts';
import { RunningRule } from './running-rule';

/**
 * The entry point of a worker thread. It lints the files that it receives, one by one, and loads for each what it needs
 * and is not loaded yet. It then serves the tools of the next pass.
 */
const send = (message: WorkerMessage): void => parentPort!.postMessage(message);

const parts = partsOnDemand();
const { running: memory, ...firstSetup } = workerData as WorkerSetup;
const running = new RunningRule(memory);
let lint: ReturnType<typeof fileLinter>;

function prepare({ tools }: NextSetup['setup']): void {
  lint = fileLinter(tools, parts, { onLoaded: () => send({ kind: 'loaded' }), running });
  send({ kind: 'ready' });
}

async function lintOrTell(job: LintJob): Promise<void> {
  try {
    send({ kind: 'linted', report: await lint(job) });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    if (error instanceof PartMissing) send({ kind: 'broken', reason });
    else send({ kind: 'linted', report: { index: job.index, findings: [], brokenRules: [], unreadable: reason } });
  }
}

// For browserslist: overrides every configuration that it could find, and turns off its warning about old data.
process.env['BROWSERSLIST'] = BROWSERS;
process.env['BROWSERSLIST_IGNORE_OLD_DATA'] = '1';
loadTypescriptAtFirstUse();
parentPort!.on('message', (message: LintJob | NextSetup) =>
  'setup' in message ? prepare(message.setup) : void lintOrTell(message),
);
prepare(firstSetup);
