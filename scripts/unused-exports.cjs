// An export that no other file names is either dead or needs no `export`, and one that only tests name belongs to the
// tests. This lists such exports, and is part of `npm run lint`. A type or class may be exported for the signature that
// it belongs to, if its own file names it. Imports and exports are read without types, so that it ends within seconds.
const { readFileSync } = require('node:fs');
const { dirname, join, normalize } = require('node:path');
const ts = require('typescript');
const { listedFiles } = require('./listed-files.cjs');

const SOURCES = /\.([cm]?ts|[cm]js)$/;
/** Samples are code of other people. */
const EXCEPT = /(^|\/)samples\//;
/** The names that are used from outside the sources. */
const NAMED_ELSEWHERE = [
  { file: /^libs\/analysis\/src\/engines\/.*\.engine\.ts$/, names: ['engine'] }, // the host imports it by its path
  { file: /^workflows\/.*\.(workflow|interceptors)\.ts$/, names: 'all' }, // Temporal's worker looks them up by name
  { file: /^apps\/cli\/src\/load-large-module\.ts$/, names: ['compileLargeModule'] }, // the build requires it
  { file: /\/test\/refused-[a-z]+\.ts$/, names: 'all' }, // only the compiler reads it
  { file: /^libs\/targets\/src\/site\/browser\/child\//, names: ['runJob'] }, // the host requires its file
  { file: /^test\/support\/engines\/global-(setup|teardown)\.ts$/, names: ['default'] }, // Jest calls what they export
];

/** The exports of a file, its re-exports from other files, and its imports (`*` is all). */
function readModule(file, text) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, false);
  const module = { local: new Map(), passedOn: [], stars: [], taken: [], types: new Set() };
  const ownTypes = [];
  const lineOf = (node) => source.getLineAndCharacterOfPosition(ts.skipTrivia(text, node.pos)).line + 1;
  const declare = (name, node) => {
    if (!name) return;
    if (ts.isIdentifier(name)) module.local.set(name.text, lineOf(name));
    else for (const element of name.elements) if (element.name) declare(element.name, node);
  };
  for (const statement of source.statements) {
    const exported = (ts.canHaveModifiers(statement) ? (ts.getModifiers(statement) ?? []) : []).map(({ kind }) => kind);
    if (ts.isImportDeclaration(statement)) takeImport(module, statement);
    else if (ts.isExportDeclaration(statement)) readExport(module, statement, lineOf);
    else if (exported.includes(ts.SyntaxKind.DefaultKeyword)) module.local.set('default', lineOf(statement));
    else if (exported.includes(ts.SyntaxKind.ExportKeyword)) {
      if (ts.isVariableStatement(statement))
        for (const { name } of statement.declarationList.declarations) declare(name, statement);
      else declare(statement.name, statement);
      if (
        ts.isInterfaceDeclaration(statement) ||
        ts.isTypeAliasDeclaration(statement) ||
        ts.isClassDeclaration(statement)
      )
        ownTypes.push(statement.name.text);
    }
  }
  const named = takeInside(module, source);
  module.types = new Set(ownTypes.filter((name) => named.get(name) > 1));
  return module;
}

function takeImport(module, { moduleSpecifier, importClause }) {
  const from = moduleSpecifier.text;
  const { name, namedBindings } = importClause ?? {};
  if (name) module.taken.push({ from, name: 'default' });
  if (!namedBindings) return;
  if (ts.isNamespaceImport(namedBindings)) module.taken.push({ from, name: '*' });
  else
    for (const element of namedBindings.elements)
      module.taken.push({ from, name: (element.propertyName ?? element.name).text });
}

function readExport(module, { moduleSpecifier, exportClause }, lineOf) {
  const from = moduleSpecifier?.text;
  if (!exportClause) module.stars.push(from);
  else if (ts.isNamespaceExport(exportClause)) {
    module.local.set(exportClause.name.text, lineOf(exportClause));
    module.taken.push({ from, name: '*' });
  } else
    for (const element of exportClause.elements) {
      const name = element.name.text;
      if (from)
        module.passedOn.push({ name, from, as: (element.propertyName ?? element.name).text, line: lineOf(element) });
      else module.local.set(name, lineOf(element));
    }
}

/**
 * `import('…')`, `require('…')` and Jest's forms of it import everything; `import('…').Name` as a type imports one
 * name. Returns how often the file has each name.
 */
