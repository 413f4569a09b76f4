import type { Misfires, PlaceInText } from '../kit/misfires';
import { isPlaceholder } from '../kit/placeholders';
import { isFilledByOthers } from '../kit/unfilled-elements';

/** Roles of what takes the focus itself. Others are in a grid, a list or a menu that moves it, or tells of its place. */
const FOCUSED = /role "(?:button|link|checkbox|switch|slider|spinbutton|textbox|searchbox|combobox)"/;

/** Whether a click does nothing but to stop there, or an element is not there for whoever has no pointer. */
const isNoAction = ({ tag }: PlaceInText): boolean =>
  /\sonClick=\{\s*(?:async\s*)?\(?\s*\w+(?:\s*:\s*[^)=]+)?\s*\)?\s*=>\s*\{?\s*\w+\.(?:stopPropagation|preventDefault)\(\);?\s*\}?\s*\}/.test(
    tag,
  ) || /\s(?:role=["'{]+(?:presentation|none)["'}]+|aria-hidden(?:=["'{]+true["'}]+)?(?=[\s/>]))/.test(tag);

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
