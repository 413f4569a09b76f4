import type { EngineProfile } from '../engine-profile';

export const profile: EngineProfile = {
  id: 'typescript-exports',
  name: 'ts-unused-exports, type-coverage',
  licence: 'MIT',
  scope: 'project',
  memoryMb: 3_072,
  weight: 29,
  requires: ['ts-unused-exports', 'type-coverage-core', 'typescript'],
  neutralise: [/ts-unused-exports:disable-next-line/g, /type-coverage:ignore-(?:next-line|line)/g],
};
