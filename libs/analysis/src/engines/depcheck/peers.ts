import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EnginePass } from '../engine';
import { indentOf } from '../kit/indent';
import { memberOf, membersOf } from '../kit/positioned-json';
import type { ProjectPackage } from './packages';

/** Lock files that record the peers of each package. Those of Yarn 1 do not. */
const LOCK = /(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|pnpm-lock\.yaml|yarn\.lock)$/;
/** A lock file of 3,000 packages has some 2 MB. */
const MAX_BYTES = 32 * 1024 * 1024;
const PEERS = /^\s*"?peerDependencies"?:\s*\{?\s*$/;
const NAME = /^\s*["']?((?:@[\w.-]+\/)?[\w.-]+)["']?:\s/;

/**
 * The peer dependencies of packages, from the lock files and the manifests of the target. A project that uses one of
 * those packages must declare them.
 */
export function wantedAsPeers({ files, root }: EnginePass, packages: readonly ProjectPackage[]): ReadonlySet<string> {
  const locks = files.filter(({ staged, size }) => LOCK.test(staged) && size <= MAX_BYTES);
  return new Set([
    ...packages.flatMap(({ manifest }) => membersOf(memberOf(manifest.json, 'peerDependencies')).map(([name]) => name)),
    ...locks.flatMap(({ staged }) => peersIn(readFileSync(join(root, staged), 'utf8').split('\n'))),
  ]);
}

/** The names that are indented deeper than a `peerDependencies` above them, in JSON and in YAML. */
export function peersIn(lines: readonly string[]): string[] {
  const names: string[] = [];
  let list: number | undefined;
  for (const line of lines) {
    if (list !== undefined && indentOf(line) > list) {
      const [, name] = NAME.exec(line) ?? [];
      if (name !== undefined) names.push(name);
    } else list = PEERS.test(line) ? indentOf(line) : undefined;
  }
  return names;
}
