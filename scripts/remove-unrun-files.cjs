// Removes files that no program of an image runs from the packages in `node_modules`: for the Dockerfile.
// usage: node scripts/remove-unrun-files.cjs <folder of the packages>
//
// A file of an unrun kind stays if a file that stays names it by its path.
const { existsSync, readdirSync, readFileSync, rmSync, rmdirSync, statSync } = require('node:fs');
const { dirname, extname, join, relative, resolve, sep } = require('node:path');

/** Files for compilers, debuggers and people. Node.js runs no TypeScript below `node_modules`. */
const UNRUN_FILES = /\.(?:map|[cm]?tsx?|flow|tsbuildinfo|c|cc|cpp|cxx|h|hh|hpp|rs|gyp|gypi|o|a|md|markdown)$/i;
const LEGAL = /^(?:licen[cs]e|notice|copying|copyright|third[-_]?party)/i;
const OF_A_COMPILER = /\.(?:map|[cm]?tsx?)$/i;
/** TypeScript's own library, which the engines that check types read. */
const TYPES_THAT_ARE_READ = /(?:^|\/)typescript\/lib\/lib\.[^/]*d\.ts$/;
/** Folders directly below a package's own. */
const UNRUN_FOLDERS = new Set([
  '.github',
  '__tests__',
  'benchmark',
  'benchmarks',
  'docs',
  'example',
  'examples',
  'test',
  'tests',
]);
/** Folders with a native build for each platform: only this platform's is loaded. */
const NATIVE_FOLDERS = new Set(['prebuilds', 'releases']);
const OPERATING_SYSTEMS = {
  linux: /linux/i,
  darwin: /darwin|macos|apple/i,
  win32: /win32|windows/i,
  other: /android|ios|freebsd/i,
};
const PROCESSORS = {
  x64: /x64|x86[_-]64/i,
  arm64: /arm64|aarch64/i,
  other: /ia32|armv?[67]|\barm\b|ppc64|s390x|riscv/i,
};
/**
 * Parts of single packages. The bundles are for browsers and bundlers: `main` or `exports` give Node.js another file.
 */
const UNRUN_PARTS = [
  'better-sqlite3-node20', // the driver of Node.js 20
  'better-sqlite3/deps', // SQLite's sources
  'node-sql-parser/umd',
  'libphonenumber-js/bundle',
  'rxjs/dist/bundles',
  'rxjs/dist/esm',
  'rxjs/dist/esm5',
  'es-toolkit/dist/browser.global.js',
  '@temporalio/core-bridge/sdk-core',
  'typescript/lib/_tsc.js', // the compiler's command; engines take its library
  'typescript/lib/_tsserver.js',
];

/** @returns {{ files: number, bytes: number }} what was removed */
function removeUnrunFiles(folder, { platform = process.platform, arch = process.arch } = {}) {
  const removed = { files: 0, bytes: 0 };
  for (const packageFolder of packagesIn(folder)) {
    const path = relative(folder, packageFolder).split(sep).join('/');
    const files = filesOf(packageFolder);
    const never = files.filter((file) => isNeverRun(path, file, { platform, arch }));
    const others = files.filter((file) => !never.includes(file));
    const unrun = new Set(others.filter((file) => isUnrun(path, file)));
    keepWhatIsNamed(packageFolder, others, unrun);
    for (const file of [...never, ...unrun]) {
      const whole = join(packageFolder, file);
      removed.files += 1;
      removed.bytes += statSync(whole).size;
      rmSync(whole);
    }
    removeEmptyFolders(packageFolder);
  }
  return removed;
}

/**
 * Whether a file is never run, even if another file names it: a package names the builds of all platforms, and loads
 * one.
 */
const isNeverRun = (packagePath, file, target) =>
  UNRUN_PARTS.some((part) => `${packagePath}/${file}/`.startsWith(`${part}/`)) ||
  ofAnotherPlatform(file.split('/'), target);

function isUnrun(packagePath, file) {
  const inFolder = file.split('/');
  const name = inFolder.at(-1);
  const whole = `${packagePath}/${file}`;
  if (LEGAL.test(name) && !OF_A_COMPILER.test(name)) return false;
  if (TYPES_THAT_ARE_READ.test(whole)) return false;
  return UNRUN_FILES.test(name) || (inFolder.length > 1 && UNRUN_FOLDERS.has(inFolder[0]));
}

