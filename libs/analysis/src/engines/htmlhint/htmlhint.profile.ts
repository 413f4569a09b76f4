import type { EngineProfile } from '../engine-profile';

export const profile: EngineProfile = {
  id: 'htmlhint',
  name: 'HTMLHint',
  licence: 'MIT',
  scope: 'file',
  memoryMb: 512,
  requires: ['htmlhint'],
};
