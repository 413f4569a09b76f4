const { readFileSync } = require('node:fs');
const { TestEnvironment } = require('jest-environment-node');

/** The calls in a spec that need separate modules: they replace modules, or load them again. */
const NEEDS_ITS_OWN = /\bjest\s*\.\s*(?:mock|doMock|unstable_mockModule|resetModules|isolateModules(?:Async)?)\b/;

/** The property in which `expect` keeps its matchers. */
const MATCHERS = Symbol.for('$$jest-matchers-object');

/** The globals that the specs of this process share, and their initial values. */
let shared;

/**
 * The globals of Jest's own environment for Node.js, made once per process for one spec file after another, so that
 * these can share modules (`runtime.cjs`). After each spec, its changes to the globals and to the process's settings
 * are undone. A spec that replaces modules has its own globals and modules.
 */
module.exports = class SharedEnvironment {
  /** Keeps these globals for all specs of this process. */
  static keepGlobals(names) {
    for (const name of names) shared.names.add(name);
    shared.matchers ??= shared.inner.global[MATCHERS] && { ...shared.inner.global[MATCHERS].matchers };
  }

  constructor(config, context) {
    this.sharesModules = !NEEDS_ITS_OWN.test(readFileSync(context.testPath, 'utf8'));
    const make = () => new TestEnvironment(config, context);
    this.inner = this.sharesModules ? (shared ??= withFirstState(make())).inner : make();
    for (const name of ['global', 'moduleMocker', 'fakeTimers', 'fakeTimersModern']) this[name] = this.inner[name];
  }

  setup() {
    return this.inner.setup();
  }

  async teardown() {
    if (!this.sharesModules) return this.inner.teardown();
    this.fakeTimers.useRealTimers();
    this.fakeTimersModern.useRealTimers();
    restore(shared);
  }

  exportConditions() {
    return this.inner.exportConditions();
  }

  getVmContext() {
    return this.inner.getVmContext();
  }
};

function withFirstState(inner) {
  const { env, execArgv, argv, exit } = inner.global.process;
  return {
    inner,
    names: new Set(Reflect.ownKeys(inner.global)),
    env: { ...env },
    execArgv: [...execArgv],
    argv: [...argv],
    exit, // which Jest wraps for each spec
  };
}

function restore({ inner, names, matchers, env, execArgv, argv, exit }) {
  const { process } = inner.global;
  for (const name of Reflect.ownKeys(inner.global)) if (!names.has(name)) delete inner.global[name];
  const kept = inner.global[MATCHERS]?.matchers ?? {};
  for (const name of Object.keys(kept)) if (!Object.hasOwn(matchers, name)) delete kept[name];
  inner._globalProxy.leftovers = []; // Jest keeps deleted properties there, up to the end of the globals
  for (const name of Object.keys(process.env)) if (!Object.hasOwn(env, name)) delete process.env[name];
  Object.assign(process.env, env);
  process.execArgv.splice(0, Infinity, ...execArgv);
  process.argv.splice(0, Infinity, ...argv);
  process.exit = exit;
}
