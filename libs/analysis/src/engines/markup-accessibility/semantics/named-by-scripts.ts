import { textsOfTarget } from '../texts-of-target';

const SCRIPTS = { names: /\.(?:[cm]?[jt]sx?)$/, maxFileBytes: 512 * 1024, maxBytes: 16 * 1024 * 1024 };
const MAX_COLUMNS = 400;

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
  for (const script of textsOfTarget(root, SCRIPTS))
    for (const line of script.split('\n')) {
      const start = line.slice(0, MAX_COLUMNS);
      if (NAMES_IT.test(start)) for (const [, selected, got] of start.matchAll(ELEMENT)) yield selected ?? got!;
    }
}
