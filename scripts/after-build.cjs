// tsc writes the command as a plain file; npx and `npm install -g .` link to it and expect that it can be run.
const { chmodSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const buildWorkflowBundle = require('./build-workflow-bundle.cjs');
const { bin } = require('../package.json');

const root = join(__dirname, '..');

async function main() {
  chmodSync(join(root, bin.assay), 0o755);
  await buildWorkflowBundle(join(root, 'dist', 'workflows'));
  // What build-if-changed compares the sources with.
  writeFileSync(join(root, 'dist', '.built'), '');
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
