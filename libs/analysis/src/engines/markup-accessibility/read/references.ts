import { type AttributeValue, type MarkupElement, elementsIn } from '../markup';

const SPACING = 'letter-spacing|word-spacing|line-height';
const QUOTED = String.raw`(['"\x60])([^'"\x60]*)`;

/**
 * Gives the elements that a component keeps in references the styles that its code sets for good:
 * `box.current.setAttribute('style', 'line-height: 1 !important')`.
 */
export function styleByReferences(root: MarkupElement, file: string): void {
  if (!/\bimportant\b/.test(file) || !/\.style\b|['"]style['"]/.test(file)) return;
  for (const element of elementsIn(root)) {
    const name = element.handlers.get('ref') ?? element.attributes.get('ref') ?? '';
    const attributes = element.attributes as Map<string, AttributeValue>;
    const before = attributes.get('style');
    if (!/^\w+$/.test(name) || before === null) continue;
    const of = String.raw`(?<![\w.$])(?:this\.\$refs\.)?${name}(?:\.(?:current|value|nativeElement))?[?!]?\s*\.\s*`;
    const whole = new RegExp(
      `${of}(?:setAttribute\\(\\s*['"]style['"]\\s*,\\s*|style\\.cssText\\s*\\+?=\\s*)${QUOTED}`,
    ).exec(file)?.[2];
    const [, property, , value] =
      new RegExp(
        `${of}style\\.setProperty\\(\\s*['"](${SPACING})['"]\\s*,\\s*${QUOTED}['"\\x60]\\s*,\\s*['"]important`,
      ).exec(file) ?? [];
    const declared = whole ?? (property === undefined ? undefined : `${property}: ${value} !important`);
    if (declared !== undefined) attributes.set('style', before ? `${before}; ${declared}` : declared);
  }
}
