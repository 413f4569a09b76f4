import type { Misfires } from '../kit/misfires';
import { isPlaceholder } from '../kit/placeholders';
import { isDrawn } from '../kit/drawn-pictures';
import { isFilledByOthers } from '../kit/unfilled-elements';
import { isJumpTarget } from '../kit/jump-targets';
import { isOfTailwind } from '../kit/built-styles';
import { isNoAction } from '../kit/handlers';

/**
 * Roles of elements that take the focus themselves. Elements of other roles are in a grid, a list or a menu that moves
 * the focus.
 */
const FOCUSED = /role "(?:button|link|checkbox|switch|slider|spinbutton|textbox|searchbox|combobox)"/;

/** PostCSS copies the content of a mixin to other places. */
const OF_MIXINS = /@(?:define-)?mixin\s/;

export const MISFIRES: Misfires = {
  // A CommonJS module may assign its own `exports`, which is a parameter and no global.
  // A worker sets its own handlers by their names.
  'suspicious/noGlobalAssign': ({ line, here }) =>
    /\b(?:exports|module)\s*=(?!=)/.test(line) || /^on[a-z]+\s*=(?!=)/.test(here),
  // A build replaces the placeholder.
  'suspicious/noConstantBinaryExpressions': ({ here }) => isPlaceholder(here),
  // The alternative text may be among the spread properties.
  // A drawn picture has no links, and no names of its parts.
  'a11y/useAltText': ({ tag, text }) => /\{\s*\.\.\./.test(tag) || isDrawn(text),
  'a11y/useValidAnchor': ({ text }) => isDrawn(text),
  // A canvas is not focusable by default.
  'a11y/noAriaHiddenOnFocusable': ({ here, tag }) => /^<canvas\b/i.test(here) && !/\stabindex=/i.test(tag),
  'a11y/useAnchorContent': (place) => isFilledByOthers(place) || isJumpTarget(place),
  'a11y/useHeadingContent': isFilledByOthers,
  // A disabled link, such as the last one of a breadcrumb, leads nowhere.
  'a11y/useFocusableInteractive': ({ message, tag }) =>
    !FOCUSED.test(message) || /\saria-disabled=["'{]+true["'}]+/.test(tag),
  // -1 means that the number is unknown.
  'a11y/useValidAriaValues': ({ message, tag }) =>
    ['setsize', 'rowcount', 'colcount'].some(
      (name) => message.includes(`aria-${name}`) && new RegExp(String.raw`\saria-${name}=["'{]+-1["'}]`).test(tag),
    ),
  'a11y/useKeyWithClickEvents': isNoAction,
  // `new Function` starts no timer. Another rule covers it.
  'nursery/noImpliedEval': ({ message }) => message.includes('Function constructor'),
  // Tailwind inlines imported files in the place of the import.
  'correctness/noInvalidPositionAtImportRule': ({ text }) => isOfTailwind(text),
  // Scoped styles of Razor, Vue and Angular, which their builds rewrite.
  'correctness/noUnknownPseudoElement': ({ here }) => /^:{0,2}(?:v-|ng-)?(?:deep|slotted|global)\b/.test(here),
  // Each mixin sets the property in a different place.
  'suspicious/noDuplicateCustomProperties': ({ text }) => OF_MIXINS.test(text),
};
