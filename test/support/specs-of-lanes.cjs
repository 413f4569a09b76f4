// Prints the lanes that run each spec file of the project on Jest, as Jest judges it: `{ "<path>": ["<lane>", …] }`.
const { readdirSync } = require('node:fs');
const { join, resolve } = require('node:path');
const { SearchSource } = require('jest');

const root = resolve(__dirname, '../..');
const FOLDERS = ['apps', 'bench', 'libs', 'projections', 'scripts', 'test', 'workflows'];
const LANES = ['unit', 'test', 'long', 'engines', 'faults', 'hostile'];

const searches = LANES.map((lane) => {
  const config = require(join(root, `jest.${lane}.config.cjs`));
  const { roots, testMatch, testPathIgnorePatterns } = JSON.parse(JSON.stringify(config).replaceAll('<rootDir>', root));
  const search = new SearchSource({
    config: { rootDir: root, roots, testMatch, testRegex: [], testPathIgnorePatterns },
  });
  return [lane, (path) => search.isTestFilePath(path)];
});

const specs = FOLDERS.flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true })
    .filter((path) => path.endsWith('.spec.ts') && !/(^|\/)(samples|node_modules)\//.test(path))
    .map((path) => join(folder, path)),
);
const lanesOf = (spec) => searches.filter(([, runs]) => runs(join(root, spec))).map(([lane]) => lane);

process.stdout.write(JSON.stringify(Object.fromEntries(specs.map((spec) => [spec, lanesOf(spec)]))));
