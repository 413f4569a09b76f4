import { loadEngine } from './load-engine';
import { servePass } from './serve-pass';

/** The entry of the sandboxed child process. */
servePass(loadEngine);
