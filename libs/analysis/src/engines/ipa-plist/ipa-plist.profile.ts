import type { EngineProfile } from '../engine-profile';

export const profile: EngineProfile = {
  id: 'ipa-plist',
  name: 'Assay IPA rules',
  licence: 'Apache-2.0',
  scope: 'project',
  memoryMb: 768,
  requires: ['sax'],
};
