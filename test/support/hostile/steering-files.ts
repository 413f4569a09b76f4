import { engineProfiles } from '@assay/analysis';
import type { Canary } from './canary';

type Files = Readonly<Record<string, string>>;

/** Settings that are code, by the names under which the tools of this trade look for them. */
const CODE = [
  'oxlint.config.ts', 'plugin.mjs', '.eslintrc.cjs', '.eslintrc.js', 'eslint.config.js', 'eslint.config.mjs', 'eslint.config.ts', '.stylelintrc.cjs', '.stylelintrc.js',
  'stylelint.config.js', 'stylelint.config.mjs', '.htmlvalidate.js', '.htmlvalidate.cjs', '.htmlvalidate.mjs', '.markdownlint.cjs', '.markdownlint-cli2.cjs', '.markdownlint-cli2.mjs',
  'cspell.config.cjs', 'cspell.config.js', 'cspell.config.mjs', '.cspell.config.js', '.config/cspell.config.js', '.secretlintrc.js', '.secretlintrc.cjs', '.jscpd.js', '.dependency-cruiser.js', '.dependency-cruiser.cjs',
  '.depcheckrc.js', 'svgo.config.js', 'svgo.config.mjs', 'svgo.config.cjs', 'svelte.config.js', 'babel.config.js', 'babel.config.cjs', '.babelrc.js', 'webpack.config.js', 'rollup.config.js',
  'vite.config.js', 'jest.config.js', 'postcss.config.js', '.postcssrc.js', 'tailwind.config.js', '.alexrc.js', '.alexrc.cjs', '.spectral.js', '.spectral.mjs', 'redocly.config.js', 'plugins/redocly.js',
  'commitlint.config.js', '.remarkrc.js', '.prettierrc.cjs', 'prettier.config.js', 'dclint.config.js', '.dclintrc.cjs', '.dclintrc.js', 'knip.js', 'knip.ts', '.pnp.cjs', '.pnp.loader.mjs', '.lintstagedrc.js', 'graphql.config.js',
];

