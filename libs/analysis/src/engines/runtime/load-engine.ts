import { existsSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { Engine } from '../engine';

/**
 * Loads only the engine with this id, because some engines take seconds to load. A build may have a bundle of it and of
 * its imports (scripts/bundle-engine.cjs), which runs faster.
 */
export function loadEngine(id: string): Engine {
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(id)) throw new Error(`not the id of an engine: ${id}`);
  const module = join(__dirname, `../${id}/${id}.engine`);
  const bundle = `${module}.bundle.js`;
  const file = existsSync(bundle) ? bundle : `${module}${extname(__filename)}`;
  return (require(file) as { engine: Engine }).engine;
}
