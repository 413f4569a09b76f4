import { SOURCE_TARGETS, type ToolDefinition } from '../tool';
import { SCRIPTS, SCRIPTS_AND_COMPONENTS } from './files';

const standards = { category: 'standards', billing: 'linting', engine: 'eslint', targets: SOURCE_TARGETS } as const;

export const browserCompat: ToolDefinition = {
  ...standards,
  id: 'browser-compat',
  name: 'Browser compatibility',
  description: "Finds browser APIs that some of the browsers in use do not have (browserslist's defaults without Opera Mini).",
  files: SCRIPTS_AND_COMPONENTS,
  advice: 'Test for the API before using it, or load a polyfill.',
  rules: {
    'compat/compat': { severity: 'low', title: 'API that not every browser in use has' },
  },
  settings: { mayFind: 'browser-apis' },
};

/**
 * The oldest maintained release line of Node.js. The `engines` field of a package would be more exact, but it is in
 * another file, and each file is judged alone.
 */
const MAINTAINED = '>=22.16.0';

/** Names that browsers also have, and that Node.js has only as experiments. */
const OF_THE_BROWSER = ['CloseEvent', 'EventSource', 'Navigator', 'Storage', 'localStorage', 'navigator', 'navigator.language', 'navigator.languages', 'navigator.locks', 'navigator.platform', 'navigator.userAgent', 'sessionStorage'];

export const nodeCompat: ToolDefinition = {
  ...standards,
  id: 'node-compat',
  name: 'Node.js compatibility',
  description: 'Finds deprecated Node.js APIs, features that Node.js 22, the oldest maintained version, does not have, and exports that export nothing.',
  files: SCRIPTS,
  advice: 'Use what every maintained version of Node.js has, or declare the version you need in engines.',
  rules: {
    'n/no-deprecated-api': { severity: 'medium', title: 'Deprecated API of Node.js', fix: 'Use what the documentation of Node.js names in its place.' },
    'n/no-unsupported-features/node-builtins': { severity: 'medium', title: 'API that Node.js 22 does not have', fix: 'Use what every maintained version has, or declare in engines the version that is needed.' },
    'n/no-exports-assign': { severity: 'high', title: 'Assignment to exports exports nothing', fix: 'Assign to module.exports.' },
    'n/handle-callback-err': { severity: 'medium', weakness: 'handle-callback-err', title: 'Error of a callback ignored', fix: 'Handle it, or pass it on.' },
    'n/no-callback-literal': { severity: 'low', title: 'Callback given a text where it expects an error' },
    'n/no-path-concat': { severity: 'low', title: 'Path put together with +', fix: 'Use path.join.' },
    'n/no-new-require': { severity: 'low', weakness: 'new-require', title: 'new require(…) makes an instance of require', fix: 'Put the call in parentheses.' },
  },
  settings: {
    options: {
      'n/no-deprecated-api': [{ version: MAINTAINED }],
      'n/no-unsupported-features/node-builtins': [{ version: MAINTAINED, allowExperimental: true, ignores: OF_THE_BROWSER }],
    },
  },
};
