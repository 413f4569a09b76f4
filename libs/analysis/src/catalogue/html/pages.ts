import { SOURCE_TARGETS, type TargetKind } from '../tool';

/** What the HTML tools look at: files of a source tree, and the pages of a site. */
export const PAGE_TARGETS: readonly TargetKind[] = ['url', ...SOURCE_TARGETS];
/** Templates of Scala, `*.scala.html`, are not HTML: their marks look like text. */
export const PAGES: readonly string[] = ['**/!(*.scala).{html,htm,xhtml}'];
