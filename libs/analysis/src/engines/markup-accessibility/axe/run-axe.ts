import axe from 'axe-core';
import { type MarkupElement, attributeOf, tokensOf } from '../markup';
import type { Fault, Page } from '../rules/page';
import { type DomElement, PageWindow } from './dom';
import { isCertain } from './certainty';
import { computedStyleOf } from './computed-style';

export interface AxeFault extends Fault {
  readonly rule: string;
}

interface AxeResults {
  readonly violations: readonly {
    readonly id: string;
    readonly help: string;
    readonly nodes: readonly {
      readonly element?: DomElement;
      readonly any: readonly Check[];
      readonly all: readonly Check[];
      readonly none: readonly Check[];
    }[];
  }[];
}

interface Check {
  readonly id: string;
  readonly message: string;
}

/** As much of axe-core as is called; its own types need those of a browser. */
const runAxe = axe.run as unknown as (context: DomElement, options: object) => Promise<AxeResults>;

/**
 * axe-core asks for a live region or a description, too. By ARIA it is enough that the message is there: programs find
 * it by the reference.
 */
const isAnnouncedOtherwise = ({ id }: Check, element: MarkupElement, { markup }: Page): boolean =>
  id === 'aria-errormessage' &&
  tokensOf(attributeOf(element, 'aria-errormessage')).every((each) => markup.ids.has(each));

/** Building a window takes longer than a small page. After this many elements it has gathered too much. */
const ELEMENTS_A_WINDOW = 10_000;

/** Runs axe-core over pages that no browser has loaded. */
export class AxeRuns {
  private page: PageWindow | undefined;

  async faultsOf(page: Page, rules: readonly string[]): Promise<AxeFault[]> {
    if ((this.page?.elements ?? 0) > ELEMENTS_A_WINDOW) {
      this.page?.window.close();
      this.page = undefined;
    }
    this.page ??= new PageWindow();
    const { window } = this.page;
    const origins = this.page.build(page.markup.root);
    window.getComputedStyle = (element) => computedStyleOf(origins.get(element), page);
    const top = (window.document as typeof window.document & { readonly documentElement: DomElement }).documentElement;
    const { violations } = await runAxe(top, {
      runOnly: { type: 'rule', values: rules },
      resultTypes: ['violations'],
      iframes: false,
      preload: false,
      selectors: false,
      elementRef: true,
      ancestry: false,
    });
    return violations.flatMap(({ id, help, nodes }) =>
      nodes.flatMap(({ element, any, all, none }): AxeFault[] => {
        const origin: MarkupElement | undefined = element && origins.get(element);
        if (!origin || !isCertain(id, origin, page)) return [];
        const reasons = [...none, ...all, ...any];
        if (reasons.length > 0 && reasons.every((each) => isAnnouncedOtherwise(each, origin, page))) return [];
        const [why] = reasons;
        return [{ rule: id, element: origin, message: why ? `${help}: ${why.message}` : help }];
      }),
    );
  }
}
