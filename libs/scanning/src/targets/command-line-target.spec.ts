import { targetForms, textTarget, uploadTarget } from './command-line-target';

describe('a target on the command line', () => {
  it.each([
    ['hosta:ada/engine', { kind: 'hosta', repoUrl: 'ada/engine', branch: 'main' }],
    ['hostb:group/engine#next/one', { kind: 'hostb', repoUrl: 'group/engine', branch: 'next/one' }],
    ['image:app:1', { kind: 'container', image: 'app:1' }],
    ['docker://app:1', { kind: 'container', image: 'app:1' }],
    ['pkg:npm/left-pad@1', { kind: 'pkgreg', package: 'pkg:npm/left-pad@1' }],
    ['HTTPS://a.example/x', { kind: 'url', url: 'HTTPS://a.example/x' }],
  ])('%s names something elsewhere', (text, target) => expect(textTarget(text)).toEqual(target));

  it.each(['.', 'shop', '/srv/shop.zip', 'hosta:', 'hostc:ada/engine', 'a:b'])('%s is a path', (text) =>
    expect(textTarget(text)).toBeUndefined(),
  );

  it.each([
    ['zip', 'upload'],
    ['tar', 'upload'],
    ['tar.gz', 'upload'],
    ['apk', 'mobile'],
    ['ipa', 'mobile'],
    ['docker-archive', 'container'],
    ['oci-archive', 'container'],
    ['anything else', undefined],
  ])('a file of the kind %s is of the source type %s', (kind, sourceType) =>
    expect(uploadTarget({ uploadId: 'upl_1', kind })).toEqual(sourceType && { kind: sourceType, uploadId: 'upl_1' }),
  );

  it('is written in one of these forms, paths first', () =>
    expect(targetForms).toEqual([
      'a directory',
      'an archive (zip, tar, tar.gz, a saved image)',
      'a mobile build (apk, ipa)',
      'https://host/path',
      'hosta:owner/repo#branch (GitHub or a host like it)',
      'hostb:group/repo#branch (GitLab)',
      'image:name:tag',
      'pkg:npm/name@version',
    ]));
});
