const path = require('node:path');
const Runtime = require('jest-runtime').default;
const SharedEnvironment = require('./environment.cjs');

const root = path.resolve(__dirname, '../../..');

/** Specs and their helpers, which register hooks and keep the state of one spec. */
const OF_ONE_SPEC = /(?:^|\/)test\/|\.(?:spec|suite)\.[jt]s$/;

/** Jest's own modules that keep the state of one spec. */
const RUNS_ONE_SPEC = /[\\/]node_modules[\\/](?:jest-circus|@jest[\\/]globals)[\\/]/;

/** Holds the modules that the specs of this process share. It lasts as long as the process. */
class Library extends Runtime {
  isLoading = false;
  loaded = new Set();

  /**
   * Keeps the globals that a module sets while it is loaded, because they belong to it: the rules of class-validator.
   */
  requireModule(...request) {
    if (this.isLoading) return super.requireModule(...request);
    const path = this._resolution.resolveCjs(...request);
    // Listing the globals takes longer than returning a loaded module, which each spec requests hundreds of times.
    if (this.loaded.has(path)) return super.requireModule(...request);
    this.loaded.add(path);
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
 * Jest loads each module again for each spec file. Here sources, packages and the modules of `expect` are loaded once
 * per process; only a spec and the helpers of tests are loaded for each spec.
 */
module.exports = class SharedRuntime extends Runtime {
  constructor(config, environment, ...rest) {
    super(config, environment, ...rest);
    this.sharesModules = environment.sharesModules;
    if (!this.sharesModules) return;
    library ??= new Library(config, environment.inner, ...rest);
    this.transformCache.sourceMaps = library.transformCache.sourceMaps; // stacks contain modules of both
    this.storages = this.keepStorages();
  }

  /**
   * The asynchronous storages that the spec and Jest create for it. For each promise, Node.js 20 and 22 visit each
   * storage that is in use, so that the storages of all earlier specs would slow each spec down.
   */
  keepStorages() {
    const made = [];
    const { coreModule } = this;
    const required = coreModule.require.bind(coreModule);
    coreModule.require = (name) => {
      const module = required(name);
      if (!/^(?:node:)?async_hooks$/.test(name)) return module;
      class AsyncLocalStorage extends module.AsyncLocalStorage {
        constructor(...options) {
          super(...options);
          made.push(this);
        }
      }
      return { ...module, AsyncLocalStorage };
    };
    return made;
  }

  teardown() {
    for (const storage of this.storages?.splice(0) ?? []) storage.disable();
    return super.teardown();
  }

  requireInternalModule(from, to) {
    const isOfOneSpec = to === undefined || this._resolution.isCoreModule(to) || !this.sharesModules;
    return isOfOneSpec || RUNS_ONE_SPEC.test(this._resolution.resolveCjs(from, to))
      ? super.requireInternalModule(from, to)
      : library.requireInternalModule(from, to);
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
