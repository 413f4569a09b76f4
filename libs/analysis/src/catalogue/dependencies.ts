import { SOURCE_TARGETS, type ToolDefinition } from './tool';

const LOCKFILES = ['**/{package-lock,npm-shrinkwrap,packages.lock}.json', '**/{pnpm-lock.yaml,yarn.lock,poetry.lock,uv.lock,Pipfile.lock,Cargo.lock,composer.lock,Gemfile.lock,gems.locked}', '**/*requirements*.txt', '**/requirements/*.txt', '**/{go.mod,go.sum,pom.xml,gradle.lockfile,buildscript-gradle.lockfile}'];

const HOLE = { cwe: 'CWE-1395', fix: 'Go to the version that mends it. Where another package brings it in, update that one, or override the version until it does.' } as const;

export const vulnerableDependencyTools: readonly ToolDefinition[] = [
  {
    id: 'vulnerable-dependencies',
    name: 'Vulnerable dependencies',
    description: 'Finds dependencies with known holes, by lockfile, direct and transitive: where each comes from, and the lowest version that mends it.',
    category: 'security',
    billing: 'dependencies',
    engine: 'advisories',
    targets: SOURCE_TARGETS,
    files: LOCKFILES,
    advice: 'Go to the version that mends it.',
    rules: {
      'known-hole': { ...HOLE, severity: 'medium' },
      'known-hole-in-development': { ...HOLE, severity: 'low' },
      'malicious-package': { severity: 'critical', cwe: 'CWE-506', fix: 'Remove it, and treat every machine that installed it as taken over: change the secrets that were on it.' },
    },
  },
  {
    id: 'vulnerable-system-packages',
    name: 'Vulnerable system packages',
    description: 'Finds packages of Debian, Ubuntu and Alpine with known holes in a container image, and the version of the distribution that mends each.',
    category: 'security',
    billing: 'dependencies',
    engine: 'advisories',
    targets: ['image'],
    reads: 'records',
    files: ['packages.json'],
    advice: 'Build the image again on the base as it is today, with the updates of the distribution.',
    rules: {
      'known-hole': { cwe: 'CWE-1395', severity: 'medium', fix: 'Build the image again on the base as it is today, with the updates of the distribution.' },
    },
  },
];
