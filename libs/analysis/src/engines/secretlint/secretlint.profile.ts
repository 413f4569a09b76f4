import type { EngineProfile } from '../engine-profile';

export const profile: EngineProfile = {
  id: 'secretlint',
  name: 'secretlint',
  licence: 'MIT',
  scope: 'file',
  memoryMb: 768,
  weight: 1,
  requires: ['@secretlint/core', '@secretlint/secretlint-rule-preset-recommend'],
};
