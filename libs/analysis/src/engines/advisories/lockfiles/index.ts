import { cargoLock } from './cargo';
import { gemfileLock } from './gemfile';
import { goModules } from './go';
import { gradleLock } from './gradle';
import { composerLock, nugetLock, pipfileLock } from './json-locks';
import type { LockfileReader } from './lockfile';
import { mavenPom } from './maven';
import { npmLock } from './npm';
import { pnpmLock } from './pnpm';
import { poetryLock, uvLock } from './python-toml';
import { requirements } from './requirements';
import { yarnLock } from './yarn';

/** The first reader that accepts a file reads it. */
export const READERS: readonly LockfileReader[] = [
  npmLock,
  pnpmLock,
  yarnLock,
  requirements,
  poetryLock,
  uvLock,
  pipfileLock,
  cargoLock,
  goModules,
  mavenPom,
  gradleLock,
  composerLock,
  gemfileLock,
  nugetLock,
];
