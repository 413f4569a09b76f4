import { SEVERITIES, type Severity } from '@assay/kernel';
import { plainText, quoted } from './quoted-text';
import type { VerdictGiven } from './verdict-events';

/** A new finding, as a line of the comment shows it. */
export interface ShownFinding {
  readonly severity: Severity;
  readonly title: string;
  /** A description of the weakness; may be the title or empty. */
  readonly description: string;
  /** How to fix it; may be empty. */
  readonly suggestion: string;
  readonly file: string | null;
  readonly line: number | null;
  readonly tool: string;
  readonly rule: string;
}

interface CommentParts {
  readonly verdict: VerdictGiven['data'];
  readonly automationName: string;
  /** The findings whose places are known, the most severe first. */
  readonly findings: readonly ShownFinding[];
  /** Null if this service has no public address. */
  readonly link: string | null;
  /** Bytes of UTF-8: hosts count characters, of which there are never more. */
  readonly limit: number;
}

/** The most characters of texts from outside. */
const LONGEST = { path: 200, text: 200, reason: 300, name: 100 };
const MOST_TOOLS = 20;
const MOST_NOTES = 10;

/**
 * The text of the comment on a pull request, in Markdown. Texts from outside are in code spans, so that they can
 * mention nobody and link to nothing. No line begins with such a text, because a host may read a line as a command.
 */
export function commentBody({ verdict, automationName, findings, link, limit }: CommentParts): string {
  const { reason, missingTools, notes } = verdict;
  const head = [
    `### Assay: ${verdict.verdict}`,
    '',
    quoted(reason, LONGEST.reason),
    '',
    countsOf(verdict),
    '',
    comparedWith(verdict),
  ];
  const tail = [
    ...listed(
      'Tools that did not complete',
      missingTools,
      MOST_TOOLS,
      ({ tool, reason: why }) => `- ${quoted(tool, LONGEST.name)}: ${quoted(why, LONGEST.text)}`,
    ),
    ...listed('Notes', notes, MOST_NOTES, (note) => `- ${quoted(note, LONGEST.reason)}`),
    '',
    footer(verdict, automationName, link),
    '',
  ];
  const room = limit - bytesOf([...head, ...tail]);
  return [...head, ...newFindings(findings, verdict.newFindings.total, room), ...tail].join('\n');
}

/** Lists as many findings as there is room for, and how many more there are. */
function newFindings(findings: readonly ShownFinding[], total: number, room: number): string[] {
  if (total === 0) return [];
  const title = ['', '#### New findings', ''];
  const lines: string[] = [];
  let left = room - bytesOf([...title, more(total)]);
  for (const finding of findings) {
    const line = findingLine(finding);
    left -= bytesOf([line]);
    if (left < 0) break;
    lines.push(line);
  }
  return [...title, ...lines, ...(lines.length < total ? [more(total - lines.length)] : [])];
}

const more = (count: number): string => `- and ${count} more`;

function findingLine({ severity, title, description, file, line, tool, rule }: ShownFinding): string {
  const place = file === null ? '' : ` ${quoted(placeOf(file, line), LONGEST.path + 12)}`;
  const what = [title, ...(description === '' || description === title ? [] : [description])]
    .map((text) => quoted(text, LONGEST.text))
    .join(': ');
  return `- **${severity}**${place}: ${what} (${quoted(`${tool}/${rule}`, LONGEST.name)})`;
}

/** Cuts a long path, but keeps its line number. */
const placeOf = (file: string, line: number | null): string =>
  `${plainText(file, LONGEST.path)}${line === null ? '' : `:${line}`}`;

function countsOf({ counts, newFindings: { total } }: VerdictGiven['data']): string {
  const bySeverity = SEVERITIES.filter((severity) => counts.new[severity] > 0).map(
    (severity) => `${counts.new[severity]} ${severity}`,
  );
  const parts = [
    `**${total} new**${bySeverity.length === 0 ? '' : ` (${bySeverity.join(', ')})`}`,
    `${counts.gone} gone`,
    `${counts.unchanged} unchanged`,
    ...(counts.notObserved > 0 ? [`${counts.notObserved} not observed`] : []),
    ...(counts.decided > 0 ? [`${counts.decided} new and decided, not counted`] : []),
  ];
  return parts.join(' · ');
}

function comparedWith({ conditions: { baseline, targetBranch, failOn } }: VerdictGiven['data']): string {
  const gate = failOn === null ? 'Nothing fails it' : `New findings of severity ${failOn} or above fail it`;
  if (baseline === null) return `There was nothing to compare with. ${gate}.`;
  const branch = targetBranch === null ? 'the target' : quoted(targetBranch, LONGEST.path);
  return `Compared with the last finished scan of ${branch}. ${gate}.`;
}

/** A part of the comment with its heading; empty if there is nothing to list. */
function listed<Each>(heading: string, all: readonly Each[], most: number, line: (each: Each) => string): string[] {
  if (all.length === 0) return [];
  const lines = all.slice(0, most).map(line);
  return ['', `#### ${heading}`, '', ...lines, ...(all.length > most ? [more(all.length - most)] : [])];
}

function footer({ conditions: { commit } }: VerdictGiven['data'], automationName: string, link: string | null): string {
  const parts = [
    ...(link === null ? [] : [`[The report](${link})`]),
    `automation ${quoted(automationName, LONGEST.name)}`,
    ...(commit === null ? [] : [`commit ${quoted(commit.slice(0, 12), 12)}`]),
  ];
  return parts.join(' · ');
}

/** Counts the end of each line, too. */
const bytesOf = (lines: readonly string[]): number => lines.reduce((sum, line) => sum + Buffer.byteLength(line) + 1, 0);

/** A hidden line by which the comment is found again. */
export const markerLine = (marker: string): string => `<!-- assay ${marker} -->`;
