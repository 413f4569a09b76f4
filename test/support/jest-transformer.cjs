const { createTransformer } = require('@swc/jest');

/**
 * Compiles as @swc/jest does. That names what Jest keeps by all of the configuration, so that each lane of the tests
 * compiled the same 3,000 files anew, those of Nest among them; it depends on the source, its place and SWC's options
 * alone.
 */
module.exports = {
  createTransformer(options) {
    const swc = createTransformer(options);
    return {
      ...swc,
      getCacheKey: (source, file, circumstances) =>
        swc.getCacheKey(source, file, { ...circumstances, configString: '' }),
    };
  },
};
