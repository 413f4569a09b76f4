import type { Cascade } from '../style/cascade';
import { type MarkupElement, attributeOf, isHtml } from '../markup';
import { resolved } from '../style/text-style';

/** Elements that browsers never show. */
const NEVER_SHOWN = new Set([
  'head',
  'title',
  'meta',
  'link',
  'base',
  'style',
  'script',
  'template',
  'noscript',
  'datalist',
  'param',
  'source',
  'track',
  'rp',
]);

interface Exposure {
  readonly isShown: boolean;
  readonly isVisible: boolean;
  readonly isAriaHidden: boolean;
  readonly isInert: boolean;
  readonly isOffscreen: boolean;
}

/** Who can perceive an element, by what the file and its style sheets say. */
export class Exposures {
  private readonly known = new WeakMap<MarkupElement, Exposure>();

  constructor(private readonly cascade: Cascade) {}

  /** Whether it has a box: neither it nor what is around it has `display: none`. */
  isRendered(element: MarkupElement): boolean {
    return this.of(element).isShown;
  }

  /** Whether nobody perceives it, by sight or otherwise. */
  isHidden(element: MarkupElement): boolean {
    const { isShown, isVisible } = this.of(element);
    return !isShown || !isVisible;
  }

  /** Whether it is exposed to assistive technology. */
  isInTree(element: MarkupElement): boolean {
    const { isAriaHidden, isInert } = this.of(element);
    return !this.isHidden(element) && !isAriaHidden && !isInert;
  }

  isAriaHidden(element: MarkupElement): boolean {
    return this.of(element).isAriaHidden;
  }

  isInert(element: MarkupElement): boolean {
    return this.of(element).isInert;
  }

  /** Whether it is to be seen: not hidden, and not moved out of sight either. */
  isSeen(element: MarkupElement): boolean {
    return !this.isHidden(element) && !this.of(element).isOffscreen;
  }

  private of(element: MarkupElement): Exposure {
    const known = this.known.get(element);
    if (known) return known;
    const above = element.parent && this.of(element.parent);
    const visibility = this.valueOf(element, 'visibility');
    const exposure: Exposure = {
      isShown: (above?.isShown ?? true) && this.hasBox(element),
      isVisible:
        visibility === undefined || visibility === 'inherit' ? (above?.isVisible ?? true) : visibility === 'visible',
      isAriaHidden: (above?.isAriaHidden ?? false) || attributeOf(element, 'aria-hidden') === 'true',
      isInert: (above?.isInert ?? false) || (element.attributes.has('inert') && element.namespace === 'html'),
      isOffscreen: (above?.isOffscreen ?? false) || this.isMovedAway(element),
    };
    this.known.set(element, exposure);
    return exposure;
  }

  private hasBox(element: MarkupElement): boolean {
    const display = this.valueOf(element, 'display');
    if (isClosedAway(element) || isFallback(element)) return false;
    if (display !== undefined) return display !== 'none';
    if (element.namespace !== 'html') return true;
    if (NEVER_SHOWN.has(element.name) || attributeOf(element, 'hidden') !== undefined) return false;
    if (element.name === 'dialog') return element.attributes.has('open');
    if (element.name === 'input') return attributeOf(element, 'type')?.toLowerCase() !== 'hidden';
    if (element.name === 'audio') return element.attributes.has('controls');
    return true;
  }

  /** The value that won the cascade, with the custom properties in it replaced; undefined if one is not known. */
  private valueOf(element: MarkupElement, property: string): string | undefined {
    const value = this.cascade.styleOf(element).get(property)?.value;
    return value === undefined ? undefined : resolved(value, element, this.cascade)?.trim().toLowerCase();
  }

  private isMovedAway(element: MarkupElement): boolean {
    const value = (property: string) => this.valueOf(element, property) ?? '';
    const position = value('position');
    const isPlaced = position === 'absolute' || position === 'fixed';
    const isAway = (property: string) => /^-\d{3,}(?:\.\d+)?(?:px|em|rem|vw|%)?$/.test(value(property));
    if (isPlaced && (isAway('left') || isAway('top') || isAway('right') || isAway('bottom'))) return true;
    if (isPlaced && /^rect\((?:0|1px)[^)]*\)$/.test(value('clip'))) return true;
    if (/^inset\((?:50|100)%/.test(value('clip-path'))) return true;
    if (isAway('text-indent') || /^0(?:px|em|rem|%)?$/.test(value('font-size'))) return true;
    if (/^0(?:\.0+)?%?$/.test(value('opacity'))) return true;
    const isTiny = /^[01](?:px)?$/.test(value('width')) && /^[01](?:px)?$/.test(value('height'));
    return isTiny && value('overflow') === 'hidden';
  }
}

/** Whether the element is shown only where a browser cannot play or show the element around it. */
const isFallback = (element: MarkupElement): boolean =>
  element.parent !== undefined &&
  (isHtml(element.parent, 'audio', 'video', 'iframe') ||
    (isHtml(element.parent, 'object') && element.parent.attributes.has('data')));

/** Whether a closed `<details>` hides the element: it shows only its first summary. */
function isClosedAway(element: MarkupElement): boolean {
  const details = element.parent;
  if (!details || !isHtml(details, 'details') || details.attributes.has('open')) return false;
  return details.children.find((child) => child.kind === 'element' && isHtml(child, 'summary')) !== element;
}
