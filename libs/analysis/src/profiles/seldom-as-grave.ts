import type { Severity } from '@assay/kernel';
import { INFRASTRUCTURE_SELDOM_AS_GRAVE } from './infrastructure-seldom-as-grave';
import { each } from './recommended';

/** The same secret is as grave in the history and in an image as in the tree. */
const inSecretTools = (rule: string): string[] =>
  ['secrets-source', 'secrets-git-history', 'secrets-image'].map((tool) => `${tool}/${rule}`);

const inFlowTools = (languages: string, rule: string): string[] =>
  languages.split(' ').map((language) => `${language}-data-flow/${rule}`);

/**
 * Tools that judge a dangerous call by its form, without its data. On code that had taught them nothing, 4 of their 42
 * rows of high severity were worth a look. Data flow reports the same calls, and keeps its severity where a request
 * reaches them. Rules about memory in C and about scripts of Vue had 3 of 19 and none of 4.
 */
const TOOLS_SELDOM_AS_GRAVE = [
  'c-data-flow',
  'c-unsafe-calls',
  'csharp-security',
  'dom-xss-sinks',
  'eslint-security',
  'go-security',
  'java-security',
  'microsoft-sdl',
  'php-security',
  'py-security',
  'ruby-security',
  'sonar-security',
  'vue-script',
] as const;

/**
 * Rules that are right about something grave less than every second time: the key is one for tests, the policy is that
 * of who builds the account, the file is a template, everybody is meant to read the bucket, the program that loads the
 * file defines the name. Each had at least two labels on code that had taught it nothing; `docs/labels` has the places
 * with their reasons. Critical and high say that a maintainer stops and looks, so that these say less.
 */
export const SELDOM_AS_GRAVE: Readonly<Record<string, Severity>> = {
  // A key that nothing marks as one for trials may open whatever trusts it: a gate at high must stop there.
  ...each(inSecretTools('PrivateKey'), 'high'),
  ...each(
    [
      ...TOOLS_SELDOM_AS_GRAVE,
      ...INFRASTRUCTURE_SELDOM_AS_GRAVE,
      ...inFlowTools('csharp go java js kotlin php py ruby', 'certificate-unchecked'),
      // A token is read without its signature where another check has been made, or only to show what it says.
      ...inFlowTools('csharp go java js kotlin php py ruby', 'token-unverified'),
      ...inFlowTools('java js kotlin php py ruby', 'host-name-unchecked'),
      ...inFlowTools('csharp java kotlin php py', 'external-entities'),
      // Administrators may mostly set every attribute, and others find nothing there that they could not set.
      ...inFlowTools('js php py ruby', 'mass-assignment'),
      // The key is one of a sample, hides nothing from anybody, or another one takes its place.
      ...inFlowTools('csharp go java js kotlin php py ruby', 'hard-coded-key'),
      // The cipher is kept to read what was written with it, or the number makes no secret.
      ...inFlowTools('csharp java js kotlin php py ruby', 'weak-cipher'),
      ...inFlowTools('csharp go java js kotlin php py ruby', 'predictable-secret'),
      'cpp-memory/memory-function-on-this',
      'cppcheck/double-free',
      'js-correctness/constructor-super',
      'js-correctness/no-import-assign',
      'js-correctness/use-isnan',
      'json-lint/parse-error',
      'lockfile-integrity/fetched-without-tls',
      'openapi-redocly/operation-operationId-unique',
      'openapi-spectral/operation-operationId-unique',
      'openapi-spectral/path-params',
      'oxc-bugs/oxc/bad-comparison-sequence',
      'py-bugbear/B030',
      'py-bugbear/PLE0302',
      'py-exceptions/PLE0704',
      // A template or a program that reads the file puts the lines into a function.
      'py-pyflakes/F706',
      'py-pyflakes/F821',
      'react-correctness/react/rules-of-hooks',
      'react-hooks/react-hooks/rules-of-hooks',
      'regex-dos/exponential-regex',
      // Most addresses that contain a password are of a local server for trials.
      ...['assigned-password', 'assigned-secret', 'BasicAuth', 'MongoDBConnection', 'PostgreSQLConnection'].flatMap(
        inSecretTools,
      ),
      'testing-library/testing-library/await-async-events',
      'toml-lint/parse-error',
      'vitest-tests/vitest/valid-expect',
      'yaml-lint/parse-error',
    ],
    'medium',
  ),
};
