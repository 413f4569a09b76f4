// tsc writes the command as a plain file; npx and `npm install -g .` link to it and expect that it can be run.
const { chmodSync, copyFileSync, rmSync } = require('node:fs');
const { join } = require('node:path');
const bundleCommand = require('./bundle-command.cjs');
const { stampBuild } = require('./built-sources.cjs');
const buildWorkflowBundle = require('./build-workflow-bundle.cjs');
const { compileCommand } = require('./compile-command.cjs');
const { bin } = require('../package.json');

const root = join(__dirname, '..');
const READ_AT_RUN_TIME = ['rule-documentation', 'infrastructure-rules'].map(
  (name) => `libs/analysis/src/catalogue/${name}.generated.json`,
);

async function main() {
  chmodSync(join(root, bin.assay), 0o755);
  await buildWorkflowBundle(join(root, 'dist', 'workflows'));
  const command = join(root, 'dist/apps/cli/src/run');
  rmSync(`${command}.bundle.js.code`, { force: true });
  await bundleCommand(root, `${command}.js`, `${command}.bundle.js`);
  // tsc copies only JSON that is imported.
  for (const file of READ_AT_RUN_TIME) copyFileSync(join(root, file), join(root, 'dist', file));
  compileCommand(root);
  stampBuild(root);
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