function ofAnotherPlatform(path, { platform, arch }) {
  const at = path.findIndex((part) => NATIVE_FOLDERS.has(part));
  const build = at < 0 ? undefined : path[at + 1];
  if (build === undefined) return false;
  const names = (kinds) => Object.keys(kinds).filter((kind) => kinds[kind].test(build));
  const systems = names(OPERATING_SYSTEMS);
  const processors = names(PROCESSORS);
  return (
    (systems.length > 0 && !systems.includes(platform)) ||
    (processors.length > 0 && !processors.includes(arch)) ||
    /musl/i.test(build)
  );
}

/**
 * Removes from `unrun` the files that remaining files load or name: `require('./x')`, `import './x'`, `main`,
 * `exports`.
 */
function keepWhatIsNamed(folder, files, unrun) {
  const all = new Set(files);
  const looked = new Set();
  let toLookAt = files.filter((file) => !unrun.has(file));
  while (toLookAt.length > 0) {
    const found = [];
    for (const file of toLookAt) {
      if (looked.has(file)) continue;
      looked.add(file);
      for (const named of namedIn(folder, file, all)) if (unrun.delete(named)) found.push(named);
    }
    toLookAt = found;
  }
}

const LOADED = /(?:\brequire(?:\.resolve)?\(|\bfrom|\bimport\(?)\s*(['"])(\.{1,2}\/[^'"\n]+)\1/g;
const ENDINGS = ['', '.js', '.cjs', '.mjs', '.json', '/index.js', '/index.cjs', '/index.mjs'];

function* namedIn(folder, file, all) {
  if (file === 'package.json') yield* namedByManifest(readFileSync(join(folder, file), 'utf8'), all);
  if (!['.js', '.cjs', '.mjs'].includes(extname(file))) return;
  const text = readFileSync(join(folder, file), 'utf8');
  for (const [, , path] of text.matchAll(LOADED)) {
    const whole = relative(folder, resolve(folder, dirname(file), path))
      .split(sep)
      .join('/');
    for (const ending of ENDINGS) if (all.has(`${whole}${ending}`)) yield `${whole}${ending}`;
  }
}

/** The files that the manifest's fields for Node.js name; not its types, which are for compilers. */
function* namedByManifest(text, all) {
  const { main, bin, exports: exported } = JSON.parse(text);
  const values = (value, key) =>
    typeof value === 'string'
      ? [value]
      : value === null || typeof value !== 'object' || key === 'types'
        ? []
        : Object.entries(value).flatMap(([name, inner]) => (name === 'types' ? [] : values(inner, name)));
  for (const path of [main, bin, exported].flatMap((value) => values(value ?? null)))
    for (const ending of ENDINGS) {
      const whole = `${path.replace(/^\.\//, '')}${ending}`;
      if (all.has(whole) && !/\.d\.[cm]?ts$/.test(whole)) yield whole;
    }
}

/** Every folder with a package, nested ones too; the target of a link is the project's own. */
function* packagesIn(folder) {
  for (const { name, path } of foldersIn(folder)) {
    if (name.startsWith('.')) continue;
    if (name.startsWith('@')) {
      yield* packagesIn(path);
      continue;
    }
    yield path;
    if (existsSync(join(path, 'node_modules'))) yield* packagesIn(join(path, 'node_modules'));
  }
}

const foldersIn = (folder) =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => ({ name, path: join(folder, name) }));

/** The files of a package, relative to its folder, without those of packages in its `node_modules`. */
function filesOf(folder, prefix = '') {
  return readdirSync(join(folder, prefix), { withFileTypes: true }).flatMap((entry) => {
    const path = `${prefix}${entry.name}`;
    if (entry.isDirectory()) return prefix === '' && entry.name === 'node_modules' ? [] : filesOf(folder, `${path}/`);
    return entry.isFile() ? [path] : [];
  });
}

function removeEmptyFolders(folder) {
  for (const { name, path } of foldersIn(folder)) if (name !== 'node_modules') removeEmptyFolders(path);
  if (readdirSync(folder).length === 0) rmdirSync(folder);
}

module.exports = removeUnrunFiles;

if (require.main === module) {
  const [folder] = process.argv.slice(2);
  if (folder === undefined) throw new Error('usage: remove-unrun-files.cjs <folder of the packages>');
  const { files, bytes } = removeUnrunFiles(resolve(folder));
  console.log(`removed ${files} files, ${Math.round(bytes / 1e6)} MB`);
}
