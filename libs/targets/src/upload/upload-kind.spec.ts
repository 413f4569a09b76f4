import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { tar, tarGz } from '../../../../test/support/archives/tar-writer';
import { zip } from '../../../../test/support/archives/zip-writer';
import { recogniseUpload } from './upload-kind';

const BINARY_MANIFEST = Buffer.from('0300080024000000', 'hex');
const DOCKER_MANIFEST = '[{"Config":"c.json","RepoTags":["a:b"],"Layers":["l/layer.tar"]}]';

describe('the kind of an upload', () => {
  const base = mkdtempSync(join(tmpdir(), 'assay-kind-'));
  const file = join(base, 'upload.png');
  afterAll(() => rmSync(base, { recursive: true, force: true }));

  it.each([
    ['zip', 'a zip', () => zip([{ name: 'a.js', content: 'a' }])],
    ['tar', 'a tar', () => tar({ name: 'a.js', content: 'a' })],
    ['tar.gz', 'a tar.gz', () => tarGz({ name: 'a.js', content: 'a' })],
    [
      'apk',
      'a zip with a manifest of Android',
      () =>
        zip([
          { name: 'classes.dex', content: 'dex' },
          { name: 'AndroidManifest.xml', content: BINARY_MANIFEST },
        ]),
    ],
    ['zip', 'the source of an app for Android', () => zip([{ name: 'AndroidManifest.xml', content: '<manifest/>' }])],
    ['ipa', 'a zip with an app for iOS', () => zip([{ name: 'Payload/Notes.app/Info.plist', content: 'bplist00' }])],
    ['zip', 'a zip with a folder called Payload', () => zip([{ name: 'Payload/notes.txt', content: '' }])],
    [
      'docker-archive',
      'a saved image',
      () => tar({ name: 'l/layer.tar', content: 'x' }, { name: 'manifest.json', content: DOCKER_MANIFEST }),
    ],
    ['docker-archive', 'a saved image in gzip', () => tarGz({ name: 'manifest.json', content: DOCKER_MANIFEST })],
    [
      'docker-archive',
      'a saved image that is also an OCI layout',
      () =>
        tar(
          { name: 'oci-layout', content: '{"imageLayoutVersion":"1.0.0"}' },
          { name: 'manifest.json', content: DOCKER_MANIFEST },
        ),
    ],
    [
      'oci-archive',
      'an OCI layout',
      () =>
        tar(
          { name: './oci-layout', content: '{"imageLayoutVersion":"1.0.0"}' },
          { name: './index.json', content: '{}' },
        ),
    ],
    [
      'tar',
      'a web page with its manifest',
      () => tar({ name: 'manifest.json', content: '{"name":"App","Layers":[],"Config":1}' }),
    ],
  ])('is %s for %s, whatever it is called', async (kind, _, bytes) => {
    writeFileSync(file, bytes());
    expect(await recogniseUpload({ file })).toBe(kind);
  });

  it('is not asked of what is no archive, nor of a bomb', async () => {
    writeFileSync(file, 'GIF89a');
    await expect(recogniseUpload({ file })).rejects.toMatchObject({ name: 'ArchiveRefused', code: 'NOT_AN_ARCHIVE' });
    writeFileSync(file, gzipSync(tar({ name: 'zeros', content: Buffer.alloc(12 * 1024 * 1024) })));
    await expect(recogniseUpload({ file })).rejects.toMatchObject({ name: 'ArchiveRefused', code: 'RATIO_TOO_HIGH' });
  });
});
