// Makes one file of the `assay` command, or of a thread, and of the packages that its start waits for. Node.js takes
// twice as long for the 1,500 files. Lazy calls of `require` stay lazy, and what is loaded from elsewhere stays where
// it is.
const { createHash } = require('node:crypto');
const { build } = require('esbuild');
const { readFileSync, writeFileSync } = require('node:fs');
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

/**
 * A format of dates that a module of a package makes at its top. Node.js takes 8 MB and some 20 ms for the first one,
 * and Nest makes two when it is loaded, for a log that we do not use. In the bundle it is made when a date is written.
 */
const DATE_FORMAT_AT_TOP = /^const (\w+) = new Intl\.DateTimeFormat\(/gm;

/** By the first two a file inside says where it lies: in its own folder, not in that of the bundle. */
const BANNER = `
const bundledFile = (path) => require('node:path').join(__dirname, path);
const bundledUrl = (path) => require('node:url').pathToFileURL(bundledFile(path)).href;
const lateDateFormat = (...options) => {
  let made;
  return { format: (date) => (made ??= new Intl.DateTimeFormat(...options)).format(date) };
};
${LAZILY}
`;

/**
 * What esbuild calls for each function and class, so that one that it calls otherwise in the bundle keeps its name.
 * Most have theirs already. Defining it once more would make a slow object of each: 2 MB of them in a service.
 */
const NAMING = '(target,value)=>__defProp(target,"name",{value,configurable:true})';
const NAMING_WHERE_NEEDED = '(f,v)=>f.name===v?f:__defProp(f,"name",{value:v,configurable:1})';

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
    // The compiled code of a script cannot import (https://github.com/nodejs/node/issues/35375). It requires.
    supported: { 'dynamic-import': false },
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
  const text = readFileSync(bundle, 'utf8');
  checkCharacters(bundle, text);
  const mark = createHash('sha256').update(text).digest('hex');
  writeFileSync(bundle, `${withNamesWhereNeeded(bundle, text)}// ${mark}\n`);
};

/** In as many characters, because the source map counts them. */
function withNamesWhereNeeded(bundle, text) {
  if (/\b__name=/.test(text) && !text.includes(NAMING))
    throw new Error(`${bundle}: esbuild has another text for ${NAMING}`);
  return text.replace(NAMING, () => NAMING_WHERE_NEEDED.padEnd(NAMING.length));
}

/**
 * A single character beyond Latin-1 has Node.js keep two bytes for each character of the file. esbuild writes those in
 * texts as escapes, but leaves regular expressions as they are.
 */
function checkCharacters(bundle, text) {
  const wide = /.{0,60}[^\x00-\xff].{0,20}/.exec(text);
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
      const late = isLate ? lazyImports(text) : text.replaceAll(DATE_FORMAT_AT_TOP, 'const $1 = lateDateFormat(');
      const contents = withPlaces(late, path, bundle);
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
