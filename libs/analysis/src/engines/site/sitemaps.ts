import type { SitemapAnswer } from '@assay/target-records';
import type { Problem } from '../kit/per-file';

export const judgeSitemaps = (sitemaps: readonly SitemapAnswer[]): Problem[] => sitemaps.flatMap(judgeSitemap);

function judgeSitemap({ url, named, status, problem, notChecked, listed, foreign }: SitemapAnswer): Problem[] {
  if (notChecked !== undefined) return [];
  const say = (rule: string, message: string, excerpt = url): Problem => ({ rule, excerpt, message });
  if (status !== undefined && status !== 200) {
    return named
      ? [say('sitemap-unreadable', `The sitemap ${url}, which is named, is answered with ${status}`)]
      : [say('sitemap-missing', `Neither robots.txt names a sitemap nor is there one at ${url} (${status})`)];
  }
  if (problem !== undefined)
    return [
      status === 200
        ? say('sitemap-invalid', `${url} is no sitemap that robots can read: ${problem}`)
        : say('sitemap-unreadable', `The sitemap ${url} cannot be read: ${problem}`),
    ];
  if (listed === 0) return [say('sitemap-empty', `The sitemap ${url} lists nothing`)];
  return foreign.map((location) =>
    say(
      'sitemap-foreign-address',
      `The sitemap ${url} lists ${location}, which is no address of its site: robots pass over it`,
      location,
    ),
  );
}
