import type { EngineProfile } from '../engine-profile';

export const profile: EngineProfile = {
  id: 'regex-dos',
  name: 'recheck',
  licence: 'MIT',
  scope: 'file',
  memoryMb: 1_536,
  weight: 15,
  requires: ['recheck', 'typescript'],
};
