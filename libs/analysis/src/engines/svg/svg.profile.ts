import type { EngineProfile } from '../engine-profile';

export const profile: EngineProfile = {
  id: 'svg',
  name: 'SVGO',
  licence: 'MIT',
  scope: 'file',
  memoryMb: 768,
  requires: ['svgo'],
};
