import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ApkRecord, decodeBinaryXml, Malformed } from '@assay/target-records';
import type { Engine, EnginePass, PassReporter, RawFinding } from '../engine';
import { oneLine } from '../kit/per-file';
import { judgeApplication } from './application-rules';
import { judgeComponents } from './component-rules';
import { openManifest } from './manifest';
import { judgeNetwork } from './network-rules';
import { judgePermissions } from './permission-rules';
import { judgeSignature } from './signature-rules';

/** Increase this when a rule changes, so that stored results of older rules are not reused. */
const VERSION = '1.0.0';

/**
 * Assay's own rules for the contents of an APK. They are decoded here, because Android's readers need Java and a
 * hostile build tries to mislead those readers.
 */
export const engine: Engine = {
  async run(pass, report) {
    report.engine('Assay APK rules', VERSION);
    for (const { staged } of pass.files)
      judgeRecord(staged, JSON.parse(await readFile(join(pass.root, staged), 'utf8')) as ApkRecord, pass, report);
    for (const { id } of pass.tools) report.completed(id, { filesChecked: pass.files.length });
  },
};

function judgeRecord(staged: string, record: ApkRecord, { tools }: EnginePass, report: PassReporter): void {
  const { findings, unreadable, failure } = judge(record);
  for (const { id, rules } of tools) {
    for (const finding of findings)
      if (Object.hasOwn(rules, finding.rule)) report.finding(id, { ...finding, message: oneLine(finding.message) });
    for (const reason of unreadable) report.unreadable(id, staged, oneLine(reason));
    // Findings from other files are kept. The tool still fails, because it could not read the manifest.
    if (failure !== undefined) report.failed(id, oneLine(failure));
  }
}

interface Judgement {
  readonly findings: readonly RawFinding[];
  readonly unreadable: readonly string[];
  readonly failure?: string;
}

function judge(record: ApkRecord): Judgement {
  const signature = judgeSignature(record);
  const keyStores = record.keyStores.map(
    (path): RawFinding => ({
      rule: 'packed-key-store',
      place: path,
      excerpt: path,
      message: `${path} is a key store: everybody who installs the app has it`,
    }),
  );
  const manifest = judgeManifest(record);
  return {
    ...manifest,
    findings: [...manifest.findings, ...signature.findings, ...keyStores],
    unreadable: [...manifest.unreadable, ...signature.unreadable],
  };
}

function judgeManifest(record: ApkRecord): Judgement {
  if ('missing' in record.manifest) return { findings: [], unreadable: [], failure: record.manifest.missing };
  try {
    const root = decodeBinaryXml(Buffer.from(record.manifest.observed.base64, 'base64'));
    if (root.name !== 'manifest') throw new Malformed('its outermost element is no manifest');
    const manifest = openManifest(root, record.resources);
    const network = judgeNetwork(manifest, record);
    return {
      findings: [
        ...judgeApplication(manifest),
        ...network.findings,
        ...judgeComponents(manifest),
        ...judgePermissions(manifest),
      ],
      unreadable: network.unreadable,
    };
  } catch (error) {
    if (error instanceof Malformed)
      return { findings: [], unreadable: [], failure: `the manifest cannot be decoded: ${error.message}` };
    throw error;
  }
}
