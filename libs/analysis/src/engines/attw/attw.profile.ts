import type { EngineProfile } from '../engine-profile';

export const profile: EngineProfile = {
  id: 'attw',
  name: 'Are the types wrong',
  licence: 'MIT',
  scope: 'project',
  memoryMb: 2_048,
  weight: 2,
  requires: ['@arethetypeswrong/core', 'typescript'],
};
