// Builds where a source has changed: `npx assay` prepares the project at every call, and a build takes 40 seconds.
const { execFileSync } = require('node:child_process');
const { join } = require('node:path');
const { isBuilt } = require('./built-sources.cjs');

const root = join(__dirname, '..');
if (!isBuilt(root)) execFileSync('npm', ['run', 'build'], { cwd: root, stdio: 'inherit' });
