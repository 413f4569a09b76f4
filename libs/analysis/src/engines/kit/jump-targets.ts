import type { PlaceInText } from './misfires';

const HAS_NAME = /\s(?::|v-bind:)?(?:name|id)=/;
/** An address, also one that a framework binds; what makes a control of the element; or properties that nobody sees. */
const MAY_LEAD_OR_ACT =
  /\s(?:v-bind[=\s>]|(?::|v-bind:)?(?:href|xlink:href|to|role|tabindex)=|@|v-on[:=]|on[a-z]+=)|\{\s*\.\.\./i;

/** Whether the tag is `<a name="x">` or `<a id="x">` without an address: links lead there, and it is no link itself. */
export function isJumpTarget({ here, tag }: Pick<PlaceInText, 'here' | 'tag'>): boolean {
  const own = /^<.*?(?<!=)>/.exec(here)?.[0] ?? tag.trimStart();
  return /^<a\s/.test(own) && HAS_NAME.test(own) && !MAY_LEAD_OR_ACT.test(own);
}
