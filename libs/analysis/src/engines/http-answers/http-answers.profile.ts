import type { EngineProfile } from '../engine-profile';

export const profile: EngineProfile = {
  id: 'http-answers',
  name: 'Assay HTTP checks',
  licence: 'Apache-2.0',
  scope: 'project',
  memoryMb: 512,
  requires: ['csp_evaluator'],
};
