// Lets a plain Node process load the TypeScript sources as Jest does (`node -r`): engine hosts in tests run the code
// under test, not an older build.
const Module = require('node:module');
const path = require('node:path');
const fs = require('node:fs');
const { createHash } = require('node:crypto');

const root = path.resolve(__dirname, '../..');
const resolveFilename = Module._resolveFilename;

Module._resolveFilename = function (request, ...rest) {
  const [, name] = /^@assay\/([a-z-]+)$/.exec(request) ?? [];
  if (!name) return resolveFilename.call(this, request, ...rest);
  const folder = name === 'projections' || name === 'workflows' ? name : `libs/${name}/src`;
  return resolveFilename.call(this, path.join(root, folder, 'index.ts'), ...rest);
};

const SWC_OPTIONS = {
  sourceMaps: 'inline',
  jsc: {
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true },
    target: 'es2023',
  },
  module: { type: 'commonjs', ignoreDynamic: true },
};
// Tests start hundreds of processes; each compiled the same 700 files anew, for half of its start.
const kept = path.join(root, 'node_modules/.cache/compiled-typescript');
const compiler = loadCompiler();

require.extensions['.ts'] = (module, filename) => {
  const source = fs.readFileSync(filename, 'utf8');
  const file = path.join(
    kept,
    createHash('sha256').update(compiler.settings).update(filename).update(source).digest('hex'),
  );
  module._compile(read(file) ?? compile(source, filename, file), filename);
};

function read(file) {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}

function compile(source, filename, file) {
  const code = compiler.compile(source, filename);
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
 * who is not root, `/` belongs to a stranger. esbuild needs no cache, at 15 ms a file.
 */
function loadCompiler() {
  try {
    const { transformSync, version } = require('@swc/core');
    return {
      settings: JSON.stringify([version, SWC_OPTIONS]),
      compile: (source, filename) => transformSync(source, { ...SWC_OPTIONS, filename }).code,
    };
  } catch (error) {
    if (error.message !== 'Failed to load native binding') throw error;
    const { transformSync, version } = require('esbuild');
    const options = {
      loader: 'ts',
      format: 'cjs',
      target: 'node20',
      sourcemap: 'inline',
      tsconfigRaw: { compilerOptions: { experimentalDecorators: true } },
    };
    return {
      settings: JSON.stringify([version, options]),
      compile: (source, filename) => transformSync(source, { ...options, sourcefile: filename }).code,
    };
  }
}
