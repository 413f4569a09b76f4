// `npm run prepare`: builds the SQLite driver and the project at the same time, as they are independent. The compiler
// of each keeps one processor busy for most of a minute.
const { spawn } = require('node:child_process');
const { join } = require('node:path');
const { isDriverMissing } = require('./build-sqlite-driver.cjs');
const { compileCommand } = require('./compile-command.cjs');

const isFirst = isDriverMissing();

const ended = ['build-sqlite-driver.cjs', 'build-if-changed.cjs'].map(
  (script) =>
    new Promise((resolve) => {
      spawn(process.execPath, [join(__dirname, script)], { stdio: 'inherit' }).on('exit', (code) => {
        if (code !== 0) process.exitCode = 1;
        resolve();
      });
    }),
);
Promise.all(ended).then(() => {
  if (isFirst) compileCommand(join(__dirname, '..'));
});
