import { type AtRule, type ChildNode, type Declaration, type Rule as PostcssRule, parse } from 'postcss';
import { type Markup, type MarkupElement, type Sheet, attributeOf, isHtml } from '../markup';
import { expandChoices, unnest } from './nested';
import { type Matches, keyOf, keysOf, matcherOf, specificityOf } from './selectors';

/** A value that won the cascade. */
export interface Declared {
  readonly value: string;
  readonly important: boolean;
}

export type Style = ReadonlyMap<string, Declared>;

interface StyleRule {
  readonly matches: Matches;
  /** Its number: a rule in no layer counts more than one in a layer, and a later layer more than one before. */
  readonly layer: number;
  readonly specificity: number;
  readonly order: number;
  readonly declarations: readonly Declaration[];
}

/** The properties that rules ask for; no other is kept. */
const ASKED = new Set([
  'display',
  'visibility',
  'opacity',
  'color',
  'background',
  'background-color',
  'background-image',
  'font',
  'font-size',
  'font-weight',
  'text-shadow',
  'position',
  'left',
  'top',
  'right',
  'bottom',
  'inset',
  'clip',
  'clip-path',
  'text-indent',
  'width',
  'height',
  'max-height',
  'float',
  'overflow',
  'overflow-x',
  'overflow-y',
  'transform',
  'content-visibility',
  'filter',
  'mix-blend-mode',
  'letter-spacing',
  'word-spacing',
  'line-height',
  '-webkit-text-fill-color',
  'text-transform',
  'white-space',
  'max-width',
  'text-overflow',
  '-webkit-line-clamp',
  'line-clamp',
  'transition',
  'margin-top',
  'margin-bottom',
  'margin-block',
  'text-decoration',
  'text-decoration-line',
  'text-decoration-color',
  'border',
  'border-bottom',
  'box-shadow',
  'outline',
  'margin',
  'margin-left',
  'margin-right',
  'padding',
  'min-width',
  'min-height',
  'gap',
  'flex-direction',
  'flex-flow',
  'animation',
  'animation-name',
  'animation-iteration-count',
  'animation-duration',
  'order',
  'touch-action',
  'pointer-events',
  'grid-row',
  'grid-row-start',
  'grid-area',
  'grid-template-areas',
  'grid-template-columns',
  'border-color',
  'border-style',
  'border-width',
  'border-bottom-color',
  'fill',
  'stroke',
  'box-sizing',
  'font-style',
  'appearance',
]);
/** Properties of the direction in which a text runs, as those of a text that runs to the right and down. */
const PHYSICAL: Readonly<Record<string, string>> = {
  'inline-size': 'width',
  'block-size': 'height',
  'min-inline-size': 'min-width',
  'min-block-size': 'min-height',
  'max-inline-size': 'max-width',
  'max-block-size': 'max-height',
  'inset-inline-start': 'left',
  'inset-block-start': 'top',
  'margin-inline-start': 'margin-left',
  'margin-inline-end': 'margin-right',
  'overflow-inline': 'overflow-x',
  'overflow-block': 'overflow-y',
};
/** The most comparisons of a rule with an element, for one page: a second of work. */
const MAX_COMPARISONS = 2_000_000;
const MAX_RULES = 30_000;

/** The styles that the style sheets and style attributes of a page give its elements. */
export interface Cascade {
  styleOf(element: MarkupElement): Style;
  /** Whether all sheets were read and compared with all elements. */
  readonly isComplete: boolean;
}

