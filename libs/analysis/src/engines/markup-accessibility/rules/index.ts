import { allowedRoleRules } from './allowed-roles';
import { alternativeRules } from './alternatives';
import { appearanceRules } from './appearance';
import { ariaRules } from './aria';
import { clickRules } from './clicks';
import { contextChangeRules } from './context-changes';
import { contrastRules } from './contrast';
import { cutTextRules } from './cut-text';
import { disclosureRules } from './disclosures';
import { documentRules } from './document';
import { draggingRules } from './dragging';
import { errorTextRules } from './error-texts';
import { fixedStateRules } from './fixed-states';
import { flashRules } from './flashes';
import { focusRulesOfPages } from './focus';
import { formRules } from './forms';
import { headingRules } from './headings';
import { hiddenFocusRules } from './hidden-focus';
import { helpRules } from './help-by-hover';
import { hoverRules } from './hover';
import { hoverAloneRules } from './hover-alone';
import { keptFocusRules } from './kept-focus';
import { labelRules } from './labels';
import { languageRules } from './language';
import { layoutRules } from './layout';
import { linkRules } from './links';
import { lookRules } from './looks';
import { madeByScriptRules } from './made-by-scripts';
import { mediaRules } from './media';
import { messageRules } from './messages';
import { motionRules } from './motion';
import { nameRules } from './names';
import { orderRules } from './order';
import { ownedRoleRules } from './owned-roles';
import { ownDialogRules } from './own-dialogs';
import type { Rule } from './page';
import { partContrastRules } from './part-contrast';
import { pasteRules } from './paste';
import { pictureWordRules } from './picture-words';
import { purposeRules } from './purposes';
import { reachRules } from './reach';
import { readingRules } from './reading';
import { referenceRules } from './references';
import { scriptChangeRules } from './script-changes';
import { scrollingRules } from './scrolling';
import { sectionRules } from './sections';
import { signNameRules } from './sign-names';
import { signRules } from './signs';
import { singleKeyRules } from './single-keys';
import { stateContrastRules } from './state-contrast';
import { stateRules } from './states';
import { structureRules } from './structure';
import { tableRules } from './tables';
import { targetRules } from './target-size';
import { wordingRules } from './wording';

/** All rules of our own, by their names in the catalogue. */
export const ownRules: Readonly<Record<string, Rule>> = {
  ...allowedRoleRules,
  ...alternativeRules,
  ...appearanceRules,
  ...ariaRules,
  ...clickRules,
  ...contextChangeRules,
  ...contrastRules,
  ...cutTextRules,
  ...disclosureRules,
  ...documentRules,
  ...draggingRules,
  ...errorTextRules,
  ...fixedStateRules,
  ...flashRules,
  ...focusRulesOfPages,
  ...labelRules,
  ...languageRules,
  ...formRules,
  ...headingRules,
  ...hiddenFocusRules,
  ...helpRules,
  ...hoverAloneRules,
  ...hoverRules,
  ...keptFocusRules,
  ...layoutRules,
  ...linkRules,
  ...lookRules,
  ...madeByScriptRules,
  ...mediaRules,
  ...messageRules,
  ...motionRules,
  ...nameRules,
  ...orderRules,
  ...ownedRoleRules,
  ...ownDialogRules,
  ...partContrastRules,
  ...pasteRules,
  ...pictureWordRules,
  ...purposeRules,
  ...reachRules,
  ...readingRules,
  ...referenceRules,
  ...scriptChangeRules,
  ...scrollingRules,
  ...sectionRules,
  ...signNameRules,
  ...signRules,
  ...singleKeyRules,
  ...stateContrastRules,
  ...stateRules,
  ...structureRules,
  ...tableRules,
  ...targetRules,
  ...wordingRules,
};
