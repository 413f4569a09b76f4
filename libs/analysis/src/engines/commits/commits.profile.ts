import type { EngineProfile } from '../engine-profile';

export const profile: EngineProfile = {
  id: 'commits',
  name: 'Assay commit checks and commitlint',
  licence: 'Apache-2.0; commitlint MIT',
  scope: 'project',
  memoryMb: 512,
  requires: ['@commitlint/lint', '@commitlint/config-conventional'],
};
