import type { MarkupElement } from '../markup';

/** The attributes by which HTML, Vue, Alpine and Angular listen to an event. */
const namesOf = (event: string): RegExp =>
  new RegExp(String.raw`^(?:on${event}|\(${event}\)|(?:@|v-on:|x-on:)${event}(?:\.[\w.-]+)?)$`);

const KNOWN = new Map<string, RegExp>();

/** Whether the element listens to one of the events, `click`, for itself alone or not. */
export const listensTo = (element: MarkupElement, ...events: readonly string[]): boolean =>
  events.some(
    (event) =>
      element.handlers.has(`limited ${event}`) ||
      element.handlers.has(`scripted ${event}`) ||
      [...element.attributes.keys()].some((name) => matcherOf(event).test(name)),
  );

function matcherOf(event: string): RegExp {
  const known = KNOWN.get(event) ?? namesOf(event);
  KNOWN.set(event, known);
  return known;
}

/** The code that an event runs, as far as the element has it; undefined if it does not. */
export function doneOn(element: MarkupElement, event: string): string | undefined {
  const matches = matcherOf(event);
  for (const [name, value] of element.attributes)
    if (matches.test(name)) {
      const isPrevented = name.includes('.prevent');
      // `@keydown.enter.prevent` refuses one key.
      const isOfKey = KEY.test(name) && /\.(?!(?:prevent|stop|window|document|once)\b)\w/.test(name);
      return isPrevented
        ? `${isOfKey ? 'if (event.key) ' : ''}event.preventDefault(); ${value ?? ''}`
        : (element.handlers.get(name) ?? value ?? undefined);
    }
  return undefined;
}

const KEY = /^(?:on|\(|@|v-on:|x-on:)key/;

export const listensToKeys = (element: MarkupElement): boolean =>
  [...element.attributes.keys()].some((name) => KEY.test(name)) ||
  [...element.handlers.keys()].some((name) => /^(?:limited|scripted) key/.test(name));

/** Attributes that only a template has which is drawn again in the browser. */
const OF_BROWSER = /^(?:\(|\[|\*ng|formcontrolname$|formgroup$|@|v-on:|on[a-z]+$)/;
export const isOfBrowser = (element: MarkupElement): boolean =>
  [...element.attributes].some(([name, value]) => OF_BROWSER.test(name) && (value === null || !name.startsWith('on')));
