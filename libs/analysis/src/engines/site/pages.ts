import type { RobotsPage } from '@assay/target-records';
import type { Problem } from '../kit/per-file';

export const judgePages = (pages: readonly RobotsPage[]): Problem[] => pages.flatMap(judgePage);

/** A page in the sitemap is meant to be found. A site may hide all other pages. */
function judgePage({ url, robotsMeta, robotsHeader, canonical, allowed, inSitemap }: RobotsPage): Problem[] {
  if (!inSitemap) return [];
  const hidden = [robotsMeta, robotsHeader].find((directives) => /(^|[\s,:])(noindex|none)([\s,]|$)/i.test(directives));
  const elsewhere =
    canonical !== undefined &&
    URL.canParse(url) &&
    new URL(url).href !== canonical &&
    withoutSlash(new URL(url).href) !== withoutSlash(canonical);
  return [
    ...(hidden === undefined
      ? []
      : [
          {
            rule: 'noindex-in-sitemap',
            place: url,
            excerpt: `robots: ${hidden}`,
            message: 'The sitemap lists the page, and the page asks not to be listed',
          },
        ]),
    ...(allowed
      ? []
      : [
          {
            rule: 'blocked-in-sitemap',
            place: url,
            excerpt: new URL(url).pathname,
            message: 'The sitemap lists the page, and robots.txt keeps robots from it',
          },
        ]),
    ...(elsewhere
      ? [
          {
            rule: 'canonical-contradicts-sitemap',
            place: url,
            excerpt: `canonical: ${canonical}`,
            message: `The sitemap lists the page, and the page says that ${canonical} is its address`,
          },
        ]
      : []),
  ];
}

const withoutSlash = (url: string): string => url.replace(/\/$/, '');
