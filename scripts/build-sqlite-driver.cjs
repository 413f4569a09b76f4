// The SQLite driver of Node.js 20 is written against V8 and has to be built for it; the driver of later versions ships
// compiled. Which driver runs where, and why there are two, stands in libs/sqlite/src/driver.ts.
const { execFileSync } = require('node:child_process');
const { existsSync } = require('node:fs');
const { join } = require('node:path');

const folder = join(__dirname, '..', 'node_modules', 'better-sqlite3-node20');
const isNeeded = Number.parseInt(process.versions.node, 10) < 22;

const isDriverMissing = () => isNeeded && !existsSync(join(folder, 'build', 'Release', 'better_sqlite3.node'));

module.exports = { isDriverMissing };

if (require.main === module && isDriverMissing()) {
  console.log('building the SQLite driver for Node.js', process.versions.node);
  // Fetches the binary of this release, or compiles it where there is none (a C++ compiler, make and Python).
  execFileSync('npm', ['run', 'install'], { cwd: folder, stdio: 'inherit' });
}
