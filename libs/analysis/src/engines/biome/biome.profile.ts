import type { EngineProfile } from '../engine-profile';

// No `neutralise`: this engine lints private copies and overwrites directives there (see biome.copies.ts).
export const profile: EngineProfile = {
  id: 'biome',
  name: 'Biome',
  licence: 'MIT OR Apache-2.0',
  scope: 'file',
  memoryMb: 2_048,
  weight: 3,
  requires: ['@biomejs/biome'],
};
