import { type Place, columnOf, lineOf } from './ir';

const LINES_OF_STATEMENT = 40;
/** Text further to the right was not written by hand. */
const MAX_COLUMNS = 1_000;

/** The rest of the line at a place, with the lines after it until all brackets are closed. */
export function statementAt(lines: readonly string[], at: Place): string {
  const first = lineOf(at);
  let written = '';
  let open = 0;
  for (let row = first; row < first + LINES_OF_STATEMENT && (row === first || open > 0); row += 1) {
    const line = (lines[row - 1] ?? '').slice(row === first ? columnOf(at) - 1 : 0, MAX_COLUMNS);
    open += (line.match(/[([]/g)?.length ?? 0) - (line.match(/[)\]]/g)?.length ?? 0);
    written += `${line}\n`;
  }
  return written;
}
