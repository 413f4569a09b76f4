import { readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { checkSync as Check } from 'recheck';
import { extractRegexes } from '../regex-dos/regex-literals';

const FOLDERS = [__dirname, join(__dirname, '../../../../advisories/src')];
/** Their texts are cut to 200 characters before they are looked at, so the square of the length is no harm. */
const SHORT_TEXTS = /[\\/]versions[\\/]/;

const sources = FOLDERS.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.spec.ts'))
    .map((name) => join(folder, name)),
);

describe('the expressions that read lockfiles, lists and versions', () => {
  let check: typeof Check;
  beforeAll(() => {
    process.env['RECHECK_BACKEND'] = 'pure';
    check = (require('recheck') as typeof import('recheck')).checkSync;
  });

  it.each(sources.map((file) => [relative(join(__dirname, '../../../..'), file), file]))(
    'of %s take steps in proportion to the text',
    (_, file) => {
      const slow = extractRegexes(file, readFileSync(file, 'utf8')).literals.flatMap(({ source, flags }) => {
        const said = check(source, flags, { checker: 'automaton', timeout: null });
        if (said.status === 'safe') return [];
        // The automaton knows no lookaround. Those that are here stand behind a fixed beginning of the text.
        if (said.status === 'unknown') return source.startsWith('^') && /\(\?[=!]/.test(source) ? [] : [`/${source}/`];
        const isShort = SHORT_TEXTS.test(file) && said.complexity.type === 'polynomial';
        return isShort ? [] : [`/${source}/${flags}: ${said.complexity.type}`];
      });
      expect(slow).toEqual([]);
    },
    60_000,
  );
});
