import { readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { check } from 'recheck';
import { extractRegexes } from '../regex-dos/regex-literals';

const FOLDERS = [__dirname, join(__dirname, '../../../../advisories/src')];
/** Texts of versions are cut to 200 characters first, so an expression of quadratic time does no harm. */
const SHORT_TEXTS = /[\\/]versions[\\/]/;

const sources = FOLDERS.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.spec.ts'))
    .map((name) => join(folder, name)),
);

// Run as a thread of Node.js: the same code takes seven times as long among Jest's modules. A synchronous call would
// wait for another program, maybe for ever.
process.env['RECHECK_BACKEND'] = 'worker';

describe('the expressions that read lockfiles, lists and versions', () => {
  it.each(sources.map((file) => [relative(join(__dirname, '../../../..'), file), file]))(
    'of %s take steps in proportion to the text',
    async (_, file) => {
      const slow: string[] = [];
      for (const { source, flags } of extractRegexes(file, readFileSync(file, 'utf8')).literals) {
        const said = await check(source, flags, { checker: 'automaton', timeout: null });
        if (said.status === 'safe') continue;
        // The automaton does not support lookaround. The expressions with lookaround here begin with a fixed anchor.
        if (said.status === 'unknown') {
          if (!source.startsWith('^') || !/\(\?[=!]/.test(source)) slow.push(`/${source}/`);
          continue;
        }
        const isShort = SHORT_TEXTS.test(file) && said.complexity.type === 'polynomial';
        if (!isShort) slow.push(`/${source}/${flags}: ${said.complexity.type}`);
      }
      expect(slow).toEqual([]);
    },
    60_000,
  );
});
