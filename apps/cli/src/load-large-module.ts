import { closeSync, existsSync, openSync, readFileSync, readSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import { Script } from 'node:vm';

/** Bytes. The C library takes smaller blocks than 128 kB from its heap. */
const PIECE = 64 * 1024;

/** As Node.js wraps a CommonJS module. */
const WRAPPER = '(function (exports, require, module, __filename, __dirname) {';

/** The last characters of the module, a hash of it. Its compiled code repeats them: V8 compares nothing but lengths. */
const MARK_LENGTH = 72;

const codeOf = (file: string): string => `${file}.code`;

export interface LoadOptions {
  /**
   * Whether to take the compiled code beside the module, which saves a tenth of a second and takes 10 MB. Without such
   * code, or if another Node.js made it, the module is compiled.
   */
  readonly compiled: boolean;
}

/**
 * Loads a CommonJS module without `import()`, as `require(file)` does. That reads the file in one block of several
 * megabytes, and once the C library has had such a block back it no longer returns free memory of its heap: 7 MB in an
 * idle service.
 */
export function loadLargeModule(file: string, { compiled }: LoadOptions): unknown {
  const text = textOf(file);
  return evaluated(scriptOf(file, text, compiled ? compiledCode(file, text) : undefined), file);
}

/**
 * Writes the compiled code of the module beside it.
 *
 * @param use calls what most processes call: only functions that were called have compiled code
 */
export async function compileLargeModule(file: string, use: (exports: unknown) => Promise<void>): Promise<void> {
  const text = textOf(file);
  const script = scriptOf(file, text);
  await use(evaluated(script, file));
  writeFileSync(codeOf(file), Buffer.concat([Buffer.from(markOf(text)), script.createCachedData()]));
}

function compiledCode(file: string, text: string): Buffer | undefined {
  if (!existsSync(codeOf(file))) return undefined;
  const code = readFileSync(codeOf(file));
  return code.toString('latin1', 0, MARK_LENGTH) === markOf(text) ? code.subarray(MARK_LENGTH) : undefined;
}

const markOf = (text: string): string => text.slice(-MARK_LENGTH).padStart(MARK_LENGTH);

const scriptOf = (file: string, text: string, cachedData?: Buffer): Script =>
  new Script(`${WRAPPER}${text}\n})`, { filename: file, columnOffset: -WRAPPER.length, cachedData });

function evaluated(script: Script, file: string): unknown {
  const module = { exports: {} };
  const wrapped = script.runInThisContext() as (...args: unknown[]) => void;
  wrapped.call(module.exports, module.exports, createRequire(file), module, file, dirname(file));
  return module.exports;
}

function textOf(file: string): string {
  const decoder = new StringDecoder('utf8');
  const piece = Buffer.allocUnsafe(PIECE);
  const descriptor = openSync(file, 'r');
  try {
    let text = '';
    for (;;) {
      const length = readSync(descriptor, piece);
      if (length === 0) return text + decoder.end();
      text += decoder.write(piece.subarray(0, length));
    }
  } finally {
    closeSync(descriptor);
  }
}
