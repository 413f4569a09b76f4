import { SOURCE_TARGETS, type ToolDefinition } from '../tool';
import { TESTS } from './files';

const testing = { category: 'quality', billing: 'quality', engine: 'eslint', targets: SOURCE_TARGETS, files: TESTS } as const;

export const sonarTestQuality: ToolDefinition = {
  ...testing,
  id: 'sonar-test-quality',
  name: 'Sonar test rules',
  description: 'Finds tests that cannot fail, are skipped or run alone, depend on time, or report success before they are done.',
  advice: 'Make the test fail once on purpose, to see that it can.',
  rules: {
    'sonarjs/no-exclusive-tests': { severity: 'high', weakness: 'focused-tests', title: 'Focused test: the others do not run', fix: 'Remove .only.' },
    'sonarjs/no-incomplete-assertions': { severity: 'high', weakness: 'valid-expect', title: 'Assertion that asserts nothing', fix: 'Call a matcher on it.' },
    'sonarjs/no-trivial-assertions': { severity: 'medium', title: 'Assertion that always holds', fix: 'Assert a value that the code under test has made.' },
    'sonarjs/no-same-argument-assert': { severity: 'high', title: 'Value compared with itself', fix: 'Compare with the value that is expected.' },
    'sonarjs/inverted-assertion-arguments': { severity: 'low', title: 'Expected and actual value exchanged' },
    'sonarjs/chai-determinate-assertion': { severity: 'medium', title: 'Negated assertion with several ways to hold', fix: 'Assert the one outcome that is right.' },
    'sonarjs/async-test-assertions': { severity: 'high', weakness: 'valid-expect-in-promise', title: 'Asynchronous assertion not awaited', fix: 'Await the assertion, or return its promise.' },
    'sonarjs/no-code-after-done': { severity: 'medium', title: 'Code after done()' },
    'sonarjs/no-empty-test-title': { severity: 'low', weakness: 'valid-title', title: 'Test without a title' },
    'sonarjs/no-duplicate-test-title': { severity: 'low', weakness: 'identical-title', title: 'Two tests with the same title' },
    'sonarjs/no-duplicate-parameterized-test-case': { severity: 'low', title: 'The same case twice in a table' },
    'sonarjs/no-empty-parameterized-test-dataset': { severity: 'medium', title: 'Table of cases that is empty', fix: 'Add the cases: without any, nothing is tested.' },
    'sonarjs/assertions-in-test-cases': { severity: 'medium', weakness: 'standalone-expect', title: 'Assertion outside a test', fix: 'Move the assertion into a test or a hook.' },
    'sonarjs/hooks-before-test-cases': { severity: 'info', weakness: 'prefer-hooks-on-top', title: 'Hook after a test' },
    'sonarjs/synchronous-suite-callback': { severity: 'high', weakness: 'valid-describe-callback', title: 'Tests registered asynchronously', fix: 'Give describe a synchronous function.' },
    'sonarjs/test-check-exception': { severity: 'low', weakness: 'require-to-throw-message', title: 'Any exception satisfies the test' },
    'sonarjs/stable-tests': { severity: 'medium', title: 'Flaky test retried' },
    'sonarjs/disabled-timeout': { severity: 'low', title: 'Timeout switched off by a number that is too large' },
    'sonarjs/no-fixed-wait-in-tests': { severity: 'medium', title: 'Test waits for a fixed time', fix: 'Wait for the condition.' },
    'sonarjs/no-networkidle-wait': { severity: 'low', title: 'Test waits until the network is idle' },
    'sonarjs/no-debug-commands-in-ui-tests': { severity: 'low', title: 'Debugging command left in a test' },
    'sonarjs/no-forced-browser-interaction': { severity: 'low', title: 'Interaction that a user could not do' },
    'sonarjs/vitest-mock-at-module-scope': { severity: 'medium', title: 'vi.mock inside a function is hoisted out of it' },
    'sonarjs/no-interpolation-in-inline-snapshots': { severity: 'medium', weakness: 'interpolation-in-snapshots', title: 'Inline snapshot with a computed part', fix: 'Write the expected text out.' },
  },
};

export const testingLibrary: ToolDefinition = {
  ...testing,
  id: 'testing-library',
  name: 'Testing Library',
  description: 'Finds tests that do not wait for what they query, reach around the screen, or assert with queries that cannot tell.',
  advice: 'Query the screen as a user sees it, and await what appears later.',
  rules: {
    'testing-library/await-async-events': { severity: 'high', title: 'User event not awaited', fix: 'Await it.' },
    'testing-library/await-async-queries': { severity: 'high', title: 'findBy query not awaited', fix: 'Await it.' },
    'testing-library/await-async-utils': { severity: 'high', title: 'waitFor not awaited', fix: 'Await it.' },
    'testing-library/no-await-sync-events': { severity: 'info', title: 'await of a synchronous event' },
    'testing-library/no-await-sync-queries': { severity: 'low', title: 'await of a synchronous query', fix: 'Use findBy where it must wait.' },
    'testing-library/no-promise-in-fire-event': { severity: 'high', title: 'Event fired at a promise', fix: 'Await the element first.' },
    'testing-library/no-wait-for-side-effects': { severity: 'medium', title: 'Side effect inside waitFor is repeated' },
    'testing-library/no-wait-for-multiple-assertions': { severity: 'low', title: 'Several assertions in one waitFor' },
    'testing-library/no-wait-for-snapshot': { severity: 'medium', title: 'Snapshot inside waitFor' },
    'testing-library/prefer-presence-queries': { severity: 'medium', title: 'Absence asserted with a query that throws', fix: 'Use queryBy for absence and getBy for presence.' },
    'testing-library/prefer-query-by-disappearance': { severity: 'medium', title: 'Disappearance awaited with a query that throws' },
    'testing-library/prefer-find-by': { severity: 'low', title: 'waitFor around getBy', fix: 'Use findBy.' },
    'testing-library/no-container': { severity: 'low', title: 'Query of the container' },
    'testing-library/no-node-access': { severity: 'low', title: 'Walk through the DOM' },
    'testing-library/no-render-in-lifecycle': { severity: 'low', title: 'Render in a hook' },
    'testing-library/no-unnecessary-act': { severity: 'low', title: 'act around what acts already' },
    'testing-library/no-global-regexp-flag-in-query': { severity: 'medium', title: 'Query by a regular expression that keeps its position', fix: 'Remove the g flag.' },
    'testing-library/no-debugging-utils': { severity: 'low', title: 'Debugging output left in a test' },
    'testing-library/no-manual-cleanup': { severity: 'info', title: 'cleanup called by hand' },
  },
  settings: {
    // Playwright has queries with the same names, which the rules would also report.
    mentions: ['testing-library', 'test-utils', 'test_utils'],
    options: { 'testing-library/await-async-events': [{ eventModule: 'userEvent' }], 'testing-library/no-await-sync-events': [{ eventModules: ['fire-event'] }] },
  },
};