/** Settings that switch everything off, name code to load, or point out of the target. */
function data({ url, secretFile }: Canary): Files {
  const json = (value: object) => JSON.stringify({ $schema: url, ...value });
  const oxlint = json({ jsPlugins: ['./plugin.mjs'], plugins: [], categories: { correctness: 'off' }, rules: { 'no-debugger': 'off', 'no-eval': 'off' }, ignorePatterns: ['**'] });
  const biome = json({ root: true, extends: ['./plugin.mjs', secretFile], plugins: ['./plugin.mjs'], linter: { enabled: false }, files: { includes: ['!**'] }, overrides: [{ includes: ['**'], linter: { enabled: false } }] });
  const ruff = 'extend = "../../outside.toml"\nexclude = ["**"]\nlint.select = []\nlint.ignore = ["ALL"]\n';
  const cspell = json({ enabled: false, import: ['./cspell.config.cjs'], ignorePaths: ['**'], ignoreRegExpList: ['/[^]*/'], words: ['teh'] });
  return {
    '.oxlintrc.json': oxlint, 'src/.oxlintrc.json': oxlint, 'src/plugin.mjs': '',
    '.eslintrc': json({ root: true, ignorePatterns: ['**'], plugins: ['trojan'] }), '.eslintrc.json': json({ root: true, extends: ['./plugin.mjs'], ignorePatterns: ['**'] }), '.eslintrc.yml': 'root: true\nignorePatterns: ["**"]\n',
    '.stylelintrc': json({ plugins: ['./plugin.mjs'], rules: {}, ignoreFiles: ['**'] }), '.stylelintrc.json': json({ extends: ['./plugin.mjs'], ignoreFiles: ['**'] }),
    'biome.json': biome, 'biome.jsonc': biome, 'src/biome.json': biome, '.biome.json': biome, 'rome.json': biome,
    'ruff.toml': ruff, '.ruff.toml': ruff, 'src/ruff.toml': ruff,
    'pyproject.toml': '[tool.ruff]\nexclude = ["**"]\n[tool.ruff.lint]\nignore = ["ALL"]\n[tool.black]\nforce-exclude = ".*"\n', 'setup.cfg': '[flake8]\nexclude = *\n', 'tox.ini': '[flake8]\nexclude = *\n', '.flake8': '[flake8]\nexclude = *\n',
    '.htmlvalidate.json': json({ root: true, extends: ['./.htmlvalidate.cjs'], rules: {} }), 'src/.htmlvalidate.json': json({ root: true, plugins: ['./plugin.mjs'], rules: {} }), '.htmlhintrc': json({ 'doctype-first': false, 'title-require': false }),
    '.markdownlint.json': json({ default: false, extends: secretFile }), '.markdownlint.yaml': 'default: false\n', '.markdownlint-cli2.jsonc': json({ customRules: ['./plugin.mjs'], ignores: ['**'] }),
    '.cspell.json': cspell, 'cspell.json': cspell, 'cspell.config.yaml': 'enabled: false\n', '.vscode/cspell.json': cspell, '.vscode/settings.json': json({ 'cSpell.enabled': false }),
    '.secretlintrc': json({ rules: [{ id: './plugin.mjs' }] }), '.secretlintrc.json': json({ rules: [] }), '.jscpd.json': json({ ignore: ['**'], reporters: ['./plugin.mjs'] }),
    '.dependency-cruiser.json': json({ extends: './.dependency-cruiser.js', options: { exclude: '.*' } }), '.depcheckrc': 'ignores: ["*"]\nspecials: ["babel", "webpack", "jest"]\n', '.depcheckrc.json': json({ ignores: ['*'] }),
    '.babelrc': json({ presets: ['./plugin.mjs'] }), '.swcrc': json({ jsc: { experimental: { plugins: [['./plugin.mjs', {}]] } } }), '.postcssrc': json({ plugins: { './plugin.mjs': {} } }),
    'tsconfig.json': json({ extends: secretFile, compilerOptions: { plugins: [{ name: './plugin.mjs' }], noCheck: true }, exclude: ['**'], files: [] }), 'src/tsconfig.json': json({ extends: 'trojan/tsconfig.json', include: [] }),
    '.browserslistrc': 'extends browserslist-config-trojan\n', browserslist: 'extends browserslist-config-trojan\n', '.madgerc': json({ excludeRegExp: ['.*'] }),
    '.alexrc': json({ allow: ['all'], profanitySureness: 2 }), '.alexrc.yml': 'allow: ["hes-shes"]\n', '.dclintrc': json({ rules: { 'no-version-field': 0 }, exclude: ['**'] }), '.dclintrc.json': json({ exclude: ['**'] }),
    '.redocly.yaml': `extends: [${url}]\nplugins: [./plugins/redocly.js]\n`, 'redocly.yaml': `extends: [${url}]\nplugins: [./plugins/redocly.js]\nrules: {}\n`, '.redocly.lint-ignore.yaml': 'api/openapi.yaml:\n  no-unresolved-refs: ["#/"]\n',
    '.spectral.yaml': `extends: [${url}]\nfunctions: [trojan]\n`, '.spectral.json': json({ extends: ['./.spectral.js'], rules: {} }), '.github/actionlint.yaml': 'self-hosted-runner:\n  labels: ["*"]\npaths:\n  "**":\n    ignore: [".*"]\n', 'actionlint.yaml': 'paths: {"**": {ignore: [".*"]}}\n',
    '.dockerfilelintrc': 'rules:\n  latest_tag: off\n  sudo_usage: off\n', '.hadolint.yaml': 'ignored: [DL3007]\n', '.shellcheckrc': 'disable=all\n', '.editorconfig': 'root = true\n[*]\ngenerated_code = true\n', '.kube-linter.yaml': 'checks: {doNotAutoAddDefaults: true}\n',
    '.trivyignore': '*\n', '.semgrep.yml': 'rules: []\n', '.snyk': 'ignore: {}\n', '.gitleaks.toml': '[allowlist]\npaths = [".*"]\n', '.graphqlrc.yml': `schema: ${url}\n`, 'sgconfig.yml': 'ruleDirs: []\nlanguageGlobs: {html: ["**"]}\n',
    '.gitattributes': '* binary linguist-generated linguist-vendored -diff\n', '.npmrc': `registry=${url}\nnode-options=--require ./plugin.mjs\n`, '.yarnrc.yml': 'yarnPath: ./plugin.mjs\n', '.node-options': '--require ./plugin.mjs\n', '.nvmrc': '0.1\n',
    '.git/config': '[core]\n\tfsmonitor = "./plugin.mjs"\n\thooksPath = .\n\tpager = ./plugin.mjs\n[include]\n\tpath = /etc/passwd\n', '.git/HEAD': 'ref: refs/heads/main\n', '.git/hooks/pre-commit': '#!/bin/sh\n./plugin.mjs\n', '.git/info/exclude': '*\n',
  };
}

