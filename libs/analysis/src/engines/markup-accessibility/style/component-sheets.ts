import { type Declaration, type Rule, CssSyntaxError, parse } from 'postcss';
import type { Sheet } from '../markup';

/** Components are often hidden until a class or a program shows them. What they hide is judged as if it were shown. */
const HIDES: Readonly<Record<string, RegExp>> = {
  display: /^none$/i,
  visibility: /^(?:hidden|collapse)$/i,
  opacity: /^0(?:\.0+)?%?$/,
  'content-visibility': /^hidden$/i,
};

const PROGRAM = /@(?:include|extend|mixin|if|each|for|while|function|return|apply)\b|#\{|%[\w-]+\s*\{/;

/**
 * The style sheet of a component in a language that adds variables and comments of one line to CSS, as CSS. Nothing, if
 * it has more of a program. Declarations that need a variable of another file are left out.
 */
export function plainSheet(css: string, language: string | undefined): string {
  if (language === undefined || /^(?:css|postcss|pcss)$/.test(language)) return css;
  const written = css.replace(/(^|[\s;{}])\/\/[^\n]*/g, '$1');
  if (!/^(?:scss|less)$/.test(language) || PROGRAM.test(written)) return '';
  const values = new Map<string, string>();
  for (const [, name = '', value = ''] of written.matchAll(/^\s*([$@][\w-]+)\s*:\s*([^;{}]+);/gm))
    values.set(name, value.replace(/!default/, '').trim());
  return written
    .replace(/^\s*(?:[$@][\w-]+\s*:\s*[^;{}]+;|@(?:use|import|forward)\b[^;]*;)/gm, '')
    .replace(/(?<=:[^;{}]*)[$@][\w-]+/g, (name) => values.get(name) ?? name)
    .replace(/(?<=[;{}]\s*)[\w-]+\s*:[^;{}]*[$@][^;{}]*;/g, '');
}

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
