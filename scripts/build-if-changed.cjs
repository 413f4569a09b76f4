// Builds where a source has changed: `npx assay` prepares the project at every call, and a build takes 40 seconds.
const { execFileSync } = require('node:child_process');
const { readdirSync, statSync } = require('node:fs');
const { join } = require('node:path');

const root = join(__dirname, '..');
const STAMP = join(root, 'dist', '.built');
const SOURCES = [
  'apps',
  'libs',
  'projections',
  'workflows',
  'bench',
  'scripts/build-workflow-bundle.cjs',
  'scripts/bundle-command.cjs',
  'tsconfig.json',
  'tsconfig.build.json',
  'nest-cli.json',
  'package.json',
];
const NOT_BUILT = new Set(['samples', 'test']);

const changedSince = (time, path) => {
  const stats = statSync(path);
  if (!stats.isDirectory()) return stats.mtimeMs > time;
  // A folder's own time tells that something in it was removed or renamed.
  return (
    stats.mtimeMs > time ||
    readdirSync(path).some((entry) => !NOT_BUILT.has(entry) && changedSince(time, join(path, entry)))
  );
};

const built = statSync(STAMP, { throwIfNoEntry: false });
if (!built || SOURCES.some((source) => changedSince(built.mtimeMs, join(root, source)))) {
  execFileSync('npm', ['run', 'build'], { cwd: root, stdio: 'inherit' });
}
