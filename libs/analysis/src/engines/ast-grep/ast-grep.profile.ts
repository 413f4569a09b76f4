import type { EngineProfile } from '../engine-profile';

export const profile: EngineProfile = {
  id: 'ast-grep',
  name: 'ast-grep',
  licence: 'MIT',
  scope: 'file',
  memoryMb: 1_024,
  requires: ['@ast-grep/napi'],
};
