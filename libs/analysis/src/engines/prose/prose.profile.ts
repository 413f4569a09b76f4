import type { EngineProfile } from '../engine-profile';

export const profile: EngineProfile = {
  id: 'prose',
  name: 'alex and write-good',
  licence: 'MIT',
  scope: 'file',
  memoryMb: 768,
  weight: 10,
  requires: ['alex', 'write-good'],
};
