import type { EngineProfile } from '../engine-profile';

export const profile: EngineProfile = {
  id: 'dclint',
  name: 'DCLint',
  licence: 'MIT',
  scope: 'file',
  memoryMb: 512,
  requires: ['dclint', 'yaml'],
};
