import type { ChildNode } from 'postcss';
import type { Sheet } from '../markup';
import { isForScreens, parsedOrNothing } from './cascade';
import { type Matches, matcherOf } from './selectors';

/** A text that a style sheet puts into an element. */
export interface GeneratedText {
  readonly matches: Matches;
  readonly text: string;
}

const BEFORE_OR_AFTER = /::?(?:before|after)$/i;
/** A word. Signs and the pictures of a font say nothing. */
const WORD = /^(["'])([^"'\\]*\p{L}{2}[^"'\\]*)\1$/u;
const MOST = 100;

/** The texts of `::before` and `::after`. They are part of a name: `content: "Close"`. */
export function generatedTexts(sheets: readonly Sheet[]): readonly GeneratedText[] {
  const texts: GeneratedText[] = [];
  const open: (readonly ChildNode[])[] = sheets
    .filter(({ css, media }) => /\bcontent\s*:/i.test(css) && isForScreens(media))
    .map(({ css }) => parsedOrNothing(css));
  for (let nodes = open.pop(); nodes !== undefined && texts.length < MOST; nodes = open.pop())
    for (const node of nodes) {
      if (node.type === 'atrule' && node.nodes && /^(?:layer|supports)$/.test(node.name)) open.push(node.nodes);
      if (node.type !== 'rule') continue;
      const content = node.nodes.findLast((each) => each.type === 'decl' && each.prop.toLowerCase() === 'content');
      const [, , text] = (content?.type === 'decl' && WORD.exec(content.value.trim())) || [];
      if (text === undefined) continue;
      for (const selector of node.selectors) {
        const matches = BEFORE_OR_AFTER.test(selector)
          ? matcherOf(selector.replace(BEFORE_OR_AFTER, '') || '*')
          : undefined;
        if (matches) texts.push({ matches, text });
      }
    }
  return texts;
}
