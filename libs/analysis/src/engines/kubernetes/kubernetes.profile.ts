import type { EngineProfile } from '../engine-profile';

export const profile: EngineProfile = {
  id: 'kubernetes',
  name: 'Assay Kubernetes rules',
  licence: 'Apache-2.0',
  scope: 'file',
  memoryMb: 512,
  requires: ['yaml'],
};
