const path = require('node:path');
const Runtime = require('jest-runtime').default;
const SharedEnvironment = require('./environment.cjs');

const root = path.resolve(__dirname, '../../..');

/** Specs, and what helps them: these register hooks and keep the state of one spec. */
const OF_ONE_SPEC = /(?:^|\/)test\/|\.(?:spec|suite)\.[jt]s$/;

/** Holds the modules that the specs of this process share. It lasts as long as the process. */
class Library extends Runtime {
  isLoading = false;

  /** What a module leaves on the globals while it is loaded is part of it, such as the rules of class-validator. */
  requireModule(...request) {
    if (this.isLoading) return super.requireModule(...request);
    const { global } = this._environment;
    const before = new Set(Reflect.ownKeys(global));
    this.isLoading = true;
    try {
      return super.requireModule(...request);
    } finally {
      this.isLoading = false;
      SharedEnvironment.keepGlobals(Reflect.ownKeys(global).filter((name) => !before.has(name)));
    }
  }
}

let library;

/**
 * Jest loads each module anew for each spec file. Here sources and packages are loaded once a process; a spec and the
 * helpers of tests are loaded for each spec, as before.
 */
module.exports = class SharedRuntime extends Runtime {
  constructor(config, environment, ...rest) {
    super(config, environment, ...rest);
    this.sharesModules = environment.sharesModules;
    if (!this.sharesModules) return;
    library ??= new Library(config, environment.inner, ...rest);
    this.transformCache.sourceMaps = library.transformCache.sourceMaps; // stacks lead through modules of both
  }

  requireModule(from, moduleName, options, isRequireActual) {
    return this.isShared(from, moduleName, options)
      ? library.requireModule(from, moduleName, options, isRequireActual)
      : super.requireModule(from, moduleName, options, isRequireActual);
  }

  isShared(from, moduleName, options) {
    return (
      this.sharesModules &&
      moduleName !== undefined &&
      !options?.isInternalModule &&
      !this._resolution.isCoreModule(moduleName) &&
      !OF_ONE_SPEC.test(path.relative(root, this._resolution.resolveCjs(from, moduleName)))
    );
  }
};
