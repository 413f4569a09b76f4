import { refused } from '@assay/kernel';
import { findUsableBrowser, printPage } from '@assay/targets';
import { Inject, Injectable } from '@nestjs/common';
import type { Readable } from 'node:stream';
import { TARGET_SOURCES, type TargetSources } from '../targets/target-sources';
import { htmlReport } from './html/html-report';
import type { ReportContent } from './report';
import type { RulePageOf } from './rule-pages';

/** The largest page, of 20,000 places, has 507 sheets and 17 MB, and took 98 s on a busy machine of two processors. */
const LIMITS = { time: 300_000, memoryMb: 3_000, bytes: 200 * 1024 * 1024 };

/** So many may wait for their turn, one of which is printed at a time. */
const MOST_WAITING = 8;

/** Reports on paper: the HTML page, unfolded, as the Chromium prints it that looks at pages. */
@Injectable()
export class ReportPrinter {
  private waiting = 0;

  constructor(@Inject(TARGET_SOURCES) private readonly sources: Pick<TargetSources, 'browser'>) {}

  /**
   * @returns the PDF, as a stream
   * @throws RefusedError UNAVAILABLE if there is no Chromium, too many wait, or it cannot print the page
   */
  async print(
    content: ReportContent,
    { rulePage, signal }: { readonly rulePage: RulePageOf; readonly signal: AbortSignal },
  ): Promise<Readable> {
    const browser = await findUsableBrowser(this.sources.browser);
    if (!browser.ok) return refused('UNAVAILABLE', `No PDF can be made here: ${browser.refusal}. ${OTHERWISE}`);
    if (this.waiting >= MOST_WAITING)
      return refused('UNAVAILABLE', `${this.waiting} reports are being printed; try again in a moment. ${OTHERWISE}`);
    this.waiting += 1;
    try {
      const page = htmlReport(content, { rulePage, isForPaper: true });
      const printed = await printPage(page, { ...browser.value, limits: LIMITS, signal });
      if (!printed.ok) return refused('UNAVAILABLE', `The report was not printed: ${printed.refusal}. ${OTHERWISE}`);
      return printed.value;
    } catch (error) {
      if (signal.aborted) return refused('UNAVAILABLE', 'The report was not printed, because the client disconnected');
      throw error;
    } finally {
      this.waiting -= 1;
    }
  }
}

const OTHERWISE = 'The HTML report prints from any browser';
