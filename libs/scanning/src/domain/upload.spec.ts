import { type ReceivedUpload, isSourceArchive, isThere, receive, upload } from './upload';

const received: ReceivedUpload = {
  uploadId: 'upl_1',
  organizationId: 'org_1',
  filename: 'shop.zip',
  kind: 'zip',
  size: 3,
  sha256: 'abc',
  by: 'key_1',
  at: '2026-11-20T12:00:00.000Z',
  expiresAt: '2026-11-21T12:00:00.000Z',
};

describe('an upload', () => {
  it('is received once', () => {
    const events = receive(received, upload.initial);
    expect(events).toEqual([{ type: 'UploadReceived', data: received }]);
    expect(receive(received, events.reduce(upload.evolve, upload.initial))).toEqual([]);
  });

  it('is there for its organization until it expires', () => {
    expect(isThere(received, 'org_1', '2026-11-21T11:59:59.999Z')).toBe(true);
    expect([
      isThere(received, 'org_1', received.expiresAt),
      isThere(received, 'org_2', received.at),
      isThere(undefined, 'org_1', received.at),
    ]).toEqual([false, false, false]);
  });

  it('is analysed as files where it is an archive of files', () =>
    expect(['zip', 'tar', 'tar.gz', 'apk', 'ipa', 'docker-archive', 'oci-archive'].filter(isSourceArchive)).toEqual([
      'zip',
      'tar',
      'tar.gz',
    ]));
});
