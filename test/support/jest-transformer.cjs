const { createTransformer } = require('@swc/jest');

/** What a line of a source takes names from, types included. */
const NAMES_FROM = /^(?:import|export)\b[^'";]*?\bfrom '((?!node:)[^']+)'/gm;

/** Loading these may have an effect: they say what is done before and after tests. Packages stay as they are. */
const AT_ONCE = /\/node_modules\/|\/test\/|\.(?:spec|suite)\.ts$/;

/**
 * Compiles as @swc/jest does, with two differences.
 *
 * Jest loads each module again for each spec. The index of a library names all of it, so that a spec of one function
 * loaded up to 1,800 modules. Here a source loads what it takes names from when it first uses one of them; what it
 * imports for its effect alone it loads at once. That everything loads in the order of the text, as in production, is
 * seen where tests start processes (`compile-typescript.cjs`); `npm run lint:boundaries` refuses cycles.
 *
 * @swc/jest names what Jest keeps by all of the configuration, so that each lane of the tests compiled the same 3,000
 *   files again, those of Nest among them; it depends on the source, its place and the options of SWC alone.
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
