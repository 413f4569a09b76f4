import type { EngineProfile } from '../engine-profile';

export const profile: EngineProfile = {
  id: 'dependency-cruiser',
  name: 'dependency-cruiser',
  licence: 'MIT',
  scope: 'project',
  memoryMb: 2_048,
  weight: 10,
  requires: ['dependency-cruiser'],
};
