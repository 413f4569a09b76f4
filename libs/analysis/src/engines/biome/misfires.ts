import type { Misfires } from '../kit/misfires';
import { isPlaceholder } from '../kit/placeholders';
import { isDrawn } from '../kit/drawn-pictures';
import { isFilledByOthers } from '../kit/unfilled-elements';
import { isOfTailwind } from '../kit/built-styles';
import { isNoAction } from '../kit/handlers';

/** Roles of what takes the focus itself. Others are in a grid, a list or a menu that moves it. */
const FOCUSED = /role "(?:button|link|checkbox|switch|slider|spinbutton|textbox|searchbox|combobox)"/;

/** PostCSS puts what stands in a mixin in other places. */
const OF_MIXINS = /@(?:define-)?mixin\s/;

export const MISFIRES: Misfires = {
  // A CommonJS module's own `exports`, which is a parameter and no global.
  // A worker sets its own handlers by their names.
  'suspicious/noGlobalAssign': ({ line, here }) =>
    /\b(?:exports|module)\s*=(?!=)/.test(line) || /^on[a-z]+\s*=(?!=)/.test(here),
  // A build replaces the text.
  'suspicious/noConstantBinaryExpressions': ({ here }) => isPlaceholder(here),
  // The text may be among the properties that are spread.
  // A picture that is drawn has no links, and none of the names of its parts.
  'a11y/useAltText': ({ tag, text }) => /\{\s*\.\.\./.test(tag) || isDrawn(text),
  'a11y/useValidAnchor': ({ text }) => isDrawn(text),
  // A canvas takes no focus of its own.
  'a11y/noAriaHiddenOnFocusable': ({ here, tag }) => /^<canvas\b/i.test(here) && !/\stabindex=/i.test(tag),
  'a11y/useAnchorContent': isFilledByOthers,
  'a11y/useHeadingContent': isFilledByOthers,
  // A disabled link, such as the last one of a breadcrumb, leads nowhere.
  'a11y/useFocusableInteractive': ({ message, tag }) =>
    !FOCUSED.test(message) || /\saria-disabled=["'{]+true["'}]+/.test(tag),
  // -1 says that nobody knows how many there are.
  'a11y/useValidAriaValues': ({ message, tag }) =>
    ['setsize', 'rowcount', 'colcount'].some(
      (name) => message.includes(`aria-${name}`) && new RegExp(String.raw`\saria-${name}=["'{]+-1["'}]`).test(tag),
    ),
  'a11y/useKeyWithClickEvents': isNoAction,
  // `new Function` starts no timer. Another rule is about it.
  'nursery/noImpliedEval': ({ message }) => message.includes('Function constructor'),
  // Tailwind puts what is imported in the place of the import.
  'correctness/noInvalidPositionAtImportRule': ({ text }) => isOfTailwind(text),
  // Scoped styles of Razor, Vue and Angular, which their builds rewrite.
  'correctness/noUnknownPseudoElement': ({ here }) => /^:{0,2}(?:v-|ng-)?(?:deep|slotted|global)\b/.test(here),
  // Each mixin sets the property in a place of its own.
  'suspicious/noDuplicateCustomProperties': ({ text }) => OF_MIXINS.test(text),
};
