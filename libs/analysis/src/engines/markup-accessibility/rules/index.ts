import { allowedRoleRules } from './allowed-roles';
import { alternativeRules } from './alternatives';
import { appearanceRules } from './appearance';
import { ariaRules } from './aria';
import { contrastRules } from './contrast';
import { cutTextRules } from './cut-text';
import { disclosureRules } from './disclosures';
import { documentRules } from './document';
import { errorTextRules } from './error-texts';
import { fixedStateRules } from './fixed-states';
import { flashRules } from './flashes';
import { focusRulesOfPages } from './focus';
import { formRules } from './forms';
import { helpRules } from './help-by-hover';
import { hoverRules } from './hover';
import { keyboardRules } from './keyboard';
import { languageRules } from './language';
import { layoutRules } from './layout';
import { linkRules } from './links';
import { lookRules } from './looks';
import { madeByScriptRules } from './made-by-scripts';
import { mediaRules } from './media';
import { motionRules } from './motion';
import { nameRules } from './names';
import { ownDialogRules } from './own-dialogs';
import type { Rule } from './page';
import { purposeRules } from './purposes';
import { readingRules } from './reading';
import { scriptChangeRules } from './script-changes';
import { scriptRules } from './scripts';
import { scrollingRules } from './scrolling';
import { sectionRules } from './sections';
import { signNameRules } from './sign-names';
import { signRules } from './signs';
import { stateContrastRules } from './state-contrast';
import { stateRules } from './states';
import { structureRules } from './structure';
import { tableRules } from './tables';
import { wordingRules } from './wording';

/** All rules of our own, by their names in the catalogue. */
export const ownRules: Readonly<Record<string, Rule>> = {
  ...allowedRoleRules,
  ...alternativeRules,
  ...appearanceRules,
  ...ariaRules,
  ...contrastRules,
  ...cutTextRules,
  ...disclosureRules,
  ...documentRules,
  ...errorTextRules,
  ...fixedStateRules,
  ...flashRules,
  ...focusRulesOfPages,
  ...keyboardRules,
  ...languageRules,
  ...formRules,
  ...helpRules,
  ...hoverRules,
  ...layoutRules,
  ...linkRules,
  ...lookRules,
  ...madeByScriptRules,
  ...mediaRules,
  ...motionRules,
  ...nameRules,
  ...ownDialogRules,
  ...purposeRules,
  ...readingRules,
  ...scriptChangeRules,
  ...scriptRules,
  ...scrollingRules,
  ...sectionRules,
  ...signNameRules,
  ...signRules,
  ...stateContrastRules,
  ...stateRules,
  ...structureRules,
  ...tableRules,
  ...wordingRules,
};
