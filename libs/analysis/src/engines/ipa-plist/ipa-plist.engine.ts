import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type Plist,
  type BuildFile,
  type IpaRecord,
  type Observed,
  Malformed,
  decodePlist,
  isDictionary,
} from '@assay/target-records';
import type { Engine, EnginePass, PassReporter, RawFinding } from '../engine';
import { oneLine } from '../kit/per-file';
import { judgeApp } from './app-rules';
import type { FileFinding } from './key-findings';
import { decodeProfile, judgeProfile } from './profile-rules';
import { judgeTransport } from './transport-rules';

/** Increase this when a rule changes, so that stored results of older rules are not reused. */
const VERSION = '1.0.0';

/**
 * Assay's own rules for an IPA: the property lists of the app and its extensions, and its provisioning profile.
 */
export const engine: Engine = {
  async run(pass, report) {
    report.engine('Assay IPA rules', VERSION);
    for (const { staged } of pass.files)
      judgeRecord(staged, JSON.parse(await readFile(join(pass.root, staged), 'utf8')) as IpaRecord, pass, report);
    for (const { id } of pass.tools) report.completed(id, { filesChecked: pass.files.length });
  },
};

/** The findings in one file of the build, or why it could not be analysed. */
interface Judged {
  readonly findings: readonly RawFinding[];
  readonly broken?: string;
}

function judgeRecord(staged: string, record: IpaRecord, { tools }: EnginePass, report: PassReporter): void {
  const [app, ...extensions] = record.plists.map(({ path, content }, index) => judgePlist(path, content, index === 0));
  const profile = record.profile
    ? judgeObserved(record.profile, decodeProfile, (plist) => judgeProfile(plist, new Date(record.at)))
    : { findings: [] };
  const keyStores = record.keyStores.map(
    (path): RawFinding => ({
      rule: 'packed-key-store',
      place: path,
      excerpt: path,
      message: `${path} is a key store: everybody who installs the app has it`,
    }),
  );
  const judged: Judged[] = [
    app ?? { findings: [], broken: 'the app has no Info.plist' },
    ...extensions,
    profile,
    { findings: keyStores },
  ];
  for (const { id, rules } of tools) {
    for (const finding of judged.flatMap(({ findings }) => findings))
      if (Object.hasOwn(rules, finding.rule)) report.finding(id, { ...finding, message: oneLine(finding.message) });
    for (const { broken } of judged.slice(1)) if (broken !== undefined) report.unreadable(id, staged, oneLine(broken));
    // Findings from other files are kept. The tool still fails, because it could not read the most important file.
    if (judged[0]!.broken !== undefined) report.failed(id, oneLine(judged[0]!.broken));
  }
}

/** Extensions have their own rules for the network. Everything else is set by the app. */
const judgePlist = (path: string, content: Observed<BuildFile>, isApp: boolean): Judged =>
  judgeObserved(
    content,
    (bytes) => decodeDictionary(path, bytes),
    (plist) => [...judgeTransport(plist), ...(isApp ? judgeApp(plist) : [])],
  );

function decodeDictionary(path: string, bytes: Buffer): Plist {
  const plist = decodePlist(bytes);
  if (!isDictionary(plist)) throw new Malformed(`${path} is no dictionary`);
  return plist;
}

function judgeObserved(
  file: Observed<BuildFile>,
  decode: (bytes: Buffer) => Plist,
  judge: (plist: Plist) => readonly FileFinding[],
): Judged {
  if ('missing' in file) return { findings: [], broken: file.missing };
  const { path, base64 } = file.observed;
  try {
    return { findings: judge(decode(Buffer.from(base64, 'base64'))).map((found) => ({ ...found, place: path })) };
  } catch (error) {
    if (error instanceof Malformed) return { findings: [], broken: `${path} cannot be read: ${error.message}` };
    throw error;
  }
}