const IGNORE_FILES = [
  '.eslintignore', '.gitignore', '.prettierignore', '.oxlintignore', '.stylelintignore', '.secretlintignore', '.ignore', '.biomeignore', '.htmlvalidateignore', '.markdownlintignore', '.cspellignore', '.dockerignore', '.npmignore',
  '.rgignore', '.fdignore', '.hgignore', '.alexignore', '.semgrepignore', '.gitleaksignore', '.spectralignore', '.redoclyignore', '.jscpdignore', '.ruffignore', '.svgoignore', '.svnignore', '.vscodeignore', '.remarkignore', '.textlintignore', '.nxignore',
];

/** Members of a `package.json` that steer a tool. */
export const manifestSteering = ({ url }: Canary): object => ({
  eslintConfig: { root: true, ignorePatterns: ['**'], plugins: ['trojan'] }, eslintIgnore: ['**'], stylelint: { ignoreFiles: ['**'], plugins: ['./plugin.mjs'] }, browserslist: ['extends browserslist-config-trojan'],
  cspell: { import: ['./cspell.config.cjs'], enabled: false }, jscpd: { ignore: ['**'] }, depcheck: { ignores: ['*'] }, babel: { presets: ['./plugin.mjs'] }, jest: { preset: './plugin.mjs' }, prettier: './plugin.mjs', svgo: './svgo.config.js',
  remarkConfig: { plugins: ['./plugin.mjs'] }, alex: { allow: ['all'] }, htmlhint: {}, htmlValidate: { root: true }, commitlint: { extends: ['./plugin.mjs'] }, secretlint: { rules: [] }, 'dependency-cruiser': {}, $schema: url,
});

/** Everything by which a target can tell tools what to do, in its root and nested. */
export function steeringFiles(canary: Canary): Files {
  const code = (name: string) => `${canary.trip(name)}\n${/\.(?:mjs|ts)$/.test(name) ? 'export default {}' : 'module.exports = {}'};\n`;
  return {
    ...data(canary),
    ...Object.fromEntries(CODE.flatMap((name) => [[name, code(name)], [`src/${name}`, code(`src/${name}`)]])),
    ...Object.fromEntries(IGNORE_FILES.flatMap((name) => [[name, '*\n**\n!.gitignore\n'], [`src/${name}`, '*\n']])),
    ...trojans(canary),
  };
}

/** Installed packages by the names of all that the engines load, and a few that settings above ask for. */
function trojans(canary: Canary): Files {
  const names = [...engineProfiles.flatMap(({ requires }) => requires), 'eslint-plugin-trojan', 'browserslist-config-trojan', 'trojan', 'typescript', 'svelte', 'postcss', 'postcss-scss', 'sass', 'babel-core', '@babel/core', 'supports-color', 'jiti'];
  return Object.fromEntries(names.flatMap((name) => ['node_modules', 'src/node_modules'].flatMap((folder) => [
    [`${folder}/${name}/package.json`, JSON.stringify({ name, version: '99.0.0', main: 'index.js', bin: 'index.js' })],
    [`${folder}/${name}/index.js`, `${canary.trip(`${folder}/${name}`)}\n`],
  ])));
}
