import { type Declaration, type Rule, CssSyntaxError, parse } from 'postcss';
import type { Sheet } from '../markup';

/** Components are often hidden until a class or a program shows them. What they hide is judged as if it were shown. */
const HIDES: Readonly<Record<string, RegExp>> = {
  display: /^none$/i,
  visibility: /^(?:hidden|collapse)$/i,
  opacity: /^0(?:\.0+)?%?$/,
  'content-visibility': /^hidden$/i,
};

/** The style sheet of a component, without what hides its elements; none if it is broken or of another language. */
export function sheetsOfComponent(css: string): readonly Sheet[] {
  try {
    const sheet = parse(css, { map: false });
    const hiding: Declaration[] = [];
    sheet.walkDecls((each: Declaration) => {
      const name = each.prop.toLowerCase();
      const isOfFrame = each.parent?.parent?.type === 'atrule' && /keyframes$/i.test(nameOf(each));
      if (!isOfFrame && !isOfAllLabels(each) && Object.hasOwn(HIDES, name) && HIDES[name]!.test(each.value.trim())) {
        hiding.push(each);
        each.remove();
      }
    });
    return [{ css: sheet.toString(), media: undefined, ...(hiding.length > 0 && { hides: true as const }) }];
  } catch (error) {
    if (error instanceof CssSyntaxError) return [];
    throw error;
  }
}

/** `.order label { display: none }`: no class of a label shows it again. */
const isOfAllLabels = ({ parent }: Declaration): boolean =>
  parent?.type === 'rule' &&
  parent.parent?.type === 'root' &&
  (parent as Rule).selectors.every((each) => /(?:^|[\s>])label$/.test(each));

const nameOf = ({ parent }: Declaration): string => {
  const outer = parent?.parent;
  return outer !== undefined && 'name' in outer ? String(outer.name) : '';
};
