import type { SessionTarget } from '../domain/session-target';
import { describeTarget, targetIdentity, targetKindOf } from './describe-target';

const hosta = (repoUrl: string, branch = 'main'): SessionTarget => ({ kind: 'hosta', repoUrl, branch });
const pkg = (name: string): SessionTarget => ({ kind: 'pkgreg', package: name });
const image = (name: string): SessionTarget => ({ kind: 'container', image: name });

describe("a session's target", () => {
  it.each<[SessionTarget, string]>([
    [{ kind: 'directory', directory: '/srv/shop' }, 'directory:/srv/shop'],
    [hosta('ada/engine', 'next'), 'hosta:ada/engine'],
    [hosta('ada/engine.git/'), 'hosta:ada/engine'],
    [hosta('https://Code.Example/ada/Engine.git'), 'hosta:https://code.example/ada/Engine'],
    [{ kind: 'upload', uploadId: 'upl_1' }, 'upload:upl_1'],
    [pkg('left-pad'), 'pkgreg:left-pad'],
    [pkg('left-pad@^1.3'), 'pkgreg:left-pad'],
    [pkg('@scope/name@2.0.0'), 'pkgreg:@scope/name'],
    [pkg('pkg:npm/%40scope/name@2.0.0?x=y'), 'pkgreg:@scope/name'],
    [image('localhost:5000/app:1'), 'container:localhost:5000/app'],
    [image('app@sha256:00'), 'container:app'],
    [image('localhost:5000/app'), 'container:localhost:5000/app'],
    [{ kind: 'container', uploadId: 'upl_1', savedImage: 'app:1' }, 'container:upl_1'],
    [{ kind: 'url', url: 'https://Example.com' }, 'url:https://example.com/'],
    [
      { kind: 'urls', urls: ['https://b.example/#x', 'https://a.example', 'https://b.example'] },
      'url:https://a.example/ https://b.example/',
    ],
  ])('%j stays the same thing as %s, whatever its version', (target, identity) =>
    expect(targetIdentity(target)).toBe(identity),
  );

  it('is described in one line', () => {
    const targets: SessionTarget[] = [
      { kind: 'directory', directory: '/srv/shop' },
      hosta('ada/engine'),
      { kind: 'hostb', repoUrl: 'group/engine', branch: 'main', commit: '0123456789abcdef'.padEnd(40, '0') },
      { kind: 'upload', uploadId: 'upl_1' },
      pkg('left-pad@1'),
      pkg('pkg:npm/left-pad@1'),
      image('app:1'),
      { kind: 'container', uploadId: 'upl_1' },
      { kind: 'url', url: 'https://a.example' },
      { kind: 'urls', urls: ['https://a.example', 'https://b.example', 'https://c.example'] },
    ];
    expect(targets.map(describeTarget)).toEqual([
      '/srv/shop',
      'hosta:ada/engine#main',
      'hostb:group/engine#main@0123456789ab',
      'upload:upl_1',
      'pkg:npm/left-pad@1',
      'pkg:npm/left-pad@1',
      'app:1',
      'container:upl_1',
      'https://a.example',
      'https://a.example and 2 more',
    ]);
  });

  it('has the tools of what it is to the catalogue', () =>
    expect([hosta('a/b'), pkg('a'), image('a'), { kind: 'urls', urls: [] } as SessionTarget].map(targetKindOf)).toEqual(
      ['repository', 'package', 'image', 'url'],
    ));
});
