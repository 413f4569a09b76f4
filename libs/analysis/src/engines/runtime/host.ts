import { extname } from 'node:path';
import type { Engine } from '../engine';
import { servePass } from './serve-pass';

/** The entry of the sandboxed child process. Loads only the one engine that the pass names: some take seconds. */
servePass((id) => {
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(id)) throw new Error(`not the id of an engine: ${id}`);
  return (require(`../${id}/${id}.engine${extname(__filename)}`) as { engine: Engine }).engine;
});
