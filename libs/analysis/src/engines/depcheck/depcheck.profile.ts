import type { EngineProfile } from '../engine-profile';

export const profile: EngineProfile = {
  id: 'depcheck',
  name: 'depcheck',
  licence: 'MIT',
  scope: 'project',
  memoryMb: 2_048,
  weight: 10,
  requires: ['depcheck', 'typescript'],
};
