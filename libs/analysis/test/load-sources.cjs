// What engine hosts load the TypeScript sources with under test. SWC unpacks its addon into a cache and refuses one
// below folders of strangers; in the user namespace of a developer who is not root, `/` belongs to a stranger. esbuild
// needs no cache, at 15 ms a file.
const Module = require('node:module');
const path = require('node:path');
const fs = require('node:fs');

try {
  require('../../../test/support/compile-typescript.cjs');
} catch (error) {
  if (error.message !== 'Failed to load native binding') throw error;
  const { transformSync } = require('esbuild');
  const libraries = path.resolve(__dirname, '../..');
  const resolveFilename = Module._resolveFilename;
  Module._resolveFilename = function (request, ...rest) {
    const [, name] = /^@assay\/([a-z-]+)$/.exec(request) ?? [];
    return resolveFilename.call(this, name ? path.join(libraries, name, 'src/index.ts') : request, ...rest);
  };
  require.extensions['.ts'] = (module, filename) => {
    const { code } = transformSync(fs.readFileSync(filename, 'utf8'), {
      loader: 'ts',
      format: 'cjs',
      target: 'node20',
      sourcefile: filename,
      sourcemap: 'inline',
      tsconfigRaw: { compilerOptions: { experimentalDecorators: true } },
    });
    module._compile(code, filename);
  };
}