export function cascadeOf(markup: Markup): Cascade {
  const { byKey, isComplete: allRead } = rulesOf(markup.sheets);
  const styles = new WeakMap<MarkupElement, Style>();
  let comparisons = 0;
  return {
    styleOf(element) {
      const known = styles.get(element);
      if (known) return known;
      const matching: StyleRule[] = [];
      for (const key of new Set(keysOf(element))) {
        for (const rule of byKey.get(key) ?? []) {
          if ((comparisons += 1) > MAX_COMPARISONS) break;
          if (rule.matches(element)) matching.push(rule);
        }
      }
      matching.sort((a, b) => a.layer - b.layer || a.specificity - b.specificity || a.order - b.order);
      const style = new Map<string, Declared>();
      for (const [name, value] of attributesOfLooks(element)) style.set(name, { value, important: false });
      for (const { declarations } of matching) for (const each of declarations) put(style, each);
      for (const each of inlineDeclarations(element)) put(style, each);
      styles.set(element, style);
      return style;
    },
    get isComplete() {
      return allRead && comparisons <= MAX_COMPARISONS;
    },
  };
}

const physicalOf = (prop: string): string => {
  const name = prop.toLowerCase();
  return PHYSICAL[name] ?? name;
};

/** A later declaration of the same property wins, unless the earlier one is important and it is not. */
function put(style: Map<string, Declared>, { prop, value, important }: Declaration): void {
  const name = physicalOf(prop);
  const set = (property: string, text: string) => {
    if (style.get(property)?.important && !important) return;
    style.delete(property);
    style.set(property, { value: text, important: important === true });
  };
  if (name === 'background') {
    set('background-color', value);
    set('background-image', value);
  } else set(name, value);
}

/** The attributes of old pages that stand for a style. */
function* attributesOfLooks(element: MarkupElement): Generator<readonly [string, string]> {
  const colour = isHtml(element, 'font') ? 'color' : isHtml(element, 'body') ? 'text' : undefined;
  const text = colour && attributeOf(element, colour);
  if (text) yield ['color', text];
  const ground = isHtml(element, ...GROUNDS) ? attributeOf(element, 'bgcolor') : undefined;
  if (ground) yield ['background-color', ground];
}

const GROUNDS = ['body', 'table', 'thead', 'tbody', 'tfoot', 'tr', 'td', 'th'];

function inlineDeclarations(element: MarkupElement): readonly Declaration[] {
  const style = element.attributes.get('style');
  return style === undefined || style === null ? [] : declarationsIn(style);
}

/** The declarations of a style attribute; none if it is broken. */
export function declarationsIn(style: string): readonly Declaration[] {
  const nodes = parsed(`a{${style}}`);
  const [rule] = nodes;
  return nodes.length === 1 && rule?.type === 'rule' ? (rule.nodes.filter(isDeclaration) as Declaration[]) : [];
}

/**
 * The sheets that were read last, by their text. A dozen rules look into each sheet of a page, and the pages of a site
 * share theirs.
 */
const READ = new Map<string, readonly ChildNode[]>();
/** Letters of sheets that are kept: their nodes take some thirty times as many bytes. */
const MOST_KEPT = 1_500_000;
let kept = 0;

/** The nodes of a sheet; none if it is broken. Nobody may change them. */
export function parsedOrNothing(css: string): readonly ChildNode[] {
  const known = READ.get(css);
  if (known) return known;
  const nodes = parsed(css);
  if (css.length > MOST_KEPT / 2) return nodes;
  for (const [first] of READ) {
    if (kept + css.length <= MOST_KEPT) break;
    READ.delete(first);
    kept -= first.length;
  }
  READ.set(css, nodes);
  kept += css.length;
  return nodes;
}

