// Makes one file of the `assay` command and of the packages that its start waits for. Node.js takes twice as long for
// the 1,500 files. Lazy calls of `require` stay lazy, and what is loaded from elsewhere stays where it is.
const { build } = require('esbuild');
const { readFileSync } = require('node:fs');
const { createRequire, isBuiltin } = require('node:module');
const { dirname, join, relative, sep } = require('node:path');
const { LAZILY, lazyImports } = require('./lazy-imports.cjs');

/**
 * Nest and what it shares with our code must be one copy, so all packages that use Nest are inside. Packages with
 * programs, threads or data of their own are outside, and so is what few processes load.
 */
const INSIDE = [
  '@nestjs/common',
  '@nestjs/core',
  '@nestjs/cqrs',
  '@nestjs/mapped-types',
  '@nestjs/platform-fastify',
  '@nestjs/swagger',
  'class-validator',
  'cli-progress',
  'commander',
  'es-toolkit',
  'eventemitter3',
  'fast-safe-stringify',
  'ipaddr.js',
  'iterare',
  'lru-cache',
  'p-queue',
  'p-timeout',
  'path-to-regexp',
  'picocolors',
  'picomatch',
  'rxjs',
  'semver',
  'tslib',
  'uid',
  'undici',
  'uuid',
];

/** Folders of modules that load late what they import: ours, and a package that imports 250 files and uses ten. */
const LATE = ['dist', 'node_modules/class-validator'];

/** By these a file inside says where it lies: in its own folder, not in that of the bundle. */
const BANNER = `
const bundledFile = (path) => require('node:path').join(__dirname, path);
const bundledUrl = (path) => require('node:url').pathToFileURL(bundledFile(path)).href;
${LAZILY}
`;

/**
 * @param {string} root of the installation
 * @param {string} entry the compiled module
 * @param {string} bundle the file to write, with its source map beside it
 */
module.exports = async function bundleCommand(root, entry, bundle) {
  await build({
    entryPoints: [entry],
    outfile: bundle,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    keepNames: true,
    // Node.js keeps the text of a script as long as the process lives. `source-positions` tells places by the map.
    minifyWhitespace: true,
    legalComments: 'none',
    preserveSymlinks: true,
    sourcemap: 'linked',
    sourcesContent: false,
    logLevel: 'warning',
    logLimit: 0,
    banner: { js: BANNER },
    plugins: [packagesOutside(root, bundle), changedFiles(root, bundle)],
  });
  checkCharacters(bundle);
};

/**
 * A single character beyond Latin-1 has Node.js keep two bytes for each character of the file. esbuild writes those in
 * texts as escapes, but leaves regular expressions as they are.
 */
function checkCharacters(bundle) {
  const wide = /.{0,60}[^\x00-\xff].{0,20}/.exec(readFileSync(bundle, 'utf8'));
  if (wide)
    throw new Error(
      `${bundle} would take twice its memory: put the character in a text, or write it as \\u: ${wide[0]}`,
    );
}

const packagesOutside = (root, bundle) => ({
  name: 'packages-outside',
  setup({ onResolve }) {
    onResolve({ filter: /^[^./]/ }, ({ path, resolveDir, kind }) => {
      if (kind === 'entry-point') return undefined;
      if (isBuiltin(path)) return { path, external: true };
      const file = resolved(path, join(resolveDir, 'importer.js'));
      if (file !== undefined && INSIDE.some((name) => path === name || path.startsWith(`${name}/`))) return undefined;
      // Where a package is there twice, the bundle gets the copy that its importer gets.
      const isTheSame = file === resolved(path, bundle);
      return { path: isTheSame ? path : `./${relative(dirname(bundle), file).replaceAll(sep, '/')}`, external: true };
    });
  },
});

/** Undefined for an optional package that is not installed. */
function resolved(path, importer) {
  try {
    return createRequire(importer).resolve(path);
  } catch (error) {
    if (error.code === 'MODULE_NOT_FOUND' || error.code === 'ERR_PACKAGE_PATH_NOT_EXPORTED') return undefined;
    throw error;
  }
}

const changedFiles = (root, bundle) => ({
  name: 'changed-files',
  setup({ onLoad }) {
    onLoad({ filter: /\.[cm]?js$/ }, ({ path }) => {
      const text = readFileSync(path, 'utf8');
      const isLate = LATE.some((folder) => path.startsWith(join(root, folder, sep)));
      const contents = withPlaces(isLate ? lazyImports(text) : text, path, bundle);
      return contents === text ? undefined : { contents, loader: 'js' };
    });
  },
});

function withPlaces(text, path, bundle) {
  const at = (place) => `(${JSON.stringify(relative(dirname(bundle), place).replaceAll(sep, '/'))})`;
  return text
    .replaceAll(/\b__dirname\b/g, `bundledFile${at(dirname(path))}`)
    .replaceAll(/\b__filename\b/g, `bundledFile${at(path)}`)
    .replaceAll(/\bimport\.meta\.url\b/g, `bundledUrl${at(path)}`);
}
