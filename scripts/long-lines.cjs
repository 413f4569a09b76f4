// The formatter breaks code at 120 columns, but no comment, text or expression. This says where one is longer, and is
// part of `npm run lint`.
const { readFileSync } = require('node:fs');
const { join } = require('node:path');
const { listedFiles } = require('./listed-files.cjs');

const WIDTH = 120;
const SOURCES = /\.(ts|cjs|mjs|sh)$|^\.ci\/run$/;
/** A table of the catalogue has one rule a line. Samples are code of other people. */
const EXCEPT = /^libs\/analysis\/src\/catalogue\/|(^|\/)samples\//;

/** Each line of `text` that is too long, as `<file>:<line>: <characters>`. */
const longLines = (file, text) =>
  text
    .split('\n')
    .map((line, index) => [index + 1, [...line].length])
    .filter(([, length]) => length > WIDTH)
    .map(([line, length]) => `${file}:${line}: ${length} characters`);

const checkedFiles = (root) => listedFiles(root).filter((file) => SOURCES.test(file) && !EXCEPT.test(file));

function main() {
  const root = join(__dirname, '..');
  const found = checkedFiles(root).flatMap((file) => longLines(file, readFileSync(join(root, file), 'utf8')));
  if (found.length === 0) return;
  console.error(`${found.join('\n')}\nBreak lines of more than ${WIDTH} characters.`);
  process.exitCode = 1;
}

if (require.main === module) main();

module.exports = { checkedFiles, longLines };
