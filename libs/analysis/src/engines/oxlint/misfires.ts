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
};
