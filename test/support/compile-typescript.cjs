// Lets a plain Node process load the TypeScript sources as Jest does (`node -r`): engine hosts in tests run the code
// under test, not an older build.
const Module = require('node:module');
const path = require('node:path');
const { compiled, root } = require('./compiled-sources.cjs');

const resolveFilename = Module._resolveFilename;

Module._resolveFilename = function (request, ...rest) {
  const [, name] = /^@assay\/([a-z-]+)$/.exec(request) ?? [];
  if (!name) return resolveFilename.call(this, request, ...rest);
  const folder = name === 'projections' || name === 'workflows' ? name : `libs/${name}/src`;
  return resolveFilename.call(this, path.join(root, folder, 'index.ts'), ...rest);
};

require.extensions['.ts'] = (module, filename) => module._compile(compiled(filename), filename);
