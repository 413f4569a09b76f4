import type { EngineProfile } from '../engine-profile';

export const profile: EngineProfile = {
  id: 'publint',
  name: 'publint',
  licence: 'MIT',
  scope: 'project',
  memoryMb: 1_024,
  requires: ['publint', 'typescript'],
};
