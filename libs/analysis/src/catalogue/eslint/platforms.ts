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
};

/** Names that Node has too, newer and experimental; in code for browsers they are the browser's. */
const OF_THE_BROWSER = [
  'CloseEvent', 'CustomEvent', 'EventSource', 'Navigator', 'Storage', 'WebSocket', 'localStorage', 'navigator', 'sessionStorage', 'navigator.hardwareConcurrency',
  'navigator.language', 'navigator.languages', 'navigator.platform', 'navigator.userAgent', 'fetch', 'FormData', 'Headers', 'Request', 'Response', 'File', 'Blob', 'crypto',
];

export const nodeCompat: ToolDefinition = {
  ...standards,
  id: 'node-compat',
  name: 'Node.js compatibility',
  description: 'Finds deprecated Node.js APIs, features that the declared engines do not have, and constructs that break at run time.',
  files: SCRIPTS,
  advice: 'Use what every Node.js version in engines.node has, or raise that range.',
  rules: {
    'n/no-deprecated-api': { severity: 'medium', title: 'Deprecated API of Node.js' },
    'n/no-unsupported-features/node-builtins': { severity: 'medium', title: 'API that not every declared Node.js version has' },
    'n/no-unsupported-features/es-builtins': { severity: 'medium', title: 'Built-in that not every declared Node.js version has' },
    'n/no-unsupported-features/es-syntax': { severity: 'medium', title: 'Syntax that not every declared Node.js version has' },
    'n/no-exports-assign': { severity: 'high', title: 'Assignment to exports exports nothing', fix: 'Assign to module.exports.' },
    'n/no-path-concat': { severity: 'low', title: 'Path put together with +', fix: 'Use path.join.' },
    'n/no-new-require': { severity: 'low', weakness: 'new-require', title: 'new require(…) makes an instance of require', fix: 'Put the call in parentheses.' },
  },
  settings: {
    options: {
      'n/no-unsupported-features/node-builtins': [{ ignores: OF_THE_BROWSER }],
      // What a bundler or compiler turns into something else.
      'n/no-unsupported-features/es-syntax': [{ ignores: ['modules', 'dynamicImport'] }],
    },
    except: [{ files: ['**/*.{ts,tsx,mts,cts,jsx}'], rules: ['n/no-unsupported-features/es-syntax'] }],
  },
};
