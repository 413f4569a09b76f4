import type { EngineProfile } from '../engine-profile';

export const profile: EngineProfile = {
  id: 'tls',
  name: 'Assay TLS checks',
  licence: 'Apache-2.0',
  scope: 'project',
  memoryMb: 512,
  requires: [],
};
