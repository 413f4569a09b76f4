import { SOURCE_TARGETS, type TargetKind } from '../tool';

/** The targets of the HTML tools: files of a source tree, and the pages of a site. */
export const PAGE_TARGETS: readonly TargetKind[] = ['url', ...SOURCE_TARGETS];
/** Scala templates, `*.scala.html`, are not HTML: their markers look like text. */
export const PAGES: readonly string[] = ['**/!(*.scala).{html,htm,xhtml}'];
