import type { EngineProfile } from '../engine-profile';

export const profile: EngineProfile = {
  id: 'workflow-security',
  name: 'Assay workflow rules',
  licence: 'Apache-2.0',
  scope: 'file',
  memoryMb: 512,
  requires: ['yaml'],
};
