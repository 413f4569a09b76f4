// Runs an engine over the files of a folder in this process: `<engine> <folder>`. Says what it reported, and which
// packages it had loaded by then.
const { readdirSync, statSync } = require('node:fs');
const { join } = require('node:path');
const { loadEngine } = require('../src/engines/runtime/load-engine.ts');
const { catalogue } = require('../src/catalogue/index.ts');

const [id, root] = process.argv.slice(2);
const tools = catalogue.filter(({ engine }) => engine === id);
const files = readdirSync(root).map((name) => ({ staged: name, path: name, size: statSync(join(root, name)).size }));
const reported = [];
const report = new Proxy({}, { get: (_, kind) => (tool, what) => reported.push({ kind, tool, what }) });

async function main() {
  await loadEngine(id).run({ engine: id, tools, root, files, scratch: root }, report);
  // Its package.json alone, which names its version, is not its code.
  const code = Object.keys(require.cache).filter((file) => !file.endsWith('package.json'));
  const packages = code.flatMap((file) => /node_modules\/((?:@[^/]+\/)?[^/]+)(?!.*node_modules)/.exec(file)?.[1] ?? []);
  // An engine may leave workers behind.
  process.stdout.write(JSON.stringify({ reported, packages: [...new Set(packages)] }), () => process.exit());
}

main();
