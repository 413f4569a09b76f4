import type { EngineProfile } from '../engine-profile';

export const profile: EngineProfile = {
  id: 'tls',
  name: 'Assay TLS checks',
  licence: 'Assay',
  scope: 'project',
  memoryMb: 512,
  requires: [],
};
