import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { zip } from '../../test/support/archives/zip-writer';
import { binaryPlistOf, marker, references } from '../../test/support/mobile/plist-writer';
import { type Client, ended, uploaded } from './attacker';

interface Target {
  readonly attacker: Client;
  /** A site of the attacker. */
  readonly page: string;
  /** The service. */
  readonly url: string;
}

type Run = (target: Target) => Promise<void>;

/** One way in which a tenant tries to keep others waiting. */
export interface Attack {
  readonly name: string;
  /** Makes what is sent, before anything is measured: it would keep this process from measuring. */
  prepare(): Run;
}

/** The share of each attack that is tried: less than one shows that the benchmark works. */
export const SHARE = Number(process.env['ASSAY_BENCH_ATTACK'] ?? 1);
/** Milliseconds for which connections are held open. */
const HELD = 3_000;
const scaled = (count: number): number => Math.max(1, Math.round(count * SHARE));

const file = (filename: string, content: () => Buffer) => (): Run => {
  const made = content();
  return async ({ attacker }) =>
    ended(attacker, { sourceType: 'upload', uploadId: await uploaded(attacker, made, filename) });
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
  // What parses a target.
  {
    name: 'package.json of one unclosed string',
    prepare: file('code.zip', () => zip([{ name: 'package.json', content: `"${'\\"'.repeat(scaled(1_000_000))}` }])),
  },
  { name: 'page of tags that nothing closes', prepare: site('/tags') },
  { name: 'page of commas in a srcset', prepare: site('/srcset') },
  // What fills the disk.
  { name: 'property list that names one value many times', prepare: file('app.ipa', () => bomb(scaled(190_000))) },
  {
    name: 'archive of 65,000 files',
    prepare: file('many.zip', () =>
      zip(Array.from({ length: scaled(65_000) }, (_, index) => ({ name: `${index}.txt`, content: 'x' }))),
    ),
  },
  // What makes a tool fail.
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
  // What asks too much.
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
        slowBodies(url, scaled(1_000)),
  },
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

/** A list of one key that names one value many times: 1,600 bytes in the archive. */
const bomb = (values: number): Buffer =>
  zip([
    {
      name: 'Payload/Shop.app/a.plist',
      content: binaryPlistOf([
        Buffer.concat([marker(0xd, 1), references([1, 2])]),
        Buffer.concat([marker(5, 1_000_000), Buffer.alloc(1_000_000, 'k')]),
        Buffer.concat([marker(0xa, values), references(Array.from({ length: values }, () => 3))]),
        Buffer.from([0x09]),
      ]),
    },
  ]);

/** Whatever the answer is. A server may hang up on a body that it does not want. */
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

/** Each connection names a body, sends one byte of it, and says no more. All are held open for a while. */
async function slowBodies(url: string, count: number): Promise<void> {
  const { hostname, port } = new URL(url);
  const sockets = Array.from({ length: count }, () => connect(Number(port), hostname));
  await Promise.all(
    sockets.map(
      (socket) =>
        new Promise<void>((resolve) => {
          socket.once('close', resolve).on('error', () => socket.destroy());
          socket.write(
            `POST /api/v1/projects HTTP/1.1\r\nhost: ${hostname}\r\nauthorization: Bearer made-up\r\n` +
              'content-type: application/json\r\ncontent-length: 100000\r\n\r\n{',
            () => resolve(),
          );
        }),
    ),
  );
  await pause(HELD);
  for (const socket of sockets) socket.destroy();
}
