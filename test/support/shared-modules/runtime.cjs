const path = require('node:path');
const Runtime = require('jest-runtime').default;

const root = path.resolve(__dirname, '../../..');

/** Specs, and what helps them: these register hooks and keep the state of one spec. */
const OF_ONE_SPEC = /(?:^|\/)test\/|\.(?:spec|suite)\.[jt]s$/;

/** Holds the modules that the specs of this process share. It lasts as long as the process. */
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
    library ??= new Runtime(config, environment.inner, ...rest);
    this.transformCache.sourceMaps = library.transformCache.sourceMaps; // stacks lead through modules of both
  }

  requireModule(from, moduleName, options, isRequireActual) {
    const holder = this.isShared(from, moduleName, options) ? library : this;
    return Runtime.prototype.requireModule.call(holder, from, moduleName, options, isRequireActual);
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
