// A function reads as a list of steps; one of many lines does several things. This names functions of more than 60
// lines, with the functions in them, and is part of `npm run lint`.
const { readFileSync } = require('node:fs');
const { join } = require('node:path');
const ts = require('typescript');
const { listedFiles } = require('./listed-files.cjs');

const MOST_LINES = 60;
const SOURCES = /^(?:apps|libs|projections|workflows|scripts|bench)\/.*\.[cm]?[jt]s$/;
/**
 * Tests list their cases. A table of the catalogue has one rule a line. Samples are code of other people. The programs
 * that the benchmark of flows reads are one text each.
 */
const EXCEPT =
  /\.(?:spec|suite)\.ts$|(?:^|\/)(?:test|samples)\/|^libs\/analysis\/src\/catalogue\/|^bench\/flow\/programs\//;

const KINDS_OF_NODES = 'one switch: what each kind of node becomes';
const lowering = (file) => `libs/analysis/src/engines/flow/lower/${file}`;

/** Functions that are one table, and why. A function that is shorter by now leaves the list. */
const TABLES = {
  'libs/billing/src/domain/entry-view.ts viewOf': 'one switch: how each type of entry is shown, a call each',
  'libs/kernel/src/settings.ts readSettings': 'one object: which field each setting becomes',
  [`${lowering('c/expressions.ts')} lowered`]: KINDS_OF_NODES,
  [`${lowering('csharp/expressions.ts')} lowered`]: KINDS_OF_NODES,
  [`${lowering('java/expressions.ts')} lowered`]: KINDS_OF_NODES,
  [`${lowering('javascript/expressions.ts')} lowered`]: KINDS_OF_NODES,
  [`${lowering('kotlin/expressions.ts')} lowered`]: KINDS_OF_NODES,
  [`${lowering('php/expressions.ts')} lowered`]: KINDS_OF_NODES,
  [`${lowering('python/expressions.ts')} lowered`]: KINDS_OF_NODES,
  [`${lowering('ruby/expressions.ts')} lowered`]: KINDS_OF_NODES,
  [`${lowering('ruby/statements.ts')} statement`]: KINDS_OF_NODES,
};

/** The functions of a file that are too long, with the line where each begins. */
function longFunctions(text) {
  if (text.split('\n').length <= MOST_LINES) return [];
  const source = ts.createSourceFile('file.ts', text, ts.ScriptTarget.Latest, true);
  const lineOf = (position) => source.getLineAndCharacterOfPosition(position).line + 1;
  const found = [];
  const visit = (node) => {
    if (ts.isFunctionLike(node) && node.body) {
      const line = lineOf(node.getStart(source));
      const lines = lineOf(node.end) - line + 1;
      if (lines > MOST_LINES) found.push({ name: nameOf(node, source), line, lines });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** The function's own name, or that of the variable or field that it is the value of. */
function nameOf({ name, parent }, source) {
  const named = name ?? (ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent) ? parent.name : undefined);
  return named?.getText(source) ?? 'a function without a name';
}

/** The problems of some files: functions that are too long, or listed as a table and short. */
function problemsIn(texts, tables) {
  const long = Object.entries(texts).flatMap(([file, text]) =>
    longFunctions(text).map((found) => ({ ...found, file, key: `${file} ${found.name}` })),
  );
  const keys = new Set(long.map(({ key }) => key));
  return [
    ...long
      .filter(({ key }) => !Object.hasOwn(tables, key))
      .map(({ file, line, name, lines }) => `${file}:${line}: ${name} has ${lines} lines`),
    ...Object.keys(tables)
      .filter((key) => !keys.has(key))
      .map((key) => `${key}: is not a long function; take it from the list in long-functions.cjs`),
  ];
}

const checkedFiles = (root) => listedFiles(root).filter((file) => SOURCES.test(file) && !EXCEPT.test(file));

function main() {
  const root = join(__dirname, '..');
  const texts = Object.fromEntries(checkedFiles(root).map((file) => [file, readFileSync(join(root, file), 'utf8')]));
  const problems = problemsIn(texts, TABLES);
  if (problems.length === 0) return;
  console.error(`${problems.join('\n')}\nSplit functions of more than ${MOST_LINES} lines into their steps.`);
  process.exitCode = 1;
}

if (require.main === module) main();

module.exports = { checkedFiles, longFunctions, problemsIn };
