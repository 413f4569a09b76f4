// Counts the labels of docs/labels, drafts new ones from a scan's result, and says which true findings a result has
// lost. `npm run labels -- --help`.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { countsText } from './labels/counts';
import { flowCountsText } from './labels/flow-counts';
import { recordOn } from '../apps/cli/src/output/track-record';
import { draftLabels, readResult, readScan } from './labels/draft';
import { type TrueFinding, lostFindings } from './labels/lost';
import { readFlowLabelFiles, readLabelFiles, readLabels, readMended } from './labels/read-labels';
import { UNSEEN, recordText, trackRecord } from './labels/track-record';

const LABELS = join(__dirname, '..', 'docs/labels');
const RECORD = join(__dirname, '..', 'apps/cli/src/output/track-record.generated.json');
const FOLDERS: readonly string[] = [
  'before',
  'after',
  ...UNSEEN,
  'unseen-seventeenth',
  'unseen-eighteenth',
  'unseen-nineteenth',
  'infrastructure-before',
  'infrastructure-after',
  'infrastructure-unseen',
  'infrastructure-second',
  'infrastructure-third',
  'infrastructure-fourth',
  'infrastructure-fifth',
  'infrastructure-sixth',
  'infrastructure-seventh',
  'infrastructure-eighth',
  'infrastructure-ninth',
  'infrastructure-tenth',
  'infrastructure-twelfth',
  'infrastructure-thirteenth',
  'infrastructure-fourteenth',
  'infrastructure-fifteenth',
  'infrastructure-sixteenth',
  'infrastructure-seventeenth',
  'infrastructure-eighteenth',
  'infrastructure-nineteenth',
  'infrastructure-twentieth',
  'infrastructure-twenty-first',
  'infrastructure-twenty-second',
  'infrastructure-twenty-third',
  'infrastructure-twenty-fourth',
  'infrastructure-twenty-fifth',
  'infrastructure-twenty-sixth',
  'infrastructure-twenty-seventh',
];
/** Findings of data flow, by the repositories that taught the rules and by others. */
const FLOW_FOLDERS: readonly string[] = [
  'flow',
  'flow-second',
  'flow-third',
  'flow-fourth',
  'flow-fifth',
  'flow-sixth',
  'flow-seventh',
  'flow-eighth',
  'flow-ninth',
  'flow-tenth',
  'flow-eleventh',
  'flow-twelfth',
  'flow-thirteenth',
  'flow-fourteenth',
  'flow-fifteenth',
  'flow-sixteenth',
  'flow-seventeenth',
  'flow-eighteenth',
  'flow-nineteenth',
  'flow-twentieth',
  'flow-twenty-first',
  'flow-twenty-second',
  'flow-twenty-third',
  'flow-twenty-fourth',
  'flow-twenty-fifth',
  'flow-twenty-sixth',
];
const HELP = `Usage: npm run labels [-- <command>]

  count [folder]        counts the labels of a folder by repository, language and
                        tool (default: all folders of docs/labels)
  flow                  counts the labels of findings of data flow, before and
                        after their rules were mended
  draft <result> <owner/name> <commit> <language> [earlier labels]
                        writes the first 40 rows of a scan's JSON result; a row
                        that has a label in the earlier file keeps it
  record                writes which rules were worth a look on unseen code:
                        the first screen goes by it
  lost <result> <owner/name>
                        lists true findings that the result no longer has, or
                        has with a lower severity; ends with status 1 when there
                        are any

docs/labels/README.md says what the labels mean.
`;

function main([command = 'count', ...args]: readonly string[]): void {
  if (command === '--help' || command === '-h' || command === 'help') return print(HELP);
  if (command === 'count' && args.length <= 1) return count(args.length === 1 ? args : FOLDERS);
  if (command === 'flow' && args.length === 0) return FLOW_FOLDERS.forEach(countFlow);
  if (command === 'draft' && (args.length === 4 || args.length === 5))
    return draft(args as [string, string, string, string, string?]);
  if (command === 'record' && args.length === 0) return record();
  if (command === 'lost' && args.length === 2) return lost(args as [string, string]);
  throw new Error(`"${[command, ...args].join(' ')}" is no command of this script.\n\n${HELP}`);
}

const print = (text: string): void => void process.stdout.write(text);

function count(folders: readonly string[]): void {
  for (const folder of folders) {
    const files = readLabelFiles(FOLDERS.includes(folder) ? join(LABELS, folder) : folder);
    print(`${folder}\n${countsText(files)}\n`);
  }
}

const countFlow = (folder: string): void =>
  print(`${folder}\n${flowCountsText(readFlowLabelFiles(join(LABELS, folder)))}\n`);

function draft([result, repository, commit, language, earlier]: [string, string, string, string, string?]): void {
  const known = earlier === undefined ? [] : readLabels(earlier).rows;
  const { findings, lines } = readScan(result);
  const rows = draftLabels(findings, known, recordOn(findings, lines));
  print(`${JSON.stringify({ repository, commit, language, rows }, null, 2)}\n`);
}

/** Writes the record of each rule, which decides what the first screen shows. */
function record(): void {
  const files = UNSEEN.flatMap((folder) => readLabelFiles(join(LABELS, folder)));
  writeFileSync(RECORD, recordText(trackRecord(files, readMended(LABELS))));
}

function lost([result, repository]: [string, string]): void {
  const known = JSON.parse(readFileSync(join(LABELS, 'true-findings.json'), 'utf8')) as readonly TrueFinding[];
  const missing = lostFindings(
    known.filter((finding) => finding.repository === repository),
    readResult(result),
  );
  for (const { tool, rule, file, severity, now } of missing)
    print(
      `${repository}: ${file} ${tool}/${rule}: ${now === undefined ? 'not found' : `${severity} before, ${now} now`}\n`,
    );
  if (missing.length > 0) process.exitCode = 1;
}

try {
  main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
}
