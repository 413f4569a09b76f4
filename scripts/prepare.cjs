// `npm run prepare`: builds the SQLite driver and the project at the same time, as they are independent. The compiler
// of each keeps one processor busy for most of a minute.
const { spawn } = require('node:child_process');
const { join } = require('node:path');

for (const script of ['build-sqlite-driver.cjs', 'build-if-changed.cjs'])
  spawn(process.execPath, [join(__dirname, script)], { stdio: 'inherit' }).on('exit', (code) => {
    if (code !== 0) process.exitCode = 1;
  });
