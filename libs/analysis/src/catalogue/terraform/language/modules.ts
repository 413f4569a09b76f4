import { missing } from '../../infrastructure/missing';
import { type TerraformRule, absent, all, any, is, isnt, matches, not, present } from '../rule';
import { MISSING_FOLDER } from '../shapes';

/** Module sources that git fetches, and that change with their branch. */
const BY_GIT = /^git::|^(?:github\.com|bitbucket\.org)\/|^git@|\.git(?:\/\/|\?|$)/;
const OF_COMMIT = /[?&]ref=[0-9a-f]{40}(?:&|$)/i;
const OF_REGISTRY = /^(?:[a-z\d](?:[a-z\d.-]*[a-z\d])?\.[a-z]{2,}\/)?[\w-]+\/[\w-]+\/[\w-]+(?:\/\/.*)?$/;
const SECRET_NAME = /(?:^|_)(?:password|passwd|passphrase|secret|secret_key|api_key|access_token|auth_token|private_key)$/i;

/** Names of variables that say whether there is a secret, not which. */
const SWITCH = /^(?:allow|create|enable|generate|has|is|keep|manage|needs?|random|require|reset|rotate|store|use|with)_/i;

const call = (source: string, more = '') => `module "network" {\n  source = "${source}"${more}\n}`;
const variable = (more: string) => `variable "db_password" {\n  type = string${more}\n}`;

/** Rules about the language itself, for any cloud. */
export const terraformLanguage: readonly TerraformRule[] = [
  {
    id: 'tf-module-missing',
    on: 'module',
    severity: 'high',
    cwe: 'CWE-670',
    title: 'Module in a folder that is not there',
    why: 'Terraform ends with an error before it reads anything else, so the configuration can be neither planned nor changed.',
    fix: 'Name the folder in which the module is now, or delete the call.',
    breaks: missing(MISSING_FOLDER),
    bad: call('./modules/network'),
    good: call('acme/network/aws', '\n  version = "1.2.0"'),
  },
  {
    id: 'tf-module-source-secret',
    on: 'module',
    severity: 'high',
    cwe: 'CWE-798',
    title: 'Password in the address of a module',
    why: 'Everybody who reads the repository has it, and programs show the address in their logs.',
    fix: 'Revoke it. Use SSH, or a helper of git that keeps it.',
    breaks: matches('source', /^(?:git::)?https?:\/\/[^/@\s:]+:[^/@\s${}<>]{6,}@/),
    bad: call('git::https://ada:q9Zt4LrVb1XeYw0H@git.example.com/network.git?ref=51d462976d84fdea54b47d80dcabbf680badcdb8'),
    good: call('git::https://git.example.com/network.git?ref=51d462976d84fdea54b47d80dcabbf680badcdb8'),
  },
  {
    id: 'tf-module-plain-source',
    on: 'module',
    severity: 'medium',
    cwe: 'CWE-494',
    title: 'Module that comes without encryption',
    why: 'Whoever is on the way writes what the configuration does.',
    fix: 'Use `https` or SSH.',
    breaks: matches('source', /^(?:git::)?(?:http|git):\/\/(?!localhost|127\.)/i),
    bad: call('git::http://git.example.com/network.git?ref=51d462976d84fdea54b47d80dcabbf680badcdb8'),
    good: call('git::https://git.example.com/network.git?ref=51d462976d84fdea54b47d80dcabbf680badcdb8'),
  },
  {
    id: 'tf-module-of-a-branch',
    on: 'module',
    severity: 'low',
    cwe: 'CWE-829',
    title: 'Module that changes with its branch',
    optional: true,
    why: 'What is pushed there runs with the rights of the next plan, without anybody having looked at it here.',
    fix: 'Add `?ref=` with a commit, or a tag.',
    breaks: all(matches('source', BY_GIT), not(matches('source', /[?&]ref=/))),
    bad: call('git::https://git.example.com/network.git'),
    good: call('git::https://git.example.com/network.git?ref=51d462976d84fdea54b47d80dcabbf680badcdb8'),
  },
  {
    id: 'tf-module-without-commit',
    on: 'module',
    severity: 'info',
    cwe: 'CWE-829',
    title: 'Module of a tag or a branch',
    optional: true,
    why: 'A tag can be moved. A commit stays what it is.',
    fix: 'Name the commit: `?ref=` and 40 digits.',
    breaks: all(matches('source', BY_GIT), matches('source', /[?&]ref=/), not(matches('source', OF_COMMIT))),
    bad: call('git::https://git.example.com/network.git?ref=v1.2.0'),
    good: call('git::https://git.example.com/network.git?ref=51d462976d84fdea54b47d80dcabbf680badcdb8'),
  },
  {
    id: 'tf-module-without-version',
    on: 'module',
    severity: 'low',
    cwe: 'CWE-829',
    title: 'Module of a registry in whatever version is the newest',
    optional: true,
    why: 'The next plan takes what somebody published since, which may also be another major version.',
    fix: 'Set `version`.',
    breaks: all(absent('version'), matches('source', OF_REGISTRY)),
    bad: call('terraform-aws-modules/vpc/aws'),
    good: call('terraform-aws-modules/vpc/aws', '\n  version = "5.8.1"'),
  },
  {
    id: 'tf-plain-download',
    on: 'data.http',
    severity: 'low',
    cwe: 'CWE-319',
    title: 'Value that comes without encryption',
    why: 'Whoever is on the way says what the configuration takes.',
    fix: 'Use `https`.',
    breaks: any(matches('url', /^http:\/\/(?!localhost|127\.|169\.254\.)/i), all(matches('url', /^https:/i), is('insecure', true))),
    bad: 'url = "http://example.com/networks.json"',
    good: 'url = "https://example.com/networks.json"',
  },
  {
    id: 'tf-program-for-values',
    on: 'data.external',
    severity: 'info',
    cwe: 'CWE-829',
    title: 'Program that runs with each plan',
    optional: true,
    why: 'A plan that should only read runs it, with the rights of whoever plans.',
    fix: 'Use a provider or a function.',
    breaks: present('program'),
    bad: 'program = ["./networks.sh"]',
    good: 'data "http" "example" {\n  url = "https://example.com/networks.json"\n}',
  },
  {
    id: 'tf-key-in-state',
    on: 'tls_private_key',
    severity: 'info',
    cwe: 'CWE-522',
    title: 'Private key that lies in the state',
    optional: true,
    why: 'Everybody who reads the state has it.',
    fix: 'Make the key where it is used, or use an ephemeral resource.',
    breaks: present('algorithm'),
    bad: 'algorithm = "ED25519"',
    good: 'ephemeral "tls_private_key" "example" {\n  algorithm = "ED25519"\n}',
  },
  {
    id: 'tf-secret-shown',
    on: 'variable',
    severity: 'info',
    cwe: 'CWE-532',
    title: 'Secret that plans show',
    optional: true,
    why: 'A value that is not marked stands in what a plan prints, and in the logs of a build server.',
    fix: 'Set `sensitive = true`.',
    breaks: all(matches('name', SECRET_NAME), not(matches('name', SWITCH)), isnt('sensitive', true), isnt('ephemeral', true), not(is('default', true, false))),
    bad: variable(''),
    good: variable('\n  sensitive = true'),
  },
];
