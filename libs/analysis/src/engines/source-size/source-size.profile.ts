import type { EngineProfile } from '../engine-profile';

export const profile: EngineProfile = {
  id: 'source-size',
  name: 'sloc',
  licence: 'MIT',
  scope: 'file',
  memoryMb: 512,
  requires: ['sloc'],
};
