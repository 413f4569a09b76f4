// tsc writes the command as a plain file; npx and `npm install -g .` link to it and expect that it can be run.
const { chmodSync, copyFileSync, rmSync } = require('node:fs');
const { join } = require('node:path');
const bundleCommand = require('./bundle-command.cjs');
const bundleEngine = require('./bundle-engine.cjs');
const { stampBuild } = require('./built-sources.cjs');
const buildWorkflowBundle = require('./build-workflow-bundle.cjs');
const { compileCommand } = require('./compile-command.cjs');
const { bin } = require('../package.json');

const root = join(__dirname, '..');
const READ_AT_RUN_TIME = ['rule-documentation', 'infrastructure-rules'].map(
  (name) => `libs/analysis/src/catalogue/${name}.generated.json`,
);

/** What a process starts with: the command, and the thread that replays ledgers. */
const BUNDLED = ['apps/cli/src/run', 'libs/runtime/src/ledger-replays/thread'];

/** The engine whose time is that of its own code. */
const BUNDLED_ENGINE = 'libs/analysis/src/engines/flow/flow.engine';

async function main() {
  chmodSync(join(root, bin.assay), 0o755);
  await buildWorkflowBundle(join(root, 'dist', 'workflows'));
  rmSync(join(root, 'dist/apps/cli/src/run.bundle.js.code'), { force: true });
  for (const name of BUNDLED) {
    const module = join(root, 'dist', name);
    await bundleCommand(root, `${module}.js`, `${module}.bundle.js`);
  }
  await bundleEngine(root, join(root, `${BUNDLED_ENGINE}.ts`), join(root, 'dist', `${BUNDLED_ENGINE}.bundle.js`));
  // tsc copies only JSON that is imported.
  for (const file of READ_AT_RUN_TIME) copyFileSync(join(root, file), join(root, 'dist', file));
  compileCommand(root);
  stampBuild(root);
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
