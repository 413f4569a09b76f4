import type { Misfires, PlaceInText } from '../kit/misfires';
import { isPlaceholder } from '../kit/placeholders';
import { isFilledByOthers } from '../kit/unfilled-elements';

/** Roles of what takes the focus itself. Others are in a grid, a list or a menu that moves it. */
const FOCUSED = /role "(?:button|link|checkbox|switch|slider|spinbutton|textbox|searchbox|combobox)"/;

/** `onClick={(event) => event.stopPropagation()}` */
const STOPS_THERE = new RegExp(
  String.raw`\sonClick=\{\s*(?:async\s*)?\(?\s*\w+(?:\s*:\s*[^)=]+)?\s*\)?\s*=>\s*\{?\s*` +
    String.raw`\w+\.(?:stopPropagation|preventDefault)\(\);?\s*\}?\s*\}`,
);
const IS_OF_NO_ROLE = /\s(?:role=["'{]+(?:presentation|none)["'}]+|aria-hidden(?:=["'{]+true["'}]+)?(?=[\s/>]))/;

/** Whether a click does nothing but to stop there, or the element is not there for whoever has no pointer. */
const isNoAction = ({ tag }: PlaceInText): boolean => STOPS_THERE.test(tag) || IS_OF_NO_ROLE.test(tag);

export const MISFIRES: Misfires = {
  // A CommonJS module's own `exports`, which is a parameter and no global.
  'suspicious/noGlobalAssign': ({ line }) => /\b(?:exports|module)\s*=(?!=)/.test(line),
  // A build replaces the text.
  'suspicious/noConstantBinaryExpressions': ({ here }) => isPlaceholder(here),
  'a11y/useAnchorContent': isFilledByOthers,
  'a11y/useHeadingContent': isFilledByOthers,
  'a11y/useFocusableInteractive': ({ message }) => !FOCUSED.test(message),
  'a11y/useKeyWithClickEvents': isNoAction,
};
