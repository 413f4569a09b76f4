import { runOn } from '../../../test/run-on';
import { flowTools } from '../../catalogue/flow';
import { profileOf } from '../engine-table';

const PUBLISHED = '{ "name": "lib", "version": "1.0.0", "main": "index.js", "files": ["index.js"] }';

/** `rule line severity` of each finding in index.js. */
async function found(text: string, manifest = PUBLISHED, path = 'index.js') {
  const files = { 'package.json': manifest, [path]: text };
  const { findings } = (await runOn(profileOf('flow'), flowTools, files)).tool('js-data-flow');
  return findings.map(({ rule, line, severity }) => `${rule} ${line} ${severity ?? 'as the rule'}`);
}

const CLONE = 'const { exec } = require("child_process");\nexports.clone = (url) => exec("git clone " + url);\n';

const RUN_SECOND = 'function run() { cp.exec("git show " + arguments[1]); }';

describe('what a published package is given by whoever calls it', () => {
  it('may reach a command, with less weight than what comes from outside', async () => {
    expect(await found(CLONE)).toEqual(['command-injection 2 medium']);
  });

  it.each([
    ['is private', PUBLISHED.replace('{', '{ "private": true,')],
    ['has no version', PUBLISHED.replace('"version": "1.0.0", ', '')],
    ['is started', PUBLISHED.replace('{', '{ "scripts": { "start": "node ." },')],
    ['says nothing of what is published', '{ "name": "lib", "version": "1.0.0", "main": "index.js" }'],
    ['is no JSON', '{'],
  ])('counts for nothing in a package that %s', async (_, manifest) => {
    expect(await found(CLONE, manifest)).toEqual([]);
  });

  it.each([
    ['says where it is published', '"publishConfig": { "access": "public" }'],
    ['has types for others', '"typings": "index.d.ts"'],
  ])('counts in a package with a start if it %s', async (_, word) => {
    const manifest = PUBLISHED.replace('{', `{ "scripts": { "start": "build --watch" }, ${word},`);
    expect(await found(CLONE, manifest)).toEqual(['command-injection 2 medium']);
  });

  it.each([
    [
      'a hidden method of an object that is returned',
      'class Git { _show(id) { cp.exec("git show " + id); } } module.exports = () => new Git();',
    ],
    [
      'a method of an object that stays inside',
      'class Git { show(id) { cp.exec("git show " + id); } } module.exports = () => { new Git(); };',
    ],
    ['another argument', 'exports.show = function (folder, id) { run(folder, 1); }; ' + RUN_SECOND],
  ])('is not what gets into %s', async (_, text) => {
    expect(await found(`const cp = require("child_process");\n${text}`)).toEqual([]);
  });

  it('is found by its place among arguments without names', async () => {
    const text = 'exports.show = function (folder, id) { run(folder, id); }; ' + RUN_SECOND;
    expect(await found(`const cp = require("child_process");\n${text}`)).toEqual(['command-injection 2 medium']);
  });

  it.each([
    ['exports, under conditions', '"exports": { ".": { "import": "./dist/index.js" } }', 'src/index.js'],
    ['a build', '"main": "dist/index.js", "types": "dist/index.d.ts"', 'src/index.ts'],
    ['no entry at all', '"files": ["*.js"]', 'index.js'],
  ])('is found by %s', async (_, entry, path) => {
    const manifest = `{ "name": "lib", "version": "1.0.0", ${entry} }`;
    const text = 'import { exec } from "child_process";\nexport const clone = (url) => exec("git clone " + url);\n';
    expect(await found(text, manifest, path)).toEqual(['command-injection 2 medium']);
  });

  it('is not what another module of the package gets', async () => {
    expect(await found(CLONE, PUBLISHED, 'inside.js')).toEqual([]);
  });

  it('is known in methods and constructors of exported classes', async () => {
    const text =
      'const { exec } = require("child_process");\nclass Git {\n' +
      '  constructor(folder) { this.folder = folder; }\n' +
      '  log() { exec(`git -C ${this.folder} log`); }\n' +
      '  show(id) { exec(`git show ${id}`); }\n}\nmodule.exports = Git;\n';
    expect(await found(text)).toEqual(['command-injection 4 medium', 'command-injection 5 medium']);
  });

  const FUNCTIONS = 'const cp = require("child_process");\nconst util = require("util");\n';
  it.each([
    [
      'a function that a promise runs',
      'module.exports = (port) => new Promise((done) => { const cmd = `lsof -i:${port}`; cp.exec(cmd, done); });',
    ],
    [
      'a function that was made to promise',
      'const run = util.promisify(cp.exec); exports.show = (id) => run(`git show ${id}`);',
    ],
    [
      'a function in a field of a function',
      'function git() {} git.show = (id) => cp.exec(`git show ${id}`); module.exports = git;',
    ],
    [
      'a method of what `new` makes of a function',
      'function Git(folder) { this.folder = folder; } ' +
        'Git.prototype.log = function () { cp.exec("git -C " + this.folder + " log"); }; module.exports = Git;',
    ],
    [
      'a method that comes from what the function inherits',
      'function Base(name) { this.name = name; } ' +
        'Base.prototype.go = function () { cp.exec("git show " + this.name); }; ' +
        'function Git(name) { Base.call(this, name); } util.inherits(Git, Base); module.exports = Git;',
    ],
    [
      'another function of the same object',
      'module.exports = { show(id) { this.run("git show " + id); }, run(command) { cp.exec(command); } };',
    ],
    [
      'an object that `new` made of a class',
      'class Git { show(id) { cp.exec("git show " + id); } } module.exports = new Git();',
    ],
    [
      'a class of which an exported function makes an object',
      'class Git { show(id) { cp.exec("git show " + id); } } module.exports = () => new Git();',
    ],
    [
      'what `new` makes of a function within an exported one',
      'function Git() {} Git.prototype.show = function (id) { cp.exec("git show " + id); }; ' +
        'module.exports = function () { return new Git(); };',
    ],
    [
      'a function in the object that an exported one returns',
      'exports.open = (folder) => ({ show: (id) => cp.exec("git show " + id) });',
    ],
    ['arguments without names', 'exports.show = function () { cp.exec("git show " + arguments[0]); };'],
    [
      'a list of arguments without names',
      'exports.show = function (git) { ' +
        'const all = Array.prototype.slice.call(arguments); cp.exec("git show " + all.pop()); };',
    ],
    ['a format', 'exports.show = (id) => cp.exec(util.format("git show %s", id));'],
    ['a part of a text that is replaced', 'exports.show = (id) => cp.exec("git show :id".replace(":id", id));'],
    [
      'text that is added under a condition',
      'exports.log = (author) => { let cmd = "git log"; if (author) cmd += " --author=" + author; cp.exec(cmd); };',
    ],
    ['an argument that a shell reads', 'exports.show = (id) => cp.spawn("git", ["show", id], { shell: true });'],
    ['a command within the arguments of a shell', 'exports.show = (id) => cp.spawn("sh", ["-c", "git show " + id]);'],
  ])('reaches a command through %s', async (_, text) => {
    expect(await found(FUNCTIONS + text)).toEqual(['command-injection 3 medium']);
  });

  it.each([
    ['is chosen by the caller', 'exports.show = (bin) => cp.spawn(bin + "/git", ["show"]);'],
    ['gets arguments without a shell', 'exports.show = (id) => cp.spawn("git", ["show", "--id=" + id]);'],
    ['is a shell that gets a whole command', 'exports.run = (command) => cp.spawn("sh", ["-c", command]);'],
  ])('may name a program that %s', async (_, text) => {
    expect(await found(FUNCTIONS + text)).toEqual([]);
  });

  it.each([
    ['a command as a whole: to run it is what it is for', 'exec(url)'],
    ['an argument of a program without a shell', 'execFile("git", ["clone", url])'],
    ['a path or an address: to open them is what it is for', 'readFile(url)'],
    ['a number', 'typeof url === "number" && exec("git show " + url)'],
  ])('is harmless as %s', async (_, call) => {
    const imports = 'const { exec, execFile } = require("child_process");\nconst { readFile } = require("fs");\n';
    const text = `${imports}exports.clone = (url) => { ${call}; };\n`;
    expect(await found(text)).toEqual([]);
  });
});

