import { SOURCE_TARGETS, type RuleDefinition, type ToolDefinition } from '../tool';
import { TEST_FILES } from './files';

/** The rules that Jest and Vitest share; each plugin has them under its own prefix. */
const sharedRules = (plugin: 'jest' | 'vitest'): Record<string, RuleDefinition> => Object.fromEntries(Object.entries(SHARED).map(([rule, definition]) => [`${plugin}/${rule}`, { ...definition, weakness: rule.replace(/^no-/, '') }]));

/** Functions that count as assertions: those of the common libraries, and a project's own with such names. */
const ASSERTING = { assertFunctionNames: ['expect', 'expect*', 'assert*', 'assert.**', 'verify*', 'request.**.expect', 'cy.**'] };

const SHARED: Readonly<Record<string, RuleDefinition>> = {
  'expect-expect': { severity: 'low', title: 'Test without an assertion', fix: 'Check something: a test without an assertion fails only when the code throws.' },
  'no-alias-methods': { severity: 'info', title: 'Alias of a matcher', fix: 'Use the matcher’s own name: the alias is gone in newer versions.' },
  'no-commented-out-tests': { severity: 'low', title: 'Test that is commented out', fix: 'Repair the test or delete it; the history keeps it.' },
  'no-conditional-expect': { severity: 'low', title: 'Assertion that may not be reached', fix: 'Move the assertion out of the condition: the test passes when it is not reached.' },
  'no-disabled-tests': { severity: 'low', title: 'Disabled test', fix: 'Repair the test or delete it.' },
  'no-duplicate-hooks': { severity: 'low', title: 'The same hook twice in a block', fix: 'Join the hooks.' },
  'no-focused-tests': { severity: 'high', title: 'Focused test: the others do not run', fix: 'Remove only: no other test of the file runs.' },
  'no-identical-title': { severity: 'low', title: 'Two tests with the same title', fix: 'Give each test a title of its own.' },
  'no-standalone-expect': { severity: 'medium', title: 'Assertion outside a test', fix: 'Move the assertion into a test.' },
  'prefer-to-have-length': { severity: 'info', title: 'Length checked without toHaveLength', fix: 'Use toHaveLength: its message shows the contents.' },
  'valid-describe-callback': { severity: 'medium', title: 'describe with a callback that it cannot use', fix: 'Pass a function that is not async and returns nothing: tests registered later are lost.' },
  'valid-expect': { severity: 'high', title: 'Assertion that asserts nothing', fix: 'Call a matcher, and await it where it is a promise: as written nothing is checked.' },
  'valid-expect-in-promise': { severity: 'high', title: 'Asynchronous assertion not awaited', fix: 'Await or return the promise: the test ends before its assertion runs.' },
  'valid-title': { severity: 'info', title: 'Test without a proper title', fix: 'Give the test a title that is a plain, non-empty text without spaces around it.' },
};

export const jestTests: ToolDefinition = {
  id: 'jest-tests',
  name: 'Jest tests',
  description: 'Finds Jest tests that cannot fail or do not run: no assertions, forgotten only and skip, promises that nobody awaits, assertions in conditions.',
  category: 'quality',
  billing: 'quality',
  engine: 'oxlint',
  targets: SOURCE_TARGETS,
  files: TEST_FILES,
  advice: 'Break the code on purpose and see that the test fails.',
  rules: {
    ...sharedRules('jest'),
    'jest/no-confusing-set-timeout': { severity: 'low', title: 'jest.setTimeout repeated or in the wrong place', fix: 'Call jest.setTimeout once, at the top of the file.' },
    'jest/no-deprecated-functions': { severity: 'low', title: 'Deprecated function of Jest', fix: 'Use the function that replaced it.' },
    'jest/no-done-callback': { severity: 'low', title: 'done callback instead of a promise', fix: 'Return a promise: a failed assertion before done only shows as a timeout.' },
    'jest/no-export': { severity: 'low', title: 'Export from a test file', fix: 'Move what is shared to a file that holds no tests.' },
    'jest/no-interpolation-in-snapshots': { severity: 'low', weakness: 'interpolation-in-snapshots', title: 'Inline snapshot with a computed part', fix: 'Use property matchers: the snapshot is overwritten as it is.' },
    'jest/no-jasmine-globals': { severity: 'low', title: 'Jasmine global in a Jest test', fix: 'Use the Jest function.' },
    'jest/no-mocks-import': { severity: 'low', title: 'Import from a __mocks__ folder', fix: 'Import the real path and call jest.mock.' },
    'jest/no-test-prefixes': { severity: 'info', title: 'Prefix f or x instead of only or skip', fix: 'Write test.only or test.skip.' },
  },
  settings: { testFramework: 'jest', options: { 'jest/expect-expect': [ASSERTING] } },
};

export const vitestTests: ToolDefinition = {
  id: 'vitest-tests',
  name: 'Vitest tests',
  description: 'Finds Vitest tests that cannot fail or do not run: no assertions, forgotten only and skip, conditional tests, mocks that are hoisted above what they use.',
  category: 'quality',
  billing: 'quality',
  engine: 'oxlint',
  targets: SOURCE_TARGETS,
  files: TEST_FILES,
  advice: 'Break the code on purpose and see that the test fails.',
  rules: {
    ...sharedRules('vitest'),
    'vitest/hoisted-apis-on-top': { severity: 'medium', title: 'Hoisted call that is not at the top of the file', fix: 'Move vi.mock and vi.hoisted to the top: they run before everything else anyway.' },
    'vitest/no-conditional-tests': { severity: 'medium', title: 'Test registered under a condition', fix: 'Use test.skipIf or test.runIf, so that the report shows what did not run.' },
    'vitest/no-import-node-test': { severity: 'high', title: 'Import of node:test in a Vitest test', fix: 'Import from vitest: tests of node:test do not run here.' },
    'vitest/prefer-called-exactly-once-with': { severity: 'info', title: 'Call count and arguments asserted apart', fix: 'Use toHaveBeenCalledExactlyOnceWith.' },
    'vitest/require-awaited-expect-poll': { severity: 'high', title: 'expect.poll that is not awaited', fix: 'Await expect.poll: the test ends before it is checked.' },
    'vitest/require-local-test-context-for-concurrent-snapshots': { severity: 'medium', title: 'Snapshot of a concurrent test by the global expect', fix: 'Take expect from the test’s context: concurrent tests mix up their snapshots.' },
    'vitest/warn-todo': { severity: 'info', title: 'Test still to be written', fix: 'Write the test.' },
  },
  // Vitest takes a message as the second argument of `expect`.
  settings: { testFramework: 'vitest', options: { 'vitest/expect-expect': [ASSERTING], 'vitest/valid-expect': [{ maxArgs: 2 }] } },
};
