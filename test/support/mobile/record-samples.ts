import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BuildKind, readBuild } from '@assay/targets';
import { binaryXml } from './binary-xml-writer';
import {
  CLEAN_CONFIGURATION,
  CLEAN_MANIFEST,
  CLEAN_PLIST,
  CONFIGURATION,
  FLAWED_MANIFEST,
  FLAWED_PLIST,
  apk,
  ipa,
  provisioningProfile,
} from './builds';
import { resourceTable } from './resource-table-writer';
import { signatureBlock, signatureFile, signingCertificate, withSigningBlock } from './signatures';

// Writes the samples of both tools: what is recorded of the builds in `builds.ts`. To be run when records change.
const SAMPLES = join(__dirname, '../../../libs/analysis/samples');

const BUILDS: readonly (readonly [kind: BuildKind, side: 'positive' | 'negative', build: Buffer])[] = [
  [
    'apk',
    'positive',
    apk(FLAWED_MANIFEST, {
      'META-INF/CERT.RSA': signatureFile(signingCertificate('Android Debug', 1_024)),
      'assets/shop.p12': 'x',
    }),
  ],
  [
    'apk',
    'negative',
    withSigningBlock(
      apk(CLEAN_MANIFEST, {
        [CONFIGURATION]: binaryXml(CLEAN_CONFIGURATION),
        'resources.arsc': resourceTable({ 1: [[CONFIGURATION]] }),
      }),
      'v2',
      signatureBlock(signingCertificate('Shop')),
    ),
  ],
  [
    'ipa',
    'positive',
    ipa(FLAWED_PLIST, {
      'shop.p12': 'x',
      'embedded.mobileprovision': provisioningProfile({
        Name: 'Shop development',
        ExpirationDate: new Date('2025-01-01T00:00:00Z'),
        Entitlements: { 'get-task-allow': true },
        ProvisionsAllDevices: true,
      }),
    }),
  ],
  ['ipa', 'negative', ipa(CLEAN_PLIST)],
];

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-samples-'));
  try {
    for (const [kind, side, build] of BUILDS) {
      const file = join(folder, `${side}.${kind}`);
      writeFileSync(file, build);
      const { record } = await readBuild({
        kind,
        file,
        destination: join(folder, `${side}-${kind}`),
        readable: false,
        now: new Date('2026-01-01T00:00:00Z'),
      });
      const sample = join(SAMPLES, kind === 'apk' ? 'apk-manifest' : 'ipa-plist', side);
      mkdirSync(sample, { recursive: true });
      writeFileSync(join(sample, record.name), `${JSON.stringify(record.content, null, 2)}\n`);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

void main();
