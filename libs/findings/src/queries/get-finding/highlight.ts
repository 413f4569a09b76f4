import { escapeHtml } from '@assay/kernel';
import type { RecordedSnippet } from '../../domain/finding';

/** The snippet as HTML: analysed code is hostile, so everything of it is escaped. */
export function highlight({ startLine, highlightLine, lines }: RecordedSnippet): string {
  const rows = lines.map((line, index) => {
    const number = startLine + index;
    const code = `<span class="line" data-line="${number}">${escapeHtml(line)}</span>`;
    return number === highlightLine ? `<mark>${code}</mark>` : code;
  });
  return `<pre><code>${rows.join('\n')}</code></pre>`;
}
