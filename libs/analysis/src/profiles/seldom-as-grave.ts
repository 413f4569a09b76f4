import type { Severity } from '@assay/kernel';
import { INFRASTRUCTURE_SELDOM_AS_GRAVE } from './infrastructure-seldom-as-grave';
import { GRAVE_BY_RECORD } from './grave-by-record';
import { each } from './recommended';

/** The same secret is as grave in the history and in an image as in the tree. */
const inSecretTools = (rule: string): string[] =>
  ['secrets-source', 'secrets-git-history', 'secrets-image'].map((tool) => `${tool}/${rule}`);

const inFlowTools = (languages: string, rule: string): string[] =>
  languages.split(' ').map((language) => `${language}-data-flow/${rule}`);

/**
 * Tools that judge a dangerous call by its form, without its data. On code that had taught them nothing, 4 of their 42
 * rows of high severity were worth a look. Data flow reports the same calls, and keeps its severity where a request
 * reaches them. Rules about memory in C had 3 of 19.
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
] as const;

/**
 * Rules that are right about something grave less than every second time: the key is one for tests, the policy is that
 * of who builds the account, the file is a template, everybody is meant to read the bucket, the program that loads the
 * file defines the name. Each had at least two labels on code that had taught it nothing; `docs/labels` has the places
 * with their reasons. Critical and high say that a maintainer stops and looks, so that these say less.
 */
export const SELDOM_AS_GRAVE: Readonly<Record<string, Severity>> = {
  ...GRAVE_BY_RECORD,
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
      // To fetch what somebody names is mostly what the program is for, or needs rights: 4 of 28 were useful.
      ...inFlowTools('csharp go java js kotlin php py ruby', 'request-forgery'),
      // Routes, or a list in the code, mostly decide which class it may be: 1 of 6 was useful.
      ...inFlowTools('ruby', 'unsafe-reflection'),
      // The value is mostly text whatever the request says, and who finds a row by an operator gains nothing.
      ...inFlowTools('js php py ruby', 'nosql-injection'),
      // The cipher is kept to read what was written with it, or the number makes no secret.
      ...inFlowTools('csharp java js kotlin php py ruby', 'weak-cipher'),
      ...inFlowTools('csharp go java js kotlin php py ruby', 'predictable-secret'),
      // The other languages' tools have these calls as well: of 19 unchecked certificates 5 were worth a look.
      'kotlin-safety/tls-verification-off',
      'kotlin-safety/weak-cipher',
      'rust-safety/tls-verification-off',
      'lockfile-integrity/fetched-without-tls',
      'regex-dos/exponential-regex',
      // Keys that nothing marks as such are still of a trial, of a sample or a default that everybody replaces: 2 of 17
      // were worth a look. And most addresses that contain a password are of a local server for trials.
      ...[
        'PrivateKey',
        'assigned-password',
        'assigned-secret',
        'BasicAuth',
        'MongoDBConnection',
        'PostgreSQLConnection',
      ].flatMap(inSecretTools),
    ],
    'medium',
  ),
};
