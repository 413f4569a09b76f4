import type { EngineProfile } from '../engine-profile';

export const profile: EngineProfile = {
  id: 'ipa-plist',
  name: 'Assay IPA rules',
  licence: 'UNLICENSED',
  scope: 'project',
  memoryMb: 768,
  requires: ['sax'],
};
