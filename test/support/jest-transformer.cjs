const { createTransformer } = require('@swc/jest');

/** The modules from which a source imports or re-exports names, types included. */
const NAMES_FROM = /^(?:import|export)\b[^'";]*?\bfrom '((?!node:)[^']+)'/gm;

/** Modules whose loading may have an effect, such as hooks before and after tests. Packages stay as they are. */
const AT_ONCE = /\/node_modules\/|\/test\/|\.(?:spec|suite)\.ts$/;

/**
 * Compiles as @swc/jest does, with two differences.
 *
 * Jest loads each module again for each spec. A library's index re-exports all of it, so that a spec of one function
 * loaded up to 1,800 modules. Here a source loads a module at the first use of a name from it; modules imported only
 * for their effect load at once. Tests that start processes (`compile-typescript.cjs`) show that everything loads in
 * the order of the text, as in production; `npm run lint:boundaries` refuses cycles.
 *
 * @swc/jest derives Jest's cache keys from the whole configuration, so that each lane of the tests compiled the same
 * 3,000 files again, those of Nest among them; the result depends only on the source, its place and the options of SWC.
 */
module.exports = {
  createTransformer(options) {
    const atOnce = createTransformer(options);
    const atFirstUse = (source) => {
      const lazy = [...new Set([...source.matchAll(NAMES_FROM)].map(([, name]) => name))];
      return createTransformer({ ...options, module: { ...options.module, lazy } });
    };
    return {
      ...atOnce,
      process: (source, file, circumstances) =>
        (AT_ONCE.test(file) ? atOnce : atFirstUse(source)).process(source, file, circumstances),
      getCacheKey: (source, file, circumstances) =>
        atOnce.getCacheKey(source, file, { ...circumstances, configString: AT_ONCE.test(file) ? '' : 'at first use' }),
    };
  },
};
