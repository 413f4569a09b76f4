import type { FindingView } from '@assay/findings';
import { SEVERITIES } from '@assay/kernel';
import pc from 'picocolors';
import { SEVERITY_COLOUR } from './severity-colour';

/**
 * The findings of one severity each, most severe first, as `file:line  title  tool`. At most so many a severity; the
 * rest is counted.
 */
export function findingsTable(findings: readonly FindingView[], { perSeverity }: { perSeverity: number }): string {
  return SEVERITIES.flatMap((severity) => {
    const own = findings.filter((finding) => finding.severity === severity);
    if (own.length === 0) return [];
    const shown = own.slice(0, perSeverity);
    const width = Math.min(60, Math.max(...shown.map((finding) => placeOf(finding).length)));
    const rows = shown.map(
      (finding) =>
        `  ${placeOf(finding).padEnd(width)}  ${finding.title}${agreement(finding)}  ${pc.dim(finding.tool)}`,
    );
    const rest =
      own.length > shown.length
        ? [pc.dim(`  … and ${own.length - shown.length} more (--all shows them, --json holds them)`)]
        : [];
    return [`${SEVERITY_COLOUR[severity](severity.toUpperCase())} ${pc.dim(`(${own.length})`)}`, ...rows, ...rest, ''];
  }).join('\n');
}

/** What an editor or a terminal makes a link of. */
const placeOf = ({ file, line }: FindingView): string =>
  file === null ? '(whole target)' : line === null ? file : `${file}:${line}`;

const agreement = ({ duplicateCount }: FindingView): string =>
  duplicateCount > 0 ? pc.dim(` [+${duplicateCount}]`) : '';
