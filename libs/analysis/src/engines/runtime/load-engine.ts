import { extname } from 'node:path';
import type { Engine } from '../engine';

/** Loads only the engine with this id, because some engines take seconds to load. */
export function loadEngine(id: string): Engine {
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(id)) throw new Error(`not the id of an engine: ${id}`);
  return (require(`../${id}/${id}.engine${extname(__filename)}`) as { engine: Engine }).engine;
}
