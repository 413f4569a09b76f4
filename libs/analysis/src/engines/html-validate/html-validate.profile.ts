import type { EngineProfile } from '../engine-profile';

export const profile: EngineProfile = {
  id: 'html-validate',
  name: 'HTML-validate',
  licence: 'MIT',
  scope: 'file',
  memoryMb: 1_024,
  requires: ['html-validate'],
};
