/** By `#id` or `.class`: the events that scripts of a page listen to on such elements. */
export type Listeners = ReadonlyMap<string, ReadonlySet<string>>;

const NAME = String.raw`(?:#|\.)[\w-]+`;
const BY_ID = String.raw`getElementById\(\s*['"]([\w-]+)['"]\s*\)`;
const BY_SELECTOR = String.raw`querySelector(?:All)?\(\s*['"](${NAME})['"]\s*\)`;
const OF_JQUERY = String.raw`\$\(\s*['"](${NAME})['"]\s*\)`;
const FOUND = String.raw`(?:document\.)?(?:${BY_ID}|${BY_SELECTOR})|${OF_JQUERY}`;
const EACH = String.raw`(?:\.forEach\(\s*(?:function\s*)?\(?\s*\w+\s*\)?\s*(?:=>\s*\{?|\{)\s*\w+)?`;
const NAMED = String.raw`(?:addEventListener|on)\(\s*['"](\w+)['"]`;
/** The methods of jQuery that are called as their events. */
const SHORT = 'click|dblclick|keydown|keyup|keypress|mousedown|mouseup|mouseenter|mouseover|focus|blur';
const LISTENS = String.raw`\s*\.\s*(?:${NAMED}|on(\w+)\s*=(?!=)|(${SHORT})\(\s*(?:function|\())`;
const DIRECT = new RegExp(`(?:${FOUND})${EACH}${LISTENS}`, 'g');
const KEPT = new RegExp(String.raw`\b(?:const|let|var)\s+(\w+)\s*=\s*(?:${FOUND})`, 'g');

/** An element that a script calls by its id alone: `send.onclick = …`. */
const BARE = new RegExp(String.raw`(?<![\w.$])([a-zA-Z_]\w*)${LISTENS}`, 'g');
const OTHERS = new Set(['window', 'document', 'self', 'this', 'body', 'top', 'parent', 'navigator', 'screen']);

/** More elements than these are kept by programs, not by the script of a page. */
const MOST = 200;

/** Finds them in the text of scripts, where an element is found by its id or by one class. */
export function listenersIn(scripts: Iterable<string>): Listeners {
  const listeners = new Map<string, Set<string>>();
  const add = (selector: string, event: string) => {
    const events = listeners.get(selector) ?? new Set();
    listeners.set(selector, events.add(event));
  };
  for (const code of scripts) {
    for (const [, id, selector, jquery, ...events] of code.matchAll(DIRECT)) {
      const event = events.find((each) => each !== undefined);
      if (event !== undefined) add(id === undefined ? (selector ?? jquery)! : `#${id}`, event);
    }
    for (const [, name = '', ...events] of [...code.matchAll(BARE)].slice(0, MOST)) {
      const isOwn = new RegExp(
        String.raw`\b(?:const|let|var|function)\s+${name}\b|\b${name}\s*(?:=>|=(?!=)|,)|[(,]\s*${name}\s*[,)]`,
      );
      if (!OTHERS.has(name) && !isOwn.test(code)) add(`#${name}`, events.find((each) => each !== undefined)!);
    }
    for (const [, name = '', id, selector, jquery] of [...code.matchAll(KEPT)].slice(0, MOST))
      for (const [, ...events] of code.matchAll(new RegExp(String.raw`\b${name}${EACH}${LISTENS}`, 'g')))
        add(id === undefined ? (selector ?? jquery)! : `#${id}`, events.find((each) => each !== undefined)!);
  }
  return listeners;
}
