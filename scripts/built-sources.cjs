// Lists the files that the build reads, and tells whether they have changed. The stamp of a build lists the files that
// it read, so that a removed file is noticed; files that a test makes beside them and removes again change nothing.
const { existsSync, readFileSync, readdirSync, statSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');

const SOURCES = [
  'apps',
  'libs',
  'projections',
  'workflows',
  'bench',
  'scripts/build-workflow-bundle.cjs',
  'scripts/bundle-command.cjs',
  'scripts/bundle-engine.cjs',
  'scripts/compile-command.cjs',
  'tsconfig.json',
  'tsconfig.build.json',
  'nest-cli.json',
  'package.json',
];
const NOT_BUILT = /^(?:samples|test)$|\.spec\.ts$/;

const stampIn = (root) => join(root, 'dist', '.built');

/** The paths of the files that the build reads, from the root. */
function sourcesIn(root) {
  const under = (path) => {
    if (!statSync(join(root, path)).isDirectory()) return [path];
    return readdirSync(join(root, path))
      .filter((name) => !NOT_BUILT.test(name))
      .sort()
      .flatMap((name) => under(`${path}/${name}`));
  };
  return SOURCES.filter((path) => existsSync(join(root, path))).flatMap(under);
}

const stampBuild = (root) => writeFileSync(stampIn(root), `${sourcesIn(root).join('\n')}\n`);

function isBuilt(root) {
  const stamp = statSync(stampIn(root), { throwIfNoEntry: false });
  if (stamp === undefined) return false;
  const sources = sourcesIn(root);
  if (readFileSync(stampIn(root), 'utf8') !== `${sources.join('\n')}\n`) return false;
  return sources.every((path) => statSync(join(root, path)).mtimeMs <= stamp.mtimeMs);
}

module.exports = { isBuilt, stampBuild };
