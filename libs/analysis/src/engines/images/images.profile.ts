import type { EngineProfile } from '../engine-profile';

export const profile: EngineProfile = {
  id: 'images',
  name: 'image-size',
  licence: 'MIT',
  scope: 'file',
  memoryMb: 512,
  requires: ['image-size'],
};
