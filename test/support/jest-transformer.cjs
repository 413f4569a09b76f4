const { createTransformer } = require('@swc/jest');
const { loadedLate } = require('./compiled-sources.cjs');

/**
 * Compiles as @swc/jest does, with two differences.
 *
 * Jest loads each module again for each spec. A library's index re-exports all of it, so that a spec of one function
 * loaded up to 1,800 modules. Here a source loads a module at the first use of a name from it, as in the bundle of
 * production. `npm run demo` shows that everything loads in the order of the text, too: its engines run on the files of
 * the build. `npm run lint:boundaries` refuses cycles.
 *
 * @swc/jest derives Jest's cache keys from the whole configuration, so that each lane of the tests compiled the same
 * 3,000 files again, those of Nest among them; the result depends only on the source, its place and the options of SWC.
 */
module.exports = {
  createTransformer(options) {
    const atOnce = createTransformer(options);
    return {
      ...atOnce,
      process: (source, file, circumstances) => {
        const lazy = loadedLate(source, file);
        const transformer =
          lazy.length === 0 ? atOnce : createTransformer({ ...options, module: { ...options.module, lazy } });
        return transformer.process(source, file, circumstances);
      },
      getCacheKey: (source, file, circumstances) =>
        atOnce.getCacheKey(source, file, { ...circumstances, configString: String(loadedLate(source, file)) }),
    };
  },
};