function takeInside(module, source) {
  const named = new Map();
  const visit = (node) => {
    if (ts.isIdentifier(node)) named.set(node.text, (named.get(node.text) ?? 0) + 1);
    else if (ts.isCallExpression(node)) {
      const [first] = node.arguments;
      if (first && ts.isStringLiteralLike(first) && isImporting(node.expression))
        module.taken.push({ from: first.text, name: '*' });
    } else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
      const first =
        node.qualifier && (ts.isIdentifier(node.qualifier) ? node.qualifier.text : node.qualifier.left.text);
      module.taken.push({ from: node.argument.literal.text, name: first ?? '*' });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return named;
}

/** Whether a call of it imports: `import`, `require`, `require.resolve`, and all that Jest does with modules. */
function isImporting(callee) {
  if (callee.kind === ts.SyntaxKind.ImportKeyword) return true;
  const first = ts.isPropertyAccessExpression(callee) ? callee.expression : callee;
  return ts.isIdentifier(first) && ['require', 'jest'].includes(first.text);
}

/** The exports that no other file names, as `<file>:<line>: <name>`. `texts` has the text of each file by its path. */
function unusedExports(texts, aliases = new Map()) {
  const modules = new Map([...texts].map(([file, text]) => [file, readModule(file, text)]));
  const resolve = (file, from) => {
    const base = from?.startsWith('.') ? normalize(join(dirname(file), from)) : aliases.get(from);
    if (base === undefined) return undefined;
    const stem = base.replace(/\.[cm]?js$/, '');
    return [base, `${base}.ts`, `${stem}.ts`, `${stem}.mts`, `${base}.cjs`, `${base}/index.ts`].find((path) =>
      modules.has(path),
    );
  };
  const used = new Set();
  const use = (file, name, seen = new Set()) => {
    const module = file !== undefined && modules.get(file);
    if (!module || seen.has(`${file} ${name}`)) return;
    seen.add(`${file} ${name}`);
    used.add(`${file} ${name}`);
    if (name === '*')
      for (const each of [...module.local.keys(), ...module.passedOn.map((one) => one.name)]) use(file, each, seen);
    for (const one of module.passedOn) if (one.name === name) use(resolve(file, one.from), one.as, seen);
    if (!module.local.has(name)) for (const star of module.stars) use(resolve(file, star), name, seen);
  };
  for (const [file, { taken, local }] of modules) {
    for (const { from, name } of taken) use(resolve(file, from), name);
    for (const { file: pattern, names } of NAMED_ELSEWHERE)
      if (pattern.test(file)) for (const name of names === 'all' ? local.keys() : names) use(file, name);
  }
  return [...modules].flatMap(([file, { local, types, passedOn }]) =>
    [...local, ...passedOn.map(({ name, line }) => [name, line])]
      .filter(([name]) => !types.has(name) && !used.has(`${file} ${name}`))
      .map(([name, line]) => `${file}:${line}: ${name}`),
  );
}

/** Sources that no installation runs. */
const FOR_TESTS = /\.spec\.ts$|(^|\/)test\/|^bench\/|^[^/]*\.cjs$/;
/** Exports for tests that check a whole table or format, if the table itself is not exported. */
const ASKED_BY_TESTS = [
  'libs/analysis/src/catalogue/about-value.ts: rulesAboutValue', // each is a rule of the catalogue
  'libs/analysis/src/catalogue/cwe-reasons.ts: reasonedWeaknesses', // each is a weakness of a rule
  'libs/analysis/src/catalogue/axe/index.ts: LEFT_OUT_AXE_RULES', // each is a rule of axe-core
  'libs/analysis/src/engines/flow/parse/read-syntax.ts: grammarPackages', // each is in package.json
  'libs/analysis/src/engines/kit/parsers/languages.ts: parserPackages', // each is in package.json
  'libs/analysis/src/engines/secretlint/formats/checksums.ts: bech32Checksum', // the inverse of the verified direction
  'libs/analysis/src/engines/secretlint/formats/shapes.ts: alphabetOf', // the characters of such values
];

/**
 * The exports that only tests name, and that their own file does not use: they belong to the tests. Re-exports of an
 * index file are not listed, because tests of another library have no other way to them.
 */
function exportsForTests(texts, aliases) {
  const production = new Map([...texts].filter(([file]) => !FOR_TESTS.test(file)));
  return unusedExports(production, aliases).filter((found) => {
    const [, file, name] = /^(.*):\d+: (.*)$/.exec(found);
    const named = production.get(file).match(new RegExp(`(?<![\\w$])${name.replaceAll('$', '\\$')}(?![\\w$])`, 'g'));
    const isPassedOn = readModule(file, production.get(file)).passedOn.some((one) => one.name === name);
    return (
      !file.startsWith('scripts/') && named.length === 1 && !isPassedOn && !ASKED_BY_TESTS.includes(`${file}: ${name}`)
    );
  });
}

function sources(root) {
  const files = listedFiles(root).filter((file) => SOURCES.test(file) && !EXCEPT.test(file));
  return new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]));
}

function aliasesOf(root) {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile);
  return new Map(Object.entries(config.compilerOptions.paths).map(([alias, [path]]) => [alias, normalize(path)]));
}

function main() {
  const root = join(__dirname, '..');
  const texts = sources(root);
  const aliases = aliasesOf(root);
  const unused = unusedExports(texts, aliases);
  const forTests = exportsForTests(texts, aliases).filter((found) => !unused.includes(found));
  complain(unused, 'No other file names these exports. Use them, delete them, or take the word export away.');
  complain(forTests, 'Only tests name these exports. Move them to a test folder, or delete them.');
}

function complain(found, what) {
  if (found.length === 0) return;
  console.error(`${found.join('\n')}\n${what}`);
  process.exitCode = 1;
}

if (require.main === module) main();

module.exports = { exportsForTests, unusedExports };
