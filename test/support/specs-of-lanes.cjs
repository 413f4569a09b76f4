// Prints the lanes that run each spec file of the project on Jest, as Jest judges it: `{ "<path>": ["<lane>", …] }`.
const { readdirSync } = require('node:fs');
const { createRequire } = require('node:module');
const { join, resolve } = require('node:path');
const { SearchSource } = require('jest');

const root = resolve(__dirname, '../..');
const FOLDERS = ['apps', 'bench', 'libs', 'projections', 'scripts', 'test', 'workflows'];
const LANES = ['unit', 'platform', 'test', 'long', 'programs', 'engines', 'faults', 'hostile'];

// As Jest itself reads a configuration: what it makes of a glob is part of what is asked here.
const ofJest = createRequire(createRequire(require.resolve('jest')).resolve('@jest/core'));
const { readConfig } = ofJest('jest-config');

async function lanesBySpec() {
  const searches = [];
  for (const lane of LANES) {
    const { projectConfig: config } = await readConfig({ _: [], $0: '' }, join(root, `jest.${lane}.config.cjs`));
    searches.push([lane, new SearchSource({ config })]);
  }
  return specs.map((spec) => [
    spec,
    searches.filter(([, search]) => search.isTestFilePath(join(root, spec))).map(([lane]) => lane),
  ]);
}

const specs = FOLDERS.flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true })
    .filter((path) => path.endsWith('.spec.ts') && !/(^|\/)(samples|node_modules)\//.test(path))
    .map((path) => join(folder, path)),
);

void lanesBySpec().then((found) => process.stdout.write(JSON.stringify(Object.fromEntries(found))));
