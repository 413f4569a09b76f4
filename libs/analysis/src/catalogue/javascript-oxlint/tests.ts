import { SOURCE_TARGETS, type RuleDefinition, type ToolDefinition } from '../tool';
import { TEST_FILES } from './files';

/** The rules that Jest and Vitest share; each plugin has them under its own prefix. */
const sharedRules = (plugin: 'jest' | 'vitest'): Record<string, RuleDefinition> => Object.fromEntries(Object.entries(SHARED).map(([rule, definition]) => [`${plugin}/${rule}`, { ...definition, weakness: rule.replace(/^no-/, '') }]));

/** Functions that count as assertions: those of the common libraries, and a project's own with such a name. */
const ASSERTING = { assertFunctionNames: ['expect', 'expect*', 'assert*', 'assert.**', 'verify*', 'request.**.expect', 'cy.**'] };

const SHARED: Readonly<Record<string, RuleDefinition>> = {
  'expect-expect': { severity: 'low', fix: 'Check something: a test without an assertion fails only when the code throws.' },
  'no-alias-methods': { severity: 'info', fix: 'Use the matcher’s own name: the alias is gone in newer versions.' },
  'no-commented-out-tests': { severity: 'low', fix: 'Repair the test or delete it; the history keeps it.' },
  'no-conditional-expect': { severity: 'low', fix: 'Move the assertion out of the condition: the test passes when it is not reached.' },
  'no-disabled-tests': { severity: 'low', fix: 'Repair the test or delete it.' },
  'no-duplicate-hooks': { severity: 'low', fix: 'Join the hooks.' },
  'no-focused-tests': { severity: 'high', fix: 'Remove only: no other test of the file runs.' },
  'no-identical-title': { severity: 'low', fix: 'Give each test a title of its own.' },
  'no-standalone-expect': { severity: 'medium', fix: 'Move the assertion into a test.' },
  'prefer-to-have-length': { severity: 'info', fix: 'Use toHaveLength: its message shows the contents.' },
  'valid-describe-callback': { severity: 'medium', fix: 'Pass a function that is not async and returns nothing: tests registered later are lost.' },
  'valid-expect': { severity: 'high', fix: 'Call a matcher, and await it where it is a promise: as written nothing is checked.' },
  'valid-expect-in-promise': { severity: 'high', fix: 'Await or return the promise: the test ends before its assertion runs.' },
  'valid-title': { severity: 'info', fix: 'Give the test a title that is a plain, non-empty text without spaces around it.' },
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
    'jest/no-confusing-set-timeout': { severity: 'low', fix: 'Call jest.setTimeout once, at the top of the file.' },
    'jest/no-deprecated-functions': { severity: 'low', fix: 'Use the function that replaced it.' },
    'jest/no-done-callback': { severity: 'low', fix: 'Return a promise: a failed assertion before done only shows as a timeout.' },
    'jest/no-export': { severity: 'low', fix: 'Move what is shared to a file that holds no tests.' },
    'jest/no-interpolation-in-snapshots': { severity: 'low', fix: 'Use property matchers: the snapshot is overwritten as it is.' },
    'jest/no-jasmine-globals': { severity: 'low', fix: 'Use the Jest function.' },
    'jest/no-mocks-import': { severity: 'low', fix: 'Import the real path and call jest.mock.' },
    'jest/no-test-prefixes': { severity: 'info', fix: 'Write test.only or test.skip.' },
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
    'vitest/hoisted-apis-on-top': { severity: 'medium', fix: 'Move vi.mock and vi.hoisted to the top: they run before everything else anyway.' },
    'vitest/no-conditional-tests': { severity: 'medium', fix: 'Use test.skipIf or test.runIf, so that the report shows what did not run.' },
    'vitest/no-import-node-test': { severity: 'high', fix: 'Import from vitest: tests of node:test do not run here.' },
    'vitest/prefer-called-exactly-once-with': { severity: 'info', fix: 'Use toHaveBeenCalledExactlyOnceWith.' },
    'vitest/require-awaited-expect-poll': { severity: 'high', fix: 'Await expect.poll: the test ends before it is checked.' },
    'vitest/require-local-test-context-for-concurrent-snapshots': { severity: 'medium', fix: 'Take expect from the test’s context: concurrent tests mix up their snapshots.' },
    'vitest/warn-todo': { severity: 'info', fix: 'Write the test.' },
  },
  settings: { testFramework: 'vitest', options: { 'vitest/expect-expect': [ASSERTING] } },
};
