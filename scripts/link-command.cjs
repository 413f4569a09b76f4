// Puts `assay` where `npx assay` looks first. Without it npx packs and builds the whole project at every call: 12 seconds.
const { chmodSync, mkdirSync, rmSync, symlinkSync } = require('node:fs');
const { join, relative } = require('node:path');
const { bin } = require('../package.json');

const root = join(__dirname, '..');
const folder = join(root, 'node_modules', '.bin');
const command = join(root, bin.assay);
const link = join(folder, 'assay');

mkdirSync(folder, { recursive: true });
chmodSync(command, 0o755);
rmSync(link, { force: true });
symlinkSync(relative(folder, command), link);
