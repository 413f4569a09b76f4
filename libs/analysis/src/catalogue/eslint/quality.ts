import { SOURCE_TARGETS, type ToolDefinition } from '../tool';
import { SCRIPTS, SCRIPTS_AND_COMPONENTS, TESTS } from './files';

const quality = { category: 'quality', billing: 'quality', engine: 'eslint', targets: SOURCE_TARGETS } as const;

/**
 * Sonar's rules that need no types and find mistakes, not matters of taste, and one of our own. Left out:
 * no-redundant-assignments took a tenth of the time of a whole pass and found one place in 79,000 lines.
 */
export const sonarBugs: ToolDefinition = {
  ...quality,
  id: 'sonar-bugs',
  name: 'Sonar bug rules',
  description: 'Finds conditions that are always the same, branches that repeat, assignments that are lost and other logic that cannot be meant.',
  files: SCRIPTS_AND_COMPONENTS,
  advice: 'Decide what the code should do here, and write that.',
  rules: {
    'sonarjs/no-identical-conditions': { severity: 'high', weakness: 'dupe-else-if', title: 'The same condition twice in a chain' },
    'sonarjs/no-identical-expressions': { severity: 'high', weakness: 'self-compare', title: 'The same expression on both sides of an operator', fix: 'Compare with what was meant on one of the sides, or remove one. Behind `??`, which binds less than a comparison, parentheses are missing: `(a ?? 0) > 0`.' },
    'assay/promise-as-condition': { severity: 'high', cwe: 'CWE-670', title: 'A promise is asked whether it is true, and always is', fix: 'Await the promise, and ask for its result. Before filter, find, some or every, await the answers for all elements.' },
    'sonarjs/no-all-duplicated-branches': { severity: 'high', title: 'All branches do the same', fix: 'Write what the other branch should do, or keep one of them without the condition.' },
    'sonarjs/no-duplicated-branches': { severity: 'low', title: 'Two branches do the same', fix: 'Join their conditions.' },
    'sonarjs/no-gratuitous-expressions': { severity: 'medium', title: 'Condition that is always true or always false here' },
    'sonarjs/no-element-overwrite': { severity: 'high', title: 'Element overwritten before it is read', fix: 'Remove the first assignment, or use another index or key.' },
    'sonarjs/no-empty-collection': { severity: 'low', title: 'Collection read but never filled' },
    'sonarjs/no-unused-collection': { severity: 'medium', title: 'Collection filled but never read', fix: 'Read the collection where it was meant to be used, or remove it.' },
    'sonarjs/no-extra-arguments': { severity: 'medium', title: 'More arguments than parameters', fix: 'Remove the argument, or add the parameter that should take it.' },
    'sonarjs/no-use-of-empty-return-value': { severity: 'medium', title: 'Result used of a function that returns none' },
    'sonarjs/no-unthrown-error': { severity: 'high', weakness: 'unthrown-error', title: 'Error made but not thrown', fix: 'Throw it.' },
    'sonarjs/no-invariant-returns': { severity: 'low', title: 'Function returns the same whatever happens' },
    'sonarjs/non-existent-operator': { severity: 'high', title: '=+ or =- where += or -= is meant', fix: 'Swap the two characters, or put a space between = and the sign.' },
    'sonarjs/no-useless-increment': { severity: 'high', title: 'Increment that is lost', fix: 'Increment in a statement of its own, or use the prefix form.' },
    'sonarjs/for-loop-increment-sign': { severity: 'high', weakness: 'for-direction', title: 'Loop counter moves away from its end', fix: 'Count in the direction in which the condition ends the loop.' },
    'sonarjs/misplaced-loop-counter': { severity: 'medium', title: 'Loop counts another variable than it tests' },
    'sonarjs/updated-const-var': { severity: 'high', weakness: 'const-assign', title: 'Assignment to a constant', fix: 'Declare it with let, or assign to another variable.' },
    'sonarjs/no-case-label-in-switch': { severity: 'medium', title: 'Label inside a switch: a forgotten case', fix: 'Write case before the label.' },
    'sonarjs/comma-or-logical-or-case': { severity: 'high', title: 'case with || or a comma matches one value only', fix: 'Write a case for each value.' },
    'sonarjs/generator-without-yield': { severity: 'medium', weakness: 'require-yield', title: 'Generator that yields nothing' },
    'sonarjs/no-globals-shadowing': { severity: 'low', weakness: 'shadow-restricted-names', title: 'A name that hides a global one' },
    'sonarjs/no-delete-var': { severity: 'medium', weakness: 'delete-var', title: 'delete of a variable' },
    'sonarjs/no-dead-store': { severity: 'low', weakness: 'useless-assignment', title: 'Value assigned but never used' },
    'sonarjs/no-ignored-exceptions': { severity: 'low', title: 'Exception caught and dropped', fix: 'Handle it, or say in the catch clause why it may be ignored.' },
    'sonarjs/no-unenclosed-multiline-block': { severity: 'medium', title: 'Indentation promises a block that is not there' },
    'sonarjs/no-same-line-conditional': { severity: 'medium', title: 'if after a closing brace: a forgotten else?' },
    'sonarjs/no-literal-call': { severity: 'high', title: 'Literal called as a function', fix: 'Remove the parentheses, or separate the two expressions.' },
    'sonarjs/no-duplicate-in-composite': { severity: 'low', title: 'Type repeated in a union or intersection' },
    'sonarjs/no-identical-functions': { severity: 'low', title: 'Two functions with the same body', fix: 'Keep one and call it.' },
    'sonarjs/no-redundant-jump': { severity: 'info', weakness: 'useless-return', title: 'Jump that changes nothing' },
    'sonarjs/no-inverted-boolean-check': { severity: 'info', title: 'Negated comparison with an opposite', fix: 'Use the opposite operator.' },
    'sonarjs/no-hook-setter-in-body': { severity: 'high', title: 'React state set while rendering' },
    'sonarjs/no-useless-react-setstate': { severity: 'medium', title: 'React state set to itself' },
    'sonarjs/no-uniq-key': { severity: 'medium', title: 'Key that changes with every render', fix: 'Use an id of the item as its key.' },
    'sonarjs/no-mutate-reactive-state-in-updated-hook': { severity: 'medium', title: 'Vue state changed in the updated hook', fix: 'Use a watcher or a computed value.' },
  },
  settings: {
    // A test that expects an exception often catches it and does nothing else.
    except: [{ files: TESTS, rules: ['sonarjs/no-ignored-exceptions', 'sonarjs/no-identical-functions'] }],
    // This rule looks through every expression that initialises a variable, which is slow.
    ruleMentions: [
      { rules: ['sonarjs/no-hook-setter-in-body'], mentions: ['usestate'] },
      { rules: ['assay/promise-as-condition'], mentions: ['async', 'promise'] },
    ],
  },
};

