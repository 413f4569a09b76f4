import type { EngineProfile } from '../engine-profile';

// No `neutralise`: this engine reads files into memory and overwrites directives there (see directives.ts).
export const profile: EngineProfile = {
  id: 'ruff',
  name: 'Ruff',
  licence: 'MIT',
  scope: 'file',
  memoryMb: 1_024,
  weight: 2,
  requires: ['@astral-sh/ruff-wasm-nodejs'],
};