function parsed(css: string): readonly ChildNode[] {
  try {
    const root = parse(css, { map: false });
    unnest(root);
    if (/:(?:is|where|-webkit-any|matches)\(/.test(css)) expandChoices(root);
    return root.nodes;
  } catch (error) {
    if (error instanceof Error && error.name === 'CssSyntaxError') return [];
    throw error;
  }
}

/** The rules of a sheet, with those in at-rules that are read, in the order of the sheet. */
export function* styleRulesIn(
  nodes: readonly ChildNode[],
  isRead: (around: AtRule) => boolean,
): Generator<PostcssRule> {
  for (const node of nodes) {
    if (node.type === 'rule') yield node;
    else if (node.type === 'atrule' && node.nodes && isRead(node)) yield* styleRulesIn(node.nodes, isRead);
  }
}

const isDeclaration = (node: ChildNode): node is Declaration => node.type === 'decl';

/** The screen on which a page is judged, in pixels. */
const SCREEN: Readonly<Record<string, number>> = {
  width: 1_280,
  height: 720,
  'device-width': 1_280,
  'device-height': 720,
};
const PIXELS_OF: Readonly<Record<string, number>> = { px: 1, em: 16, rem: 16, '': 1 };
/** Media features of a browser in which the user has changed nothing. */
const USUAL = new Set([
  'prefers-color-scheme: light',
  'prefers-reduced-motion: no-preference',
  'hover: hover',
  'pointer: fine',
]);

/** Whether a page on a plain screen has what is in a media query. Orientations are judged by a rule of their own. */
export const isForScreens = (media: string | undefined): boolean =>
  media === undefined || media.trim() === '' || media.toLowerCase().split(',').some(isMet);

const isMet = (query: string): boolean =>
  query.split(/\band\b/).every((part) => {
    const text = part.trim().replace(/^only\s+/, '');
    if (text === 'screen' || text === 'all') return true;
    const [, feature = ''] = /^\(\s*([^()]*?)\s*\)$/.exec(text) ?? [];
    const [, bound, name = '', digits, unit = ''] = /^(min|max)-([a-z-]+)\s*:\s*([\d.]+)([a-z]*)$/.exec(feature) ?? [];
    if (bound === undefined) return USUAL.has(feature.replace(/\s*:\s*/, ': '));
    const [size, factor] = [SCREEN[name], PIXELS_OF[unit]];
    if (size === undefined || factor === undefined) return false;
    return bound === 'min' ? size >= Number(digits) * factor : size <= Number(digits) * factor;
  });

const UNLAYERED = Number.MAX_SAFE_INTEGER;

function rulesOf(sheets: readonly Sheet[]): { byKey: Map<string, StyleRule[]>; isComplete: boolean } {
  const byKey = new Map<string, StyleRule[]>();
  let order = 0;
  let isComplete = true;
  const layers = new Map<string, number>();
  const layerOf = (name: string): number => {
    if (!layers.has(name)) layers.set(name, layers.size);
    return layers.get(name)!;
  };
  const add = (selector: string, declarations: readonly Declaration[], layer: number) => {
    order += 1;
    const matches = order > MAX_RULES ? undefined : matcherOf(selector);
    if (order > MAX_RULES) isComplete = false;
    if (matches === undefined) return;
    const rule = { matches, layer, specificity: specificityOf(selector), order, declarations };
    const key = keyOf(selector);
    const known = byKey.get(key);
    if (known) known.push(rule);
    else byKey.set(key, [rule]);
  };
  const read = (nodes: readonly ChildNode[], layer = UNLAYERED): void => {
    for (const node of nodes) {
      if (node.type === 'rule') {
        const declarations = node.nodes
          .filter(isDeclaration)
          .filter(({ prop }) => prop.startsWith('--') || ASKED.has(physicalOf(prop)));
        if (declarations.length > 0) for (const selector of node.selectors) add(selector, declarations, layer);
      } else if (node.type === 'atrule' && node.nodes) {
        if (node.name === 'media' && isForScreens(node.params)) read(node.nodes, layer);
        if (node.name === 'supports') read(node.nodes, layer);
        // A layer in a layer counts as a part of the outer one.
        if (node.name === 'layer') read(node.nodes, layer === UNLAYERED ? layerOf(node.params.trim()) : layer);
      } else if (node.type === 'atrule' && node.name === 'layer') {
        for (const name of node.params.split(',')) layerOf(name.trim());
      } else if (node.type === 'atrule' && node.name === 'import') isComplete = false;
    }
  };
  for (const { css, media } of sheets) if (isForScreens(media)) read(parsedOrNothing(css));
  return { byKey, isComplete };
}
