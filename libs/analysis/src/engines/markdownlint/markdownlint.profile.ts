import type { EngineProfile } from '../engine-profile';

export const profile: EngineProfile = {
  id: 'markdownlint',
  name: 'markdownlint',
  licence: 'MIT',
  scope: 'file',
  memoryMb: 768,
  weight: 6,
  requires: ['markdownlint'],
};