export const cognitiveComplexity: ToolDefinition = {
  ...quality,
  id: 'cognitive-complexity',
  name: 'Cognitive complexity',
  description: 'Finds functions whose branches and nesting are hard to follow, and switch statements and nesting that have grown too far.',
  files: SCRIPTS_AND_COMPONENTS,
  advice: 'Take parts out into functions with names of their own, and return early instead of nesting.',
  rules: {
    'sonarjs/cognitive-complexity': { severity: 'low', weakness: 'complexity', title: 'Function too hard to follow' },
    'sonarjs/no-nested-functions': { severity: 'low', weakness: 'max-nested-callbacks', title: 'Functions nested too deeply' },
    'sonarjs/max-switch-cases': { severity: 'low', title: 'switch with too many cases', fix: 'Look the result up in a map.' },
    'sonarjs/no-nested-switch': { severity: 'low', title: 'switch inside a switch' },
    'sonarjs/nested-control-flow': { severity: 'low', weakness: 'max-depth', title: 'Control flow nested too deeply' },
  },
  settings: {
    options: {
      // Sonar's default is 15. Above 25 hardly a reader disagrees: 176 functions in 325,000 lines.
      'sonarjs/cognitive-complexity': [25],
      'sonarjs/nested-control-flow': [{ maximumNestingLevel: 5 }],
    },
  },
};

