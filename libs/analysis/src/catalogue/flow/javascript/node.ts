import { EXPORTED, FOUND_FIELD, HARMFUL_IN_PACKAGES, type FlowRows, type SinkRow } from '../rows';

const FILES = ['readFile', 'writeFile', 'appendFile', 'unlink', 'readdir', 'rm', 'rmdir', 'open', 'rename', 'copyFile', 'mkdir', 'opendir', 'truncate', 'chmod', 'chown', 'utimes', 'cp', 'symlink', 'link', 'readlink', 'mkdtemp'].flatMap((name) => [name, `${name}Sync`]);
const STREAMS = ['createReadStream', 'createWriteStream', 'watch', 'watchFile', 'openAsBlob'];
/** Of fs-extra. */
const MORE_FILES = ['outputFile', 'outputJson', 'readJson', 'readJSON', 'writeJson', 'writeJSON', 'remove', 'emptyDir', 'ensureDir', 'ensureFile', 'mkdirp', 'mkdirs', 'copy', 'move'].flatMap((name) => [name, `${name}Sync`]);
const SECOND = ['rename', 'copyFile', 'cp', 'symlink', 'link', 'copy', 'move'].flatMap((name) => [name, `${name}Sync`]);
/** Calls that ask for what is known of a file. */
const LOOKS = ['stat', 'lstat', 'exists', 'access', 'realpath'].flatMap((name) => [name, `${name}Sync`]);
const fileSinks = (module: string): SinkRow[] => [
  ...[...FILES, ...STREAMS, ...MORE_FILES].map((name): SinkRow => ({ call: `${module}.${name}`, weakness: 'path-traversal' })),
  ...SECOND.map((name): SinkRow => ({ call: `${module}.${name}`, weakness: 'path-traversal', arguments: [1] })),
  ...LOOKS.map((name): SinkRow => ({ call: `${module}.${name}`, weakness: 'path-traversal', isLook: true })),
];
/** Packages that take the path of a file; without a text, some take its content. */
const OF_FILES = ['rimraf', 'rimraf.sync', 'rimraf.rimraf', 'del', 'del.sync', 'mkdirp', 'mkdirp.sync', 'make-dir', 'load-json-file', 'write-file-atomic', 'jsonfile.readFile', 'jsonfile.writeFile'];

/**
 * Calls that run a program with a list of arguments: through a shell if an option asks for it or the program is one.
 */
const PROGRAMS = [...['spawn', 'spawnSync', 'execFile', 'execFileSync'].map((name) => `child_process.${name}`), ...['cross-spawn', 'cross-spawn.spawn', 'cross-spawn.sync', 'execa', 'execa.execa', 'execa.sync', 'execa.execaSync', 'execa.command', 'execa.execaCommand', 'execa.commandSync', 'execa.execaCommandSync']];
const SHELLS = ['sh', 'bash', 'zsh', '/bin/sh', '/bin/bash', 'cmd', 'cmd.exe', 'powershell', 'powershell.exe', 'pwsh'];
const programSinks = (call: string): SinkRow[] => [
  { call, weakness: 'command-injection', isProgram: true },
  { call, weakness: 'command-injection', onlyWith: 'shell' },
  { call, weakness: 'command-injection', arguments: [1], onlyWith: 'shell', isPart: true },
  { call, weakness: 'command-injection', arguments: [1], onlyWithFirst: SHELLS },
];

/** Methods of regular expressions, and those of texts that take one. */
const PATTERN_TESTS: NonNullable<FlowRows['patternTests']> = [...['test', 'exec'].map((name) => ({ call: `*.${name}`, pattern: 'receiver' as const, text: 0 })), ...['match', 'matchAll', 'replace', 'replaceAll', 'search', 'split'].map((name) => ({ call: `*.${name}`, pattern: 0, text: 'receiver' as const }))];

