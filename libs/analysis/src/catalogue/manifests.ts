import { SOURCE_TARGETS, type ToolDefinition } from './tool';

const LOCKS = '**/{package-lock,npm-shrinkwrap}.json';

export const manifestTools: readonly ToolDefinition[] = [
  {
    id: 'license-policy',
    name: 'Licence policy',
    description: 'Finds dependencies whose licence, as the lock file or the package itself records it, asks for more than attribution.',
    category: 'standards',
    billing: 'dependencies',
    engine: 'manifests',
    targets: SOURCE_TARGETS,
    readsLeftOut: true,
    files: ['**/package.json', LOCKS],
    advice: 'Ask whoever answers for licences before the program is distributed, or replace the dependency.',
    rules: {
      'strong-copyleft-licence': { severity: 'medium', weakness: 'copyleft-licence', title: 'A dependency under a strong copyleft licence' },
      'network-copyleft-licence': { severity: 'medium', weakness: 'copyleft-licence', title: 'A dependency whose licence also binds services on the network' },
      'licence-restricts-use': { severity: 'medium', weakness: 'restrictive-licence', title: 'A dependency whose licence restricts what it may be used for' },
    },
    settings: {
      check: 'licences',
      policy: {
        strongCopyleft: ['GPL-1.0', 'GPL-2.0', 'GPL-3.0', 'OSL-1.0', 'OSL-2.0', 'OSL-2.1', 'OSL-3.0', 'CC-BY-SA-3.0', 'CC-BY-SA-4.0', 'Sleepycat', 'EUPL-1.1', 'EUPL-1.2', 'CECILL-2.1'],
        networkCopyleft: ['AGPL-1.0', 'AGPL-3.0', 'SSPL-1.0', 'CPAL-1.0', 'RPL-1.5'],
        restricted: ['BUSL-1.1', 'CC-BY-NC-3.0', 'CC-BY-NC-4.0', 'CC-BY-NC-SA-4.0', 'CC-BY-NC-ND-4.0', 'PolyForm-Noncommercial-1.0.0', 'Elastic-2.0'],
      },
    },
  },
  {
    id: 'lockfile-integrity',
    name: 'Lock file integrity',
    description: 'Finds dependencies that could be exchanged on the way: no checksum, no TLS, an unusual host, a moving git branch, no lock file at all.',
    category: 'security',
    billing: 'security',
    engine: 'manifests',
    targets: SOURCE_TARGETS,
    files: ['**/package.json', LOCKS, '**/{yarn.lock,pnpm-lock.yaml,bun.lock}'],
    advice: 'Install again from the usual registry and commit the lock file that results.',
    rules: {
      'no-integrity': { severity: 'medium', cwe: 'CWE-353', title: 'A dependency is fetched without a checksum' },
      'weak-integrity': { severity: 'low', cwe: 'CWE-328', title: 'A dependency has only a SHA-1 checksum' },
      'fetched-without-tls': { severity: 'high', cwe: 'CWE-319', title: 'A dependency is fetched without TLS' },
      'unusual-host': { severity: 'high', cwe: 'CWE-829', title: 'A dependency comes from another host than nearly all others', fix: 'Make sure that the host is yours: changing addresses in a lock file is a known attack.' },
      'git-dependency-not-pinned': { severity: 'medium', cwe: 'CWE-494', title: 'A git dependency follows a branch', fix: 'Name a full commit after #.' },
      'no-lockfile': { severity: 'low', cwe: 'CWE-1357', title: 'An application without a lock file', fix: 'Commit the lock file, and install with npm ci.' },
    },
    settings: { check: 'lockfile' },
  },
  {
    id: 'install-scripts',
    name: 'Install scripts',
    description: 'Finds code that runs when the project is installed: scripts of dependencies, or of the package that is scanned, and own ones that fetch and run programs.',
    category: 'security',
    billing: 'security',
    engine: 'manifests',
    targets: SOURCE_TARGETS,
    files: ['**/package.json', LOCKS],
    advice: 'Install with --ignore-scripts and allow only the packages that need to build something.',
    rules: {
      'fetches-and-runs': { severity: 'critical', cwe: 'CWE-494', title: 'Installing the project fetches a program and runs it', fix: 'Add the program as a dependency, or check its checksum before running it.' },
      'fetches-file': { severity: 'medium', cwe: 'CWE-494', title: 'Installing the project fetches a file', fix: 'Add the file as a dependency, or check its checksum.' },
      'dependency-runs-script': { severity: 'low', cwe: 'CWE-829', title: 'A dependency runs a script when it is installed' },
    },
    settings: { check: 'install-scripts' },
  },
];
