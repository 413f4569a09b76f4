import { parseImageReference } from './reference';

const digest = `sha256:${'a'.repeat(64)}`;

describe('the reference of an image', () => {
  it.each([
    ['app', 'https://registry.example', 'app', 'latest'],
    ['team/app:1.2_a', 'https://registry.example', 'team/app', '1.2_a'],
    [`team/app@${digest}`, 'https://registry.example', 'team/app', digest],
    [`team/app:1.2@${digest}`, 'https://registry.example', 'team/app', digest],
    ['other.example/a/b/c:v1', 'https://other.example', 'a/b/c', 'v1'],
    ['localhost/app', 'https://localhost', 'app', 'latest'],
    ['localhost:5000/app:1', 'https://localhost:5000', 'app', '1'],
    ['[::1]:5000/app', 'https://[::1]:5000', 'app', 'latest'],
    ['registry.example/app', 'https://registry.example', 'app', 'latest'],
    ['docker.io/debian', 'https://registry-1.docker.io', 'library/debian', 'latest'],
    ['docker.io/grafana/loki:3', 'https://registry-1.docker.io', 'grafana/loki', '3'],
  ])('%s is at %s, %s, %s', (text, registry, repository, version) => {
    expect(parseImageReference(text, 'https://registry.example/')).toEqual({
      registry,
      repository,
      version,
      isDigest: version.includes(':'),
    });
  });

  it('means the registry of the settings, with its scheme, also where it names its host', () => {
    expect(parseImageReference('127.0.0.1:5000/app', 'http://127.0.0.1:5000').registry).toBe('http://127.0.0.1:5000');
    expect(parseImageReference('debian', 'docker.io')).toMatchObject({
      registry: 'https://registry-1.docker.io',
      repository: 'library/debian',
    });
  });

  it.each([
    '',
    ' app',
    'App',
    'app:',
    'app:tag with space',
    'app:-tag',
    `app:${'t'.repeat(129)}`,
    'app@sha256:abc',
    'app@md5:d41d8cd98f00b204e9800998ecf8427e',
    `app@${digest}@${digest}`,
    '../app',
    'a/../b',
    'a//b',
    'a/',
    '/a',
    'app?x=1',
    'app#x',
    'a/b/../../../v2/_catalog',
    'user:password@registry.example/app',
    'https://registry.example/app',
    'registry.example:99999999/app',
    'reg istry.example/app',
    `${'a'.repeat(256)}`,
    'app\n',
    'app:1%2f',
    'registry.example/app\\..',
  ])('%j is none', (text) => {
    expect(() => parseImageReference(text, 'https://registry.example')).toThrow(
      expect.objectContaining({ name: 'ImageRefused', code: 'INVALID_REFERENCE' }),
    );
  });
});