export const regexCorrectness: ToolDefinition = {
  ...quality,
  id: 'regex-correctness',
  name: 'Regular expressions',
  description: 'Finds regular expressions that are invalid, cannot match what they say, or take quadratic or exponential time.',
  files: SCRIPTS_AND_COMPONENTS,
  advice: 'Correct the expression, and test it with a text that should and one that should not match.',
  rules: {
    'regexp/no-super-linear-backtracking': { severity: 'low', cwe: 'CWE-1333', title: 'Regular expression with quadratic or exponential time', fix: 'Rewrite it so that no part can match the same text in two ways.' },
    'regexp/no-invalid-regexp': { severity: 'high', weakness: 'invalid-regexp', title: 'Invalid regular expression', fix: 'Escape the character that is meant literally, or close the group.' },
    'regexp/no-empty-character-class': { severity: 'high', weakness: 'empty-character-class', title: 'Character class that matches nothing', fix: 'Name the characters in the class, or remove it.' },
    'regexp/no-contradiction-with-assertion': { severity: 'high', title: 'Part that an assertion makes impossible', fix: 'Remove the part, or correct the assertion beside it.' },
    'regexp/no-misleading-unicode-character': { severity: 'medium', weakness: 'misleading-character-class', title: 'Character of several code points in a class or before a quantifier' },
    'regexp/no-misleading-capturing-group': { severity: 'low', title: 'Capturing group that does not capture what it seems to' },
    'regexp/no-missing-g-flag': { severity: 'high', title: 'matchAll or replaceAll without the g flag throws', fix: 'Add the flag g.' },
    'regexp/no-useless-assertions': { severity: 'medium', title: 'Assertion that always holds or never does' },
    'regexp/no-optional-assertion': { severity: 'medium', title: 'Assertion inside an optional part' },
    'regexp/no-useless-backreference': { severity: 'medium', weakness: 'useless-backreference', title: 'Backreference that is always empty', fix: 'Put the group before the reference, on the same path through the expression.' },
    'regexp/no-potentially-useless-backreference': { severity: 'low', title: 'Backreference to a group that may not have matched' },
    'regexp/no-useless-dollar-replacements': { severity: 'medium', title: 'Replacement names a group that does not exist', fix: 'Name a group that the expression has, or write $$ for a dollar sign.' },
    'regexp/no-dupe-disjunctions': { severity: 'medium', title: 'Alternative that another one covers' },
    'regexp/no-dupe-characters-character-class': { severity: 'low', title: 'Character twice in a class' },
    'regexp/no-empty-alternative': { severity: 'low', title: 'Empty alternative' },
    'regexp/no-empty-capturing-group': { severity: 'medium', title: 'Group that captures nothing' },
    'regexp/no-empty-lookarounds-assertion': { severity: 'medium', title: 'Empty lookaround', fix: 'Write what should follow or precede, or remove it.' },
    'regexp/no-lazy-ends': { severity: 'medium', title: 'Lazy quantifier at the end matches as little as it can' },
    'regexp/no-obscure-range': { severity: 'low', title: 'Range between characters of different kinds, such as A-z' },
    'regexp/no-zero-quantifier': { severity: 'medium', title: 'Quantifier of zero', fix: 'Write how often the part may stand there, or remove it.' },
    'regexp/no-escape-backspace': { severity: 'low', title: '[\\b] is a backspace, not a word boundary' },
    'regexp/no-invisible-character': { severity: 'low', title: 'Invisible character in a regular expression' },
    'regexp/confusing-quantifier': { severity: 'low', title: 'Quantifier of a part that may be empty' },
    'regexp/optimal-lookaround-quantifier': { severity: 'info', title: 'Quantifier at the edge of a lookaround has no effect' },
    'regexp/no-non-standard-flag': { severity: 'medium', title: 'Flag that no engine knows', fix: 'Remove the flag.' },
  },
  settings: { mayFind: 'regular-expressions' },
};

