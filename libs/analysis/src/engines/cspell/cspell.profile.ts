import type { EngineProfile } from '../engine-profile';

export const profile: EngineProfile = {
  id: 'cspell',
  name: 'CSpell',
  licence: 'MIT',
  scope: 'file',
  memoryMb: 1_024,
  weight: 9,
  requires: ['cspell-lib'],
};
