// Lets a plain Node process load the TypeScript sources as Jest does (`node -r`): engine hosts in tests run the code
// under test, not an older build.
const Module = require('node:module');
const path = require('node:path');
const fs = require('node:fs');
const { transformSync } = require('@swc/core');

const root = path.resolve(__dirname, '../..');
const resolveFilename = Module._resolveFilename;

Module._resolveFilename = function (request, ...rest) {
  const [, name] = /^@assay\/([a-z-]+)$/.exec(request) ?? [];
  if (!name) return resolveFilename.call(this, request, ...rest);
  const folder = name === 'projections' || name === 'workflows' ? name : `libs/${name}/src`;
  return resolveFilename.call(this, path.join(root, folder, 'index.ts'), ...rest);
};

require.extensions['.ts'] = (module, filename) => {
  const { code } = transformSync(fs.readFileSync(filename, 'utf8'), {
    filename,
    sourceMaps: 'inline',
    jsc: { parser: { syntax: 'typescript', decorators: true }, transform: { legacyDecorator: true, decoratorMetadata: true }, target: 'es2023' },
    module: { type: 'commonjs', ignoreDynamic: true },
  });
  module._compile(code, filename);
};
