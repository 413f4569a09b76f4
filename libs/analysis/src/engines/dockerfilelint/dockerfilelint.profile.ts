import type { EngineProfile } from '../engine-profile';

export const profile: EngineProfile = {
  id: 'dockerfilelint',
  name: 'dockerfilelint',
  licence: 'MIT',
  scope: 'file',
  memoryMb: 512,
  requires: ['dockerfilelint'],
};