/** Rules that need no type information: a target's tsconfig and dependencies are not read. */
export const typescriptEslint: ToolDefinition = {
  ...quality,
  id: 'typescript-eslint',
  name: 'TypeScript correctness',
  description: 'Finds TypeScript that says something else than it means: unsafe assertions, misleading types, duplicate members, unused code.',
  files: ['**/*.{ts,tsx,mts,cts}'],
  advice: 'Say it in the types, so that the compiler can hold the code to it.',
  rules: {
    '@typescript-eslint/no-dupe-class-members': { severity: 'high', weakness: 'dupe-class-members', title: 'Class member defined twice', fix: 'Keep one of them, or give the other its own name.' },
    '@typescript-eslint/no-duplicate-enum-values': { severity: 'high', title: 'Enum value used twice' },
    '@typescript-eslint/no-misused-new': { severity: 'high', title: 'new or constructor where it means something else' },
    '@typescript-eslint/no-unsafe-declaration-merging': { severity: 'high', title: 'Class and interface merged without a check' },
    '@typescript-eslint/no-non-null-asserted-optional-chain': { severity: 'high', title: 'Optional chain asserted never to be undefined', fix: 'Handle the undefined, or leave out the ?.' },
    '@typescript-eslint/no-non-null-asserted-nullish-coalescing': { severity: 'medium', title: 'Fallback for a value asserted never to be null' },
    '@typescript-eslint/no-confusing-non-null-assertion': { severity: 'medium', title: 'a! == b reads as a !== b' },
    '@typescript-eslint/no-extra-non-null-assertion': { severity: 'low', title: 'Non-null assertion twice' },
    '@typescript-eslint/ban-ts-comment': { severity: 'low', title: 'Type checking switched off by a comment', fix: 'Use @ts-expect-error with the reason, or correct the type.' },
    '@typescript-eslint/no-unsafe-function-type': { severity: 'low', title: 'Function as a type accepts every call', fix: 'Write the signature.' },
    '@typescript-eslint/no-wrapper-object-types': { severity: 'medium', title: 'String, Number or Boolean object as a type', fix: 'Use the lower-case type.' },
    '@typescript-eslint/no-empty-object-type': { severity: 'low', title: '{} accepts everything but null and undefined' },
    '@typescript-eslint/no-unnecessary-type-constraint': { severity: 'info', title: 'Type constraint that constrains nothing' },
    '@typescript-eslint/no-this-alias': { severity: 'low', title: 'Alias of this', fix: 'Use an arrow function.' },
    '@typescript-eslint/no-unused-vars': { severity: 'low', weakness: 'unused-vars', title: 'Variable or import never used', fix: 'Remove it.' },
    '@typescript-eslint/no-unused-expressions': { severity: 'low', weakness: 'unused-expressions', title: 'Expression whose value is lost' },
    '@typescript-eslint/no-unused-private-class-members': { severity: 'low', weakness: 'unused-private-class-members', title: 'Private member never used' },
    '@typescript-eslint/no-useless-empty-export': { severity: 'info', title: 'Empty export in a file that is a module already' },
    '@typescript-eslint/no-array-constructor': { severity: 'low', weakness: 'array-constructor', title: 'Array made with its constructor' },
    '@typescript-eslint/no-dynamic-delete': { severity: 'low', title: 'delete of a computed key', fix: 'Use a Map.' },
    '@typescript-eslint/no-namespace': { severity: 'low', title: 'Namespace instead of a module' },
    '@typescript-eslint/prefer-namespace-keyword': { severity: 'info', title: 'module keyword for a namespace' },
    '@typescript-eslint/triple-slash-reference': { severity: 'low', title: 'Reference by a comment instead of an import' },
    '@typescript-eslint/prefer-literal-enum-member': { severity: 'low', title: 'Computed enum member' },
    '@typescript-eslint/prefer-as-const': { severity: 'info', title: 'Literal type repeated instead of as const' },
    '@typescript-eslint/default-param-last': { severity: 'low', weakness: 'default-param-last', title: 'Default parameter before required ones' },
    '@typescript-eslint/no-import-type-side-effects': { severity: 'low', title: 'Import of types only that still runs the module', fix: 'Write import type.' },
  },
  settings: {
    options: {
      '@typescript-eslint/no-unused-vars': [{ args: 'none', caughtErrors: 'none', ignoreRestSiblings: true, varsIgnorePattern: '^_' }],
      '@typescript-eslint/no-unused-expressions': [{ allowShortCircuit: true, allowTernary: true, allowTaggedTemplates: true }],
      '@typescript-eslint/no-namespace': [{ allowDeclarations: true }],
      '@typescript-eslint/no-empty-object-type': [{ allowInterfaces: 'always' }],
    },
    except: [
      { files: ['**/*.d.ts'], rules: ['@typescript-eslint/no-unused-vars', '@typescript-eslint/no-unused-private-class-members', '@typescript-eslint/triple-slash-reference', '@typescript-eslint/no-import-type-side-effects'] },
      // For Chai's expect(x).to.be.true.
      { files: ['**/*.{test,spec}.{ts,tsx,mts,cts}'], rules: ['@typescript-eslint/no-unused-expressions'] },
    ],
  },
};

