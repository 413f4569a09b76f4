import type { Misfires } from '../kit/misfires';

export const MISFIRES: Misfires = {
  // Both branches of one condition, on one line: only one of them runs.
  'promise/no-multiple-resolved': ({ line }) =>
    /\?[^:]*\b(?:resolve|reject)\w*\(.*:.*\b(?:resolve|reject)\w*\(/.test(line),
  // supertest's `request(app)\n[method]('/')`: whoever leaves semicolons out does not begin such a line with a name
  // and a call.
  'no-unexpected-multiline': ({ line, before }) => /^\s*\[\w+\]\(/.test(line) && /\)\s*$/.test(before),
  // Express calls `next` with the error of a chain, which is how its errors are handled.
  'promise/no-callback-in-promise': ({ line }) => /\bnext\(/.test(line),
  // Redux calls a reducer with the state first, and the state has a default.
  'default-param-last': ({ line }) => /\bstate\s*=/.test(line),
  // The TypeScript compiler writes an async function without await as such a generator.
  'require-yield': ({ line }) => line.includes('__awaiter('),
  // What `some` and `find` get of a path without `return` counts as no, which is what is meant.
  // What `map` gets so is what a filter behind it takes out.
  'array-callback-return': ({ message, afterBlock }) =>
    /"Array\.prototype\.(?:some|every|find\w*|filter)"/.test(message) || /^\s*\)\s*\.filter\(/.test(afterBlock),
  // React asks for a capital, and a component whose name begins with `_` has one behind it.
  'react/rules-of-hooks': ({ message }) => /function "_+[A-Z]/.test(message),
  // Assertions in the words of Chai, which Vitest has, too.
  'vitest/valid-expect': ({ line }) => /\bexpect\(.*\)\s*\.(?:not\.)?(?:to|be|have|does|deep)\./.test(line),
  // The content may be among the properties that are spread.
  'jsx-a11y/anchor-has-content': ({ tag }) => /\{\s*\.\.\./.test(tag),
  // Bundlers read such a path from the folder of what is published as it is.
  'import/no-absolute-path': ({ line }) =>
    /['"]\/[^'"]*\.(?:svg|png|jpe?g|gif|webp|avif|ico|css|s[ac]ss|less|woff2?|json|mp[34]|wasm)(?:\?\w+)?['"]/.test(
      line,
    ),
  // A getter that gives something on one path gives `undefined` on the others, which is an answer.
  'getter-return': ({ block }) => /\breturn\s+[^;\s]/.test(block),
};