const isObject = 'const isObject = (value) => value && typeof value === "object";\n';
const merge = (test: string, keys = 'for (const key in source)') =>
  `${isObject}function merge(target, source) {\n  ${keys} {\n    ${test}\n` +
  '    if (isObject(target[key])) merge(target[key], source[key]);\n    else target[key] = source[key];\n  }\n}\n' +
  'module.exports = merge;\n';
const FORBIDDEN = 'if (key === "__proto__" || key === "constructor") continue;';

describe('what all objects inherit', () => {
  it.each([
    ['a merge that calls itself', merge(''), 6],
    ['one that asks the source for its own names', merge('if (!source.hasOwnProperty(key)) continue;'), 6],
    [
      'a walk along a path',
      'module.exports = function set(object, path, value) {\n  const names = path.split(".");\n' +
        '  const last = names.pop();\n  for (const name of names) object = object[name];\n' +
        '  object[last] = value;\n};\n',
      5,
    ],
    [
      'a walk by a function for each name',
      'exports.make = (object, path) =>\n' +
        '  path.split(".").reduce((each, name) => (each[name] = each[name] || {}), object);\n',
      2,
    ],
  ])('is set by %s', async (_, text, line) => {
    expect(await found(text)).toEqual([`prototype-pollution ${line} medium`]);
  });

  it.each([
    ['names are refused', merge(FORBIDDEN)],
    ['a list refuses names', merge('if (["__proto__", "constructor"].includes(key)) continue;')],
    ['a function refuses names', merge('if (isUnsafe(key)) continue;')],
    [
      'the target must have the name itself',
      merge('').replace('if (isObject(', 'if (Object.prototype.hasOwnProperty.call(target, key) && isObject('),
    ],
    [
      'the copy is shallow',
      'exports.copy = (from) => { const to = {}; for (const key in from) to[key] = from[key]; };',
    ],
    [
      'the object has no prototype',
      'exports.group = (one, two) => { const all = Object.create(null); all[one][two] = 1; return all; };',
    ],
    ['names are those of the code', 'const all = {}; exports.put = (value) => { all.one.two = value; };'],
  ])('is not set where %s', async (_, text) => {
    expect(await found(text)).toEqual([]);
  });

  it('matters more where a request names the fields', async () => {
    const text =
      'const app = require("express")();\nconst all = {};\n' +
      'app.post("/", (req, res) => { all[req.body.group][req.body.name] = 1; });\n';
    expect(await found(text, '{ "private": true }')).toEqual(['prototype-pollution 3 as the rule']);
  });
});
