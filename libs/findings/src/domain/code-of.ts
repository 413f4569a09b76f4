import type { RecordedFinding } from './finding';

/** The code that a finding means, without its neighbours, as far as the snippet has it. */
export function codeOf({ snippet, endLine }: Pick<RecordedFinding, 'snippet' | 'endLine'>): string | null {
  if (!snippet) return null;
  const first = snippet.highlightLine - snippet.startLine;
  return snippet.lines
    .slice(first, Math.max(first, (endLine ?? snippet.highlightLine) - snippet.startLine) + 1)
    .join('\n');
}
