import type { EngineProfile } from '../engine-profile';

export const profile: EngineProfile = {
  id: 'apk-manifest',
  name: 'Assay APK rules',
  licence: 'Apache-2.0',
  scope: 'project',
  memoryMb: 768,
  requires: [],
};
