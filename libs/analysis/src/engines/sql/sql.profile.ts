import type { EngineProfile } from '../engine-profile';

export const profile: EngineProfile = {
  id: 'sql',
  name: 'node-sql-parser and Assay SQL rules',
  licence: 'Apache-2.0',
  scope: 'file',
  memoryMb: 1_024,
  requires: ['node-sql-parser'],
};
