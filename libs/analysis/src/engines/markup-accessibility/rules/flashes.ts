import type { AtRule, ChildNode, Declaration } from 'postcss';
import { attributeOf } from '../markup';
import { parsedOrNothing } from '../style/cascade';
import { resolved } from '../style/text-style';
import { type Fault, type Page, type Rule, tagOf } from './page';

/** WCAG lets nothing flash more often in a second. */
const MOST_IN_A_SECOND = 3;
/** Properties of which a change is a flash. */
const BRIGHT = /^(?:opacity|visibility|color|background(?:-color|-image)?|filter|fill)$/i;
/** Frames that differ less are no flashes. */
const OF_CARET = /caret|cursor|typing|load|spin|skeleton|progress/i;

/** How often the frames of an animation turn from one look to another and back in one run; by its name. */
function* flashesIn(nodes: readonly ChildNode[]): Generator<readonly [string, number]> {
  for (const node of nodes) {
    if (node.type !== 'atrule') continue;
    if (/keyframes$/i.test(node.name)) yield [node.params.trim(), flashesOf(node)];
    else if (node.nodes && !/prefers-reduced-motion/.test(node.params)) yield* flashesIn(node.nodes);
  }
}

const placeOf = (frame: string): number => (frame === 'from' ? 0 : frame === 'to' ? 100 : Number.parseFloat(frame));

function flashesOf({ nodes = [] }: AtRule): number {
  const looks = nodes.flatMap((frame) => {
    if (frame.type !== 'rule') return [];
    const look = frame.nodes
      .filter((each): each is Declaration => each.type === 'decl' && BRIGHT.test(each.prop))
      .map(({ prop, value }) => `${prop}:${value}`.toLowerCase())
      .sort()
      .join(';');
    return frame.selectors.map((each) => ({ at: placeOf(each.trim()), look }));
  });
  looks.sort((a, b) => a.at - b.at);
  const ends = looks[0]?.at === 0 ? looks : [{ at: 0, look: '' }, ...looks];
  const all = ends.at(-1)?.at === 100 ? ends : [...ends, { at: 100, look: '' }];
  const changes = all.filter(({ look }, index) => index > 0 && look !== all[index - 1]!.look).length;
  return changes / 2;
}

const secondsOf = (text: string): number | undefined => {
  const [, digits, unit] = /(?:^|[\s,])(\d*\.?\d+)(m?s)\b/i.exec(text) ?? [];
  return digits === undefined ? undefined : Number(digits) / (unit!.toLowerCase() === 'ms' ? 1_000 : 1);
};

/** Elements that an animation makes flash so often that it may bring on a seizure. */
function* flashing(page: Page): Generator<Fault> {
  const sheets = page.markup.sheets.filter(({ css }) => /keyframes/i.test(css));
  if (sheets.length === 0) return;
  const flashes = new Map(sheets.flatMap(({ css }) => [...flashesIn(parsedOrNothing(css))]));
  for (const element of page.elements) {
    const style = page.cascade.styleOf(element);
    const valueOf = (name: string): string =>
      resolved(style.get(name)?.value ?? '', element, page.cascade)?.trim() ?? '';
    const [animation, name] = [valueOf('animation'), valueOf('animation-name')];
    if (animation === '' && name === '') continue;
    const named = `${animation} ${name}`.split(/[\s,]+/).find((word) => flashes.has(word));
    const seconds = secondsOf(valueOf('animation-duration')) ?? secondsOf(animation);
    const isEndless = /\binfinite\b|(?:^|\s)(?:[4-9]|\d{2,})(?=\s|$)/.test(
      `${animation.replace(/\d*\.?\d+m?s\b/g, '')} ${valueOf('animation-iteration-count')}`,
    );
    if (named === undefined || !seconds || !isEndless || !page.exposures.isSeen(element)) continue;
    if (OF_CARET.test(`${named} ${attributeOf(element, 'class') ?? ''} ${attributeOf(element, 'id') ?? ''}`)) continue;
    const often = flashes.get(named)! / seconds;
    if (often > MOST_IN_A_SECOND)
      yield { element, message: `${tagOf(element)} flashes ${Math.round(often)} times a second` };
  }
}

export const flashRules: Readonly<Record<string, Rule>> = { 'flashes-often': flashing };
