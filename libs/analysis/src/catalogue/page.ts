import { axeTools } from './axe';
import type { ToolDefinition } from './tool';

const ON_PAGE = { engine: 'page', targets: ['url'], reads: 'records', files: ['page/*.json'] } as const;

const browserRuntimeErrors: ToolDefinition = {
  ...ON_PAGE,
  id: 'browser-runtime-errors',
  name: 'Errors in the browser',
  description: 'What goes wrong while a browser loads the page: exceptions that nobody catches, errors on the console, requests that fail.',
  category: 'quality',
  billing: 'quality',
  advice: 'Load the page with the developer tools open; what fails here fails for visitors too.',
  settings: { judges: 'runtime' },
  rules: {
    'uncaught-exception': { severity: 'medium', title: 'Exception that nobody catches', weakness: 'uncaught-exception', fix: 'Correct the script, or handle what it throws: what it would have done afterwards is not done.' },
    'console-error': { severity: 'low', title: 'Error on the console', weakness: 'console-error', fix: 'Find out what reports it and correct the cause.' },
    'failed-request': { severity: 'medium', title: 'Request of the page that fails', weakness: 'failed-request', fix: 'Serve the resource, correct its address, or stop asking for it.' },
    'refused-request': { severity: 'info', title: 'Request that was not made for this scan', weakness: 'refused-request', fix: 'Nothing need be wrong: scans contact public addresses and allowed ones only. Check that visitors are meant to reach the address.' },
  },
};

const unusedCssJs: ToolDefinition = {
  ...ON_PAGE,
  id: 'unused-css-js',
  name: 'Unused CSS and JavaScript',
  description: 'Style sheets and scripts that a page loads and hardly uses until it has loaded.',
  category: 'performance',
  billing: 'performance',
  advice: 'Split the file and load what is needed later when it is needed.',
  /** Like Lighthouse, the rule reports only files that could lose 20 KB or more, counted before compression. */
  settings: { judges: 'coverage', minUnusedBytes: 20 * 1024, minUnusedShare: 0.5, largeUnusedBytes: 200 * 1024 },
  rules: {
    'unused-css': { severity: 'low', title: 'Style sheet that is mostly unused', weakness: 'unused-css', fix: 'Remove rules that no page needs, and give each page the style sheets that it uses.' },
    'unused-js': { severity: 'low', title: 'Script that is mostly unused', weakness: 'unused-js', fix: 'Remove dead code, and load what only some visitors need with `import()` when they do.' },
  },
};

export const pageTools: readonly ToolDefinition[] = [...axeTools, browserRuntimeErrors, unusedCssJs];
