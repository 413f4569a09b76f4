import { closeSync, openSync, readSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import { compileFunction, constants } from 'node:vm';

/** Bytes. The C library takes smaller blocks than 128 kB from its heap. */
const PIECE = 64 * 1024;

/**
 * Loads a CommonJS module that imports what it needs by `require`, as `require(file)` does. That reads the file in one
 * block of several megabytes, and once the C library has had such a block back it no longer returns free memory of its
 * heap: 7 MB in an idle service.
 */
export function loadLargeModule(file: string): unknown {
  const names = ['exports', 'require', 'module', '__filename', '__dirname'];
  const wrapper = compileFunction(textOf(file), names, {
    filename: file,
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  });
  const module = { exports: {} };
  wrapper.call(module.exports, module.exports, createRequire(file), module, file, dirname(file));
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
