import type { Severity } from '@assay/kernel';
import type { ShownFinding } from './comment-body';
import { plainText } from './quoted-text';

/** A remark beside a line, as GitHub's API takes it. */
export interface Annotation {
  readonly path: string;
  readonly start_line: number;
  readonly end_line: number;
  readonly annotation_level: 'failure' | 'warning' | 'notice';
  readonly title: string;
  readonly message: string;
}

/** Characters: the host takes 255 of a title, and 64 KB of a message. */
const LONGEST = { title: 255, paragraph: 1_000 };

const LEVELS: Readonly<Record<Severity, Annotation['annotation_level']>> = {
  critical: 'failure',
  high: 'failure',
  medium: 'warning',
  low: 'notice',
  info: 'notice',
};

/** An annotation for each finding that has a line. The order stays, so that a part of them is found again. */
export const annotationsOf = (findings: readonly ShownFinding[]): Annotation[] =>
  findings.flatMap(({ severity, title, description, suggestion, file, line, tool, rule }): Annotation[] =>
    file === null || file === '' || line === null || line < 1
      ? []
      : [
          {
            path: file,
            start_line: line,
            end_line: line,
            annotation_level: LEVELS[severity],
            title: plainText(`${severity}: ${title}`, LONGEST.title),
            message: [description, suggestion, `${tool}/${rule}`]
              .map((text) => plainText(text, LONGEST.paragraph))
              .filter((text) => text !== '')
              .join('\n'),
          },
        ],
  );
