import type { PlaceInText } from './misfires';

/** `onClick={(event) => event.stopPropagation()}`, with one such call or both. */
const STOPS_THERE = new RegExp(
  String.raw`\sonClick=\{\s*(?:async\s*)?\(?\s*\w+(?:\s*:\s*[^)=]+)?\s*\)?\s*=>\s*\{?\s*` +
    String.raw`(?:\w+\.(?:stopPropagation|preventDefault)\(\);?\s*){1,2}\}?\s*\}`,
);
const IS_OF_NO_ROLE = /\s(?:role=["'{]+(?:presentation|none)["'}]+|aria-hidden(?:=["'{]+true["'}]+)?(?=[\s/>]))/;

/** Whether a click does nothing but to stop there, or the element is not there for anybody who has no pointer. */
export const isNoAction = ({ tag }: PlaceInText): boolean => STOPS_THERE.test(tag) || IS_OF_NO_ROLE.test(tag);