/** Node.js itself, and the language. */
export const node: FlowRows = {
  patternTests: PATTERN_TESTS,
  aliases: {
    'fs-extra': 'fs',
    'graceful-fs': 'fs',
    'fs.promises': 'fs',
    'node-fetch': 'fetch',
    'child_process.default': 'child_process',
    'globalThis.fetch': 'fetch',
    'window.fetch': 'fetch',
    'global.eval': 'eval',
    'vm.Script': 'vm.runInNewContext',
  },
  // The caller of a package may have checked the values that it passes.
  milder: [{ labels: [EXPORTED], severities: Object.fromEntries(HARMFUL_IN_PACKAGES.map((weakness) => [weakness, 'medium' as const])) }],
  handlers: [{ call: 'http.createServer', parameters: ['http.IncomingMessage', 'http.ServerResponse'] }],
  sources: {
    'http.IncomingMessage.url': 'address of the request',
    'http.IncomingMessage.headers': 'header of the request',
  },
  ends: ['process.exit', 'process.abort', 'koa.Context.throw', 'next.navigation.redirect', 'next.navigation.notFound'],
  sinks: [
    ...['Object.assign', 'lodash.assign', 'lodash.merge', 'lodash.extend', 'lodash.assignIn', 'lodash.defaultsDeep'].map((call): SinkRow => ({ call, weakness: 'mass-assignment', arguments: [1, 2], only: 'whole-body', unlessMade: true })),
    ...fileSinks('fs'),
    ...OF_FILES.map((call): SinkRow => ({ call, weakness: 'path-traversal' })),
    { call: 'send', weakness: 'path-traversal', arguments: [1], unlessWith: 'root' },
    { call: 'child_process.exec', weakness: 'command-injection' },
    { call: 'child_process.execSync', weakness: 'command-injection' },
    ...PROGRAMS.flatMap(programSinks),
    { call: 'shelljs.exec', weakness: 'command-injection' },
    { call: 'execa.shell', weakness: 'command-injection' },
    { call: 'execa.shellSync', weakness: 'command-injection' },
    { call: 'eval', weakness: 'code-injection', takesStored: true },
    // In releases before 6, evaluated code can leave its sandbox.
    { call: 'mathjs.eval', weakness: 'code-injection' },
    { call: 'Function', weakness: 'code-injection', arguments: [0, 1, 2] },
    { call: 'vm.runInNewContext', weakness: 'code-injection' },
    { call: 'vm.runInThisContext', weakness: 'code-injection' },
    { call: 'vm.runInContext', weakness: 'code-injection' },
    { call: 'fetch', weakness: 'request-forgery' },
    { call: 'http.get', weakness: 'request-forgery' },
    { call: 'http.request', weakness: 'request-forgery' },
    { call: 'https.get', weakness: 'request-forgery' },
    { call: 'https.request', weakness: 'request-forgery' },
    { assign: FOUND_FIELD, weakness: 'prototype-pollution' },
    { call: 'RegExp', weakness: 'regular-expression-injection' },
    { call: 'http.ServerResponse.write', weakness: 'cross-site-scripting', only: 'text' },
    { call: 'http.ServerResponse.end', weakness: 'cross-site-scripting', only: 'text' },
  ],
  sanitizers: [
    { call: 'parseInt', safeFor: 'all' },
    { call: 'parseFloat', safeFor: 'all' },
    { call: 'Number', safeFor: 'all' },
    { call: 'Boolean', safeFor: 'all' },
    { call: 'Number.parseInt', safeFor: 'all' },
    { call: 'Number.parseFloat', safeFor: 'all' },
    { call: 'BigInt', safeFor: 'all' },
    // The address of an OAuth provider: values become encoded parameters of it.
    ...['getAuthorizationUrl', 'generateAuthUrl', 'authorizationUrl', 'getAuthCodeUrl'].map((name) => ({ call: `*.${name}`, safeFor: ['open-redirect' as const] })),
    { call: 'encodeURIComponent', safeFor: ['path-traversal', 'open-redirect', 'request-forgery', 'cross-site-scripting', 'header-injection'] },
    { call: 'path.basename', safeFor: ['path-traversal'] },
    { call: 'escape', safeFor: ['cross-site-scripting'] },
    { call: 'JSON.stringify', safeFor: ['nosql-injection', 'cross-site-scripting', 'code-injection'] },
    { call: 'String', safeFor: ['nosql-injection'] },
    { call: '*.toString', safeFor: ['nosql-injection'] },
    { call: '*.trim', safeFor: ['nosql-injection'] },
    { call: '*.toLowerCase', safeFor: ['nosql-injection'] },
    { call: 'crypto.createHash().update().digest', safeFor: 'all' },
  ],
};
