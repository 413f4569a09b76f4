// Makes one file of an engine that is written here and of all our modules that it needs; packages stay outside. Node.js
// loads it in half the time. It is made from the sources: in what tsc has compiled, each call of a function of another
// module asks an object for it, and in one file it does not.
const { build } = require('esbuild');
const { join } = require('node:path');

/**
 * @param {string} root of the installation
 * @param {string} entry the module in TypeScript
 * @param {string} bundle the file to write, with its source map beside it
 */
module.exports = async function bundleEngine(root, entry, bundle) {
  await build({
    entryPoints: [entry],
    outfile: bundle,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    packages: 'external',
    absWorkingDir: root,
    tsconfig: join(root, 'tsconfig.json'),
    sourcemap: 'linked',
    sourcesContent: false,
    logLevel: 'warning',
  });
};