const compilerOptions = [{ eslintSuppressionRules: [], customOptOutDirectives: [], flowSuppressions: false }];

export const reactHooks: ToolDefinition = {
  ...quality,
  id: 'react-hooks',
  name: 'React hooks and rules of React',
  description: 'Finds hooks called where React loses track of them, forgotten dependencies, and components that are not pure.',
  files: SCRIPTS,
  advice: 'Follow the Rules of React, so that rendering has no side effects.',
  rules: {
    'react-hooks/rules-of-hooks': { severity: 'high', weakness: 'rules-of-hooks', title: 'Hook called conditionally or outside a component', fix: 'Call hooks at the top level of a component or of another hook.' },
    'react-hooks/exhaustive-deps': { severity: 'low', weakness: 'exhaustive-deps', title: 'Hook with missing or needless dependencies' },
    'react-hooks/set-state-in-render': { severity: 'high', title: 'State set while rendering' },
    'react-hooks/set-state-in-effect': { severity: 'low', title: 'State set synchronously in an effect', fix: 'Compute the value while rendering, or set it in the event that changes it.' },
    'react-hooks/static-components': { severity: 'medium', weakness: 'unstable-nested-components', title: 'Component made anew with every render' },
    'react-hooks/purity': { severity: 'medium', title: 'Rendering that depends on time or chance' },
    'react-hooks/immutability': { severity: 'low', title: 'Props, state or a hook argument changed in place' },
    'react-hooks/refs': { severity: 'low', title: 'Ref read or written while rendering' },
    'react-hooks/globals': { severity: 'medium', title: 'Global variable changed while rendering' },
    'react-hooks/error-boundaries': { severity: 'medium', title: 'try around JSX does not catch errors of its children', fix: 'Use an error boundary.' },
    'react-hooks/use-memo': { severity: 'medium', title: 'useMemo with a callback it cannot use' },
  },
  settings: {
    framework: 'react',
    // Without these the compiler skips components that hold "use no memo" or a disable comment.
    options: Object.fromEntries(['set-state-in-render', 'set-state-in-effect', 'static-components', 'purity', 'immutability', 'refs', 'globals', 'error-boundaries', 'use-memo'].map((rule) => [`react-hooks/${rule}`, compilerOptions])),
  },
};
