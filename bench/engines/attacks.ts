import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { zip } from '../../test/support/archives/zip-writer';
import { binaryXml, element } from '../../test/support/mobile/binary-xml-writer';
import { CLEAN_PLIST, ipa } from '../../test/support/mobile/builds';
import { binaryPlistOf, marker, references } from '../../test/support/mobile/plist-writer';
import { sparseTable } from '../../test/support/mobile/resource-table-writer';
import { type Attack, type Means, type Run, scaled } from './attack';
import { begunDirectory, ended, uploaded } from './attacker';
import { heldConnections } from './held-connections';
import { hostileDirectories } from './hostile-directories';
import { cloneThem } from './hostile-repositories';

const file =
  (filename: string, content: () => Buffer, sourceType: 'upload' | 'mobile' = 'upload') =>
  (): Run => {
    const made = content();
    return async ({ attacker }) => ended(attacker, { sourceType, uploadId: await uploaded(attacker, made, filename) });
  };
const site =
  (path: string) =>
  (): Run =>
  ({ attacker, page }) =>
    ended(attacker, { sourceType: 'url', targetUrl: `${page}${path}` });

/** The pages of the attacker's site. */
export const PAGES: Readonly<Record<string, Buffer>> = {
  '/tags': Buffer.from('<b>'.repeat(scaled(800_000)) + '</i>'.repeat(scaled(400_000))),
  '/srcset': Buffer.from(`<img srcset="a${','.repeat(scaled(49_900))}b">`.repeat(90)),
};

const WORKFLOW = 'on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n      - run: "\u001b[31m"\n';

export const ATTACKS: readonly Attack[] = [
  // Attacks on parsers of targets.
  {
    name: 'package.json of one unclosed string',
    prepare: file('code.zip', () => zip([{ name: 'package.json', content: `"${'\\"'.repeat(scaled(1_000_000))}` }])),
  },
  { name: 'page of tags that nothing closes', prepare: site('/tags') },
  { name: 'page of commas in a srcset', prepare: site('/srcset') },
  { name: 'sparse table of resources, each referring to 50 others', prepare: file('app.apk', sparseApk, 'mobile') },
  { name: 'directories, deep, of many files and outside of the roots', prepare: hostileDirectories },
  { name: 'repositories and packs without an end', prepare: cloneThem },
  // Attacks that fill the disk.
  {
    name: 'property list that names one value many times',
    prepare: file('app.ipa', () => bomb(scaled(190_000)), 'mobile'),
  },
  {
    name: 'archive of 65,000 files',
    prepare: file('many.zip', () =>
      zip(Array.from({ length: scaled(65_000) }, (_, index) => ({ name: `${index}.txt`, content: 'x' }))),
    ),
  },
  // Attacks that make a tool fail.
  {
    name: 'twenty sessions of a workflow with raw escape characters',
    prepare: () => {
      const content = zip([{ name: '.github/workflows/a.yml', content: WORKFLOW }]);
      return async ({ attacker }) => {
        const target = { sourceType: 'upload', uploadId: await uploaded(attacker, content, 'code.zip') };
        await Promise.all(Array.from({ length: scaled(20) }, () => ended(attacker, target)));
      };
    },
  },
  // Attacks with too many requests.
  {
    name: '5,200 made-up keys',
    prepare:
      () =>
      ({ url }) =>
        madeUpKeys(url, scaled(5_200)),
  },
  {
    name: 'bodies of 1,000 requests that do not end',
    prepare:
      () =>
      ({ url }) =>
        heldConnections(url, scaled(1_000), UNFINISHED),
  },
  { name: '2,500 event streams of one session at once', prepare: manyStreams },
  {
    name: '200 bodies that are too large',
    prepare: () => {
      const body = Buffer.from(`{"name":"${'x'.repeat(2_000_000)}"}`);
      return async ({ url }) => {
        for (let sent = 0; sent < scaled(200); sent += 1)
          await answered(`${url}/api/v1/projects`, `made-up-${sent % 10}`, { method: 'POST', body });
      };
    },
  },
  {
    name: '200 uploads of one file each',
    prepare: () => {
      const content = zip([{ name: 'a.js', content: 'let a;' }]);
      return async ({ attacker }) => {
        for (let sent = 0; sent < scaled(200); sent += 10)
          await Promise.all(Array.from({ length: 10 }, () => uploaded(attacker, content, 'code.zip')));
      };
    },
  },
];

/** A request that announces a body, sends one byte of it, and then nothing. */
const UNFINISHED = [
  'POST /api/v1/projects HTTP/1.1',
  'authorization: Bearer made-up',
  'content-type: application/json',
  'content-length: 100000',
  '',
  '{',
];

/** Opens event streams beyond the twenty that an organization may have. */
function manyStreams({ roots }: Means): Run {
  const directory = join(roots, 'streams');
  mkdirSync(directory);
  for (let index = 0; index < 200; index += 1) writeFileSync(join(directory, `${index}.js`), 'let a = eval(b);\n');
  return async ({ attacker, key, url }) => {
    const path = `/api/sessions/${await begunDirectory(attacker, directory)}`;
    const lines = [`GET ${path}/events HTTP/1.1`, `authorization: Bearer ${key}`, '', ''];
    await heldConnections(url, scaled(2_500), lines);
    await attacker('DELETE', path);
  };
}

/** 4 MB: a manifest of 2,000 references to a table of 500 configurations of 2,000 resources. */
function sparseApk(): Buffer {
  const entries = scaled(2_000);
  const uses = Array.from({ length: entries }, (_, index) =>
    element('uses-permission', { 'android:name': { reference: 0x7f010000 + index } }),
  );
  const manifest = element('manifest', { package: 'com.example.shop' }, ...uses, element('application', {}));
  return zip([
    { name: 'AndroidManifest.xml', content: binaryXml(manifest) },
    { name: 'resources.arsc', content: sparseTable(entries, 500, (configuration) => (configuration * 7) % entries) },
  ]);
}

/** A list of one key that names one value many times: 1,600 bytes in the archive. */
const bomb = (values: number): Buffer =>
  ipa(CLEAN_PLIST, {
    'a.plist': binaryPlistOf([
      Buffer.concat([marker(0xd, 1), references([1, 2])]),
      Buffer.concat([marker(5, 1_000_000), Buffer.alloc(1_000_000, 'k')]),
      Buffer.concat([marker(0xa, values), references(Array.from({ length: values }, () => 3))]),
      Buffer.from([0x09]),
    ]),
  });

/** Ignores the answer. A server may hang up on a body that it does not want. */
async function answered(url: string, key: string, request: RequestInit = {}): Promise<void> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  try {
    await (await fetch(url, { ...request, headers })).arrayBuffer();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
  }
}

async function madeUpKeys(url: string, count: number): Promise<void> {
  for (let sent = 0; sent < count; sent += 50)
    await Promise.all(
      Array.from({ length: 50 }, (_, index) => answered(`${url}/api/billing/status`, `made-up-${sent + index}`)),
    );
}
