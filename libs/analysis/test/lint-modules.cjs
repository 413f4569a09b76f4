// Lints a file in a process of its own as a worker of the ESLint pass does, and prints the findings, the number of
// loaded modules, and whether rules that are loaded one by one equal those of their whole plugin.
const { join } = require('node:path');
const picomatch = require('picomatch');
const eslint = join(__dirname, '../src/engines/eslint');
const { loadTypescriptAtFirstUse } = require(join(eslint, 'lazy-typescript.ts'));
const { fileLinter } = require(join(eslint, 'file-linter.ts'));
const { partsOnDemand } = require(join(eslint, 'linter-parts.ts'));
const { loadPlugins } = require(join(eslint, 'plugins.ts'));
const { globalsOfNode } = require(join(eslint, 'declared-globals.ts'));
const { rulesOf } = require(join(eslint, 'lint-config.ts'));
const { eslintTools } = require('../src/catalogue/eslint/index.ts');

const path = process.argv[2];

async function main() {
  loadTypescriptAtFirstUse();
  const tools = eslintTools.filter(({ files }) => picomatch([...files], { dot: true })('file.js'));
  const job = { index: 0, path, staged: 'file.js', kind: 'javascript', tools: tools.map(({ id }) => id) };
  const { findings, unavailable } = await fileLinter(tools, partsOnDemand())(job);
  const modules = Object.keys(require.cache).filter((file) => file.includes('/node_modules/'));
  const hasTypescript = typescriptIsLoaded();

  const rules = [...new Set(eslintTools.flatMap(rulesOf))].filter((rule) => rule.startsWith('n/'));
  const alone = (await loadPlugins(rules)).byPrefix.get('n').rules;
  const { default: whole } = await import('eslint-plugin-n');
  const answer = {
    rules: findings.map(({ rule }) => rule).sort(),
    unavailable: unavailable ?? [],
    modules: modules.length,
    hasTypescript,
    differing: Object.keys(alone).filter((rule) => alone[rule] !== whole.rules[rule]),
    globals: globalsOfNode(),
    globalsOfPlugin: whole.configs['flat/recommended-script'].languageOptions.globals,
    version: require('typescript').version,
  };
  process.stdout.write(JSON.stringify(answer));
}

/** Until TypeScript is loaded, a proxy stands in its place. */
const typescriptIsLoaded = () =>
  !require('node:util').types.isProxy(require.cache[require.resolve('typescript')].exports);

main();
