const fs = require('node:fs');
const path = require('node:path');
const { createHash } = require('node:crypto');

const root = path.resolve(__dirname, '../..');

const SWC_OPTIONS = {
  jsc: {
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true },
    target: 'es2023',
  },
  module: { type: 'commonjs', ignoreDynamic: true },
};
// Tests start hundreds of processes; each compiled the same 700 files again, for half of its start.
const kept = path.join(root, 'node_modules/.cache/compiled-typescript');
/** The modules from which a source imports or re-exports names, types included. */
const NAMES_FROM = /^(?:import|export)\b[^'";]*?\bfrom '((?!node:)[^']+)'/gm;
/** Modules whose loading may have an effect, such as hooks before and after tests. Packages stay as they are. */
const AT_ONCE = /\/node_modules\/|\/test\/|\.(?:spec|suite)\.ts$/;

// A name that can be made without the compiler: loading it takes longer than most of what is loaded here.
const settings = JSON.stringify([require('@swc/core/package.json').version, SWC_OPTIONS]);
/**
 * A process that is told so loads late, as the bundle of the `assay` command does. The engines and threads of a build
 * load the files as they are.
 */
const LOADS_LATE = process.env.LOADS_LATE === '1';
const variant = LOADS_LATE ? `late ${NAMES_FROM} ${AT_ONCE}` : 'at once';
let compiler;

module.exports = { root, compiled, compileAhead, loadedLate };

/**
 * The modules that a source loads at the first use of a name from them; those that it imports only for their effect
 * load at once. A library's index re-exports all of it: a service that loads them at its start takes 1,400 files, and
 * it needs 650.
 */
function loadedLate(source, filename) {
  return AT_ONCE.test(filename) ? [] : [...new Set([...source.matchAll(NAMES_FROM)].map(([, name]) => name))];
}

/** The JavaScript of a TypeScript file: what was kept of it, or what the compiler makes of it now. */
function compiled(filename) {
  const source = fs.readFileSync(filename, 'utf8');
  const file = path.join(
    kept,
    createHash('sha256').update(settings).update(variant).update(filename).update(source).digest('hex'),
  );
  return read(file) ?? compile(source, filename, file);
}

/**
 * Compiles the sources of the libraries that have changed. Engine hosts cannot keep what they compile, so that each of
 * them would do it again: half a second for each of hundreds.
 */
function compileAhead() {
  for (const folder of ['libs', 'projections', 'workflows'])
    for (const entry of fs.readdirSync(path.join(root, folder), { recursive: true }))
      if (/^(?!.*(\.spec\.ts$|\.d\.ts$|\bsamples\/)).*\.ts$/.test(entry)) compiled(path.join(root, folder, entry));
}

function read(file) {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}

function compile(source, filename, file) {
  compiler ??= loadCompiler();
  const code = compiler.compile(source, filename);
  if (!compiler.keeps) return code;
  try {
    fs.mkdirSync(kept, { recursive: true });
    const part = `${file}.${process.pid}`;
    fs.writeFileSync(part, code);
    fs.renameSync(part, file); // whole or not at all, whoever else compiles it
  } catch (error) {
    // An engine host cannot write here, by design, and a full disk is some tests' subject: it is compiled again next
    // time. ENOENT is what mkdir says below a folder that is not there, in a file system that is read-only.
    if (!['EROFS', 'EACCES', 'EPERM', 'ENOSPC', 'ENOENT'].includes(error.code)) throw error;
  }
  return code;
}

/**
 * SWC unpacks its addon into a cache and refuses one below folders of strangers; in the user namespace of a developer
 * who is not root, and in the root of an engine host, `/` belongs to a stranger. esbuild needs no cache, at 15 ms a
 * file. What it makes is not kept: it is not what Jest runs.
 */
function loadCompiler() {
  try {
    const { transformSync } = require('@swc/core');
    return {
      keeps: true,
      compile: (source, filename) => {
        const module = { ...SWC_OPTIONS.module, lazy: LOADS_LATE && loadedLate(source, filename) };
        return transformSync(source, { ...SWC_OPTIONS, module, filename }).code;
      },
    };
  } catch (error) {
    if (error.message !== 'Failed to load native binding') throw error;
    const { transformSync } = require('esbuild');
    const options = {
      loader: 'ts',
      format: 'cjs',
      target: 'node20',
      tsconfigRaw: { compilerOptions: { experimentalDecorators: true } },
    };
    return {
      keeps: false,
      compile: (source, filename) => transformSync(source, { ...options, sourcefile: filename }).code,
    };
  }
}
