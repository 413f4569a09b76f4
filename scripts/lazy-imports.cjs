// A module that tsc has compiled loads what it imports when it first uses it. Of an index that exports twenty things, a
// process then loads those that it needs.

/** tsc calls what a module imports `kernel_1`, and uses it only as in `kernel_1.pause`. */
const IMPORT = /^(?:const|var) (\w+_\d+) = ((?:__import(?:Default|Star)\()?require\("[^"]+"\)\)?);$/gm;

/** The function that a module with lazy imports calls. */
const LAZILY = 'const lazily = (load) => { let loaded; return () => (loaded ??= load()); };';

/**
 * @param {string} text of a CommonJS module that tsc has made
 * @returns {string} the same module in as many lines; it needs `LAZILY` in its scope
 */
function lazyImports(text) {
  const names = [];
  const lazy = text.replace(IMPORT, (_, name, load) => {
    names.push(name);
    return `const ${name} = lazily(() => ${load});`;
  });
  if (names.length === 0) return text;
  // `...kernel_1.NAMES` is a use, `other.kernel_1.x` is not. With its parentheses, `new` takes it for a name, too.
  return lazy.replace(new RegExp(`(?<![\\w$]|[\\w$)\\]?]\\.)(${names.join('|')})(?=[.[])`, 'g'), '($1())');
}

module.exports = { LAZILY, lazyImports };
