// Writes the compiled code of the bundled command beside it, so that Node.js need not compile it at each start.
// The build calls this. `npm run prepare` calls it once more where the build ended before the SQLite driver was built.
const { spawnSync } = require('node:child_process');
const { existsSync, mkdtempSync, rmSync, writeFileSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');
const { isDriverMissing } = require('./build-sqlite-driver.cjs');

/** Milliseconds. A scan of three small files takes two seconds. */
const PATIENCE = 120_000;

/** Each is looked at by engines of its own. */
const SAMPLE = {
  'app.js': 'const name = process.argv[2];\nif (name == 1) eval(name);\n',
  'app.py': 'import os\n\n\ndef run(name=[]):\n    os.system("ls " + name)\n',
  'guide.md': '# Guide\n\nThe [next page](missing.md) says more.\n',
};

/** Without compiled code the command starts later. So a scan that cannot run here fails no build. */
function compileCommand(root) {
  const bundle = join(root, 'dist/apps/cli/src/run.bundle.js');
  if (isDriverMissing() || !existsSync(bundle)) return;
  const { error, status, stderr } = spawnSync(process.execPath, [__filename, bundle], {
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
    timeout: PATIENCE,
  });
  if (status !== 0)
    console.warn(`The command will start a tenth of a second later. Its code is not compiled: ${error ?? stderr}`);
}

/** A scan compiles the functions that it calls. */
async function compiledByScan(bundle) {
  const { compileLargeModule } = require(join(bundle, '../load-large-module.js'));
  const folder = mkdtempSync(join(tmpdir(), 'assay-compile-'));
  try {
    for (const [name, text] of Object.entries(SAMPLE)) writeFileSync(join(folder, name), text);
    await compileLargeModule(bundle, async ({ run }) => {
      const status = await run([process.execPath, 'assay', 'scan', '--json', folder]);
      if (status !== 0) throw new Error(`a scan ended with ${status}`);
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

module.exports = { compileCommand };

if (require.main === module)
  compiledByScan(process.argv[2]).then(
    () => process.exit(0),
    (error) => {
      console.error(error.message);
      process.exit(1);
    },
  );
