import type { FindingView } from '@assay/findings';
import { artifactOf } from './sarif-artifact';

/** The safe fix of a finding, with places as an editor counts them: lines, and columns of UTF-16 code units. */
export function fixesOf({ file, fix, title }: FindingView): object {
  if (!fix || file === null) return {};
  const replacements = fix.edits.map(({ startLine, startColumn, endLine, endColumn, text }) => ({
    deletedRegion: { startLine, startColumn, endLine, endColumn },
    insertedContent: { text },
  }));
  return {
    fixes: [
      {
        description: { text: `${fix.tool} (${fix.rule}): ${title}` },
        artifactChanges: [{ artifactLocation: artifactOf(file), replacements }],
      },
    ],
  };
}
