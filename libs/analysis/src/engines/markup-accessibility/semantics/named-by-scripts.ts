import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Unreadable, decodeText } from '../../kit/per-file';

/** The longest script that is read, and all of them together, in bytes. */
const MAX_SCRIPT_BYTES = 512 * 1024;
const MAX_BYTES = 16 * 1024 * 1024;
const MAX_COLUMNS = 400;

const SCRIPT = /\.(?:[cm]?[jt]sx?)$/;

/** `$('#play')`, `querySelector("#play")`, `getElementById('play')` */
const ELEMENT = /["'`]#([\w-]+)["'`]|\bgetElementById\(\s*["'`]([\w-]+)["'`]/g;
/** Calls that give an element a name: a title, a label, or a text. */
const NAMES_IT = new RegExp(
  String.raw`\b(?:attr|prop|setAttribute)\(\s*["'\x60](?:title|aria-label)["'\x60]\s*,|` +
    String.raw`\.(?:title|ariaLabel|textContent|innerText|innerHTML)\s*=(?!=)|\.(?:text|html)\(\s*[^\s)]`,
);

/**
 * The ids of elements to which a script of a target gives a name, wherever it is loaded: a statement of one line names
 * both. The scripts are read when the first id is asked for.
 * @param root the absolute path of the staged target
 */
export function namedByScriptsIn(root: string): (id: string) => boolean {
  let known: ReadonlySet<string> | undefined;
  return (id) => (known ??= new Set(idsIn(root))).has(id);
}

function* idsIn(root: string): Generator<string> {
  for (const script of scriptsIn(root))
    for (const line of script.split('\n')) {
      const start = line.slice(0, MAX_COLUMNS);
      if (NAMES_IT.test(start)) for (const [, selected, got] of start.matchAll(ELEMENT)) yield selected ?? got!;
    }
}

function* scriptsIn(root: string): Generator<string> {
  let bytes = 0;
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !SCRIPT.test(entry.name)) continue;
    const path = join(entry.parentPath, entry.name);
    const { size } = statSync(path);
    if (size > MAX_SCRIPT_BYTES) continue;
    bytes += size;
    if (bytes > MAX_BYTES) return;
    try {
      yield decodeText(readFileSync(path));
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error; // another tool says which scripts are no text
    }
  }
}
