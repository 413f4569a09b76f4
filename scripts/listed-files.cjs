// The files that checks of the sources look at.
const { execFileSync } = require('node:child_process');
const { existsSync } = require('node:fs');
const { join } = require('node:path');

/** The paths of all files of the project below `root`, committed or not, that no ignore file names. */
function listedFiles(root) {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root });
  // A file that is deleted and not committed yet is still listed.
  return [...new Set(String(listed).split('\0'))].filter((file) => file !== '' && existsSync(join(root, file)));
}

module.exports = { listedFiles };
