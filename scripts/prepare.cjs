// What `npm run prepare` does: the SQLite driver and the build, which know nothing of each other, at the same time. The
// compiler of each keeps one processor busy for most of a minute.
const { spawn } = require('node:child_process');
const { join } = require('node:path');

for (const script of ['build-sqlite-driver.cjs', 'build-if-changed.cjs'])
  spawn(process.execPath, [join(__dirname, script)], { stdio: 'inherit' }).on('exit', (code) => {
    if (code !== 0) process.exitCode = 1;
  });
