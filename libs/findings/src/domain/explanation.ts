import type { GroupMember } from './merging';

const URGENCY: Readonly<Record<GroupMember['severity'], string>> = {
  critical: 'Act on it at once: it can be exploited or exposes data as it stands.',
  high: 'Address it soon.',
  medium: 'Plan to address it.',
  low: 'It is worth fixing when the code is touched next.',
  info: 'It is a suggestion, not a defect.',
};

/** A plain-language explanation from the facts of the rule, without any model. */
export function explain({ title, description, severity, file, line, cwe, tool }: GroupMember): string {
  const where = file === null ? 'The target as a whole' : `${file}${line === null ? '' : `, line ${line}`}`;
  const weakness = cwe === null ? '' : ` It is an instance of ${cwe}.`;
  const what = description === title ? '' : ` ${sentence(description)}`;
  return `${sentence(title)}${what}${weakness} ${tool} reports it at: ${where}. ${URGENCY[severity]}`;
}

/** The steps to fix the finding. */
export function remediation({ suggestion, file, line }: GroupMember): string[] {
  const place = file === null ? [] : [`Open ${file}${line === null ? '' : ` at line ${line}`}.`];
  return [
    ...place,
    sentence(suggestion),
    'Scan again: the finding is gone when the same tool has looked at the same file and no longer reports it.',
  ];
}

const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);
