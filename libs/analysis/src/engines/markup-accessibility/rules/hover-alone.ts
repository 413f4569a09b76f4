import { type MarkupElement, ancestorsOf } from '../markup';
import { doneOn, listensTo, listensToKeys } from './handlers';
import { helpByTitle } from './help-by-hover';
import { type Fault, type Page, type Rule, tagOf } from './page';

const ONLY_LOOKS = /^[\s;]*(?:this\.(?:style|className|classList|src)\b[^;]*(?:;[\s;]*|$))*$/;

/** A handler of the mouse often changes a look alone, or loads a page early. Names tell where it shows something. */
const SHOWS =
  /(?:^|[^\w.])(?:set(?:Is)?)?(?:show|open|reveal|expand|preview)\w*\s*(?:\(|=(?!=))|tool-?tip|pop-?(?:over|up)/i;
const hearsOfFocus = (element: MarkupElement): boolean => listensTo(element, 'focus', 'focusin', 'focuscapture');

/** A link or button that shows something when the mouse is over it, and does not when a key gets to it. */
function* shownByHover(page: Page): Generator<Fault> {
  for (const element of page.inTree()) {
    if (!page.isInTabOrder(element) || !listensTo(element, 'mouseover', 'mouseenter')) continue;
    if (listensTo(element, 'focus', 'focusin', 'click') || listensToKeys(element)) continue;
    if (!listensTo(element, 'mouseover')) {
      if (SHOWS.test(doneOn(element, 'mouseenter') ?? '') && ![...ancestorsOf(element)].some(hearsOfFocus))
        yield { element, message: `${tagOf(element)} shows something under the mouse, and not when it has the focus` };
      continue;
    }
    const does = doneOn(element, 'mouseover');
    if (does === undefined ? !page.markup.isPage : !ONLY_LOOKS.test(does))
      yield { element, message: `${tagOf(element)} does something under the mouse, and not when it has the focus` };
  }
}

export const hoverAloneRules: Readonly<Record<string, Rule>> = {
  'hover-alone': function* (page) {
    yield* shownByHover(page);
    yield* helpByTitle(page);
  },
};
