import { type MarkupElement, addElement } from '../markup';
import { lineOf } from './positions';

const HEARS = new RegExp(
  String.raw`\b(?:window|document|document\.body)\.addEventListener\(\s*['"](?:key(?:down|press|up)|` +
    String.raw`device(?:motion|orientation))['"]|\b(?:useHotkeys|Mousetrap\.bind|hotkeys)\(|` +
    String.raw`@HostListener\(\s*['"](?:document|window|body):key(?:down|up|press)`,
);
/** The code that a component runs when it goes: nobody asks for that. */
const AT_ITS_END = new RegExp(
  String.raw`\breturn\s*(?:\(\s*\)\s*=>|function\s*\(\s*\)\s*\{)\s*\{?[^;{}]*\bremoveEventListener\([^;]*;?|` +
    String.raw`\bon(?:Before)?(?:Unmount(?:ed)?|Destroy)\(\s*(?:\(\s*\)\s*=>|function\s*\(\s*\)\s*\{)[^;]*`,
  'g',
);
/** Longer files are of programs. */
const LONGEST = 40_000;

/** Adds the element of a script and returns true, if the component hears of keys or movements of the whole page. */
export function addListenersOfComponent(root: MarkupElement, file: string): boolean {
  const found = file.length > LONGEST ? null : HEARS.exec(file);
  if (!found) return false;
  const code = file.replace(AT_ITS_END, '').replace(/\/\*[^]*?\*\/|^\s*\/\/[^\n]*/gm, ' ');
  addElement(root, {
    name: 'script',
    place: lineOf(file, found.index),
    handlers: new Map([['component code', code]]),
  });
  return true;
}
