import { catalogue, engineProfiles, toolPage } from '@assay/analysis';
import { join } from 'node:path';
import type { Documentation } from './documentation';
import { markdownIndex, markdownPage } from './markdown';
import { WEAKNESSES, weaknessPage } from './weaknesses';

export const PAGES = join(__dirname, '../../docs/tools');

/** The files of `docs/tools`: names and contents. */
export function pageFiles(documentation: Documentation): ReadonlyMap<string, string> {
  const pages = catalogue.map((tool) => {
    const engine = engineProfiles.find(({ id }) => id === tool.engine)!;
    return toolPage(tool, engine, documentation[tool.id]?.rules ?? {});
  });
  return new Map([
    ['README.md', markdownIndex(pages)],
    [WEAKNESSES, weaknessPage(pages)],
    ...pages.map((page): [string, string] => [`${page.id}.md`, markdownPage(page)]),
  ]);
}
