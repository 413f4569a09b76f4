import { ownDockerfileTools } from '../../catalogue/dockerfile';
import { describeHostileFiles } from '../../../test/hostile-files';
import { describeToolSamples } from '../../../test/tool-samples';
import { profileOf } from '../engine-table';
import { problemsIn } from './dockerfile.engine';

const profile = profileOf('dockerfile');

describeToolSamples(profile, ownDockerfileTools);

describeHostileFiles(profile, {
  tools: ownDockerfileTools,
  extension: 'Dockerfile',
  flawed: "FROM node:20\nCMD ['a', 'b']\n",
  longLine: `FROM node:20\nRUN ${'apt-get install -y x && '.repeat(18_000)}true`,
  deep: `FROM node:20\nRUN ${'$('.repeat(2_000)}`,
});

const found = (text: string, path?: string) => problemsIn(text, path).map(({ line, rule }) => `${line} ${rule}`);
const run = (command: string, from = 'debian:12.6') => found(`FROM ${from}\nRUN ${command}\n`);

describe('the rules for Dockerfiles', () => {
  it.each([
    [
      'a list left where a cache is mounted',
      '--mount=type=cache,target=/var/lib/apt apt-get update && apt-get install -y --no-install-recommends a',
    ],
    ['a local server', 'curl -k https://localhost/health'],
    ['an option that has a k in its value', 'curl -fsSLo k.tar https://a.example/k.tar'],
    [
      'a repository of files that were built here',
      'echo "deb [ trusted=yes ] file:///x ./" > /etc/apt/sources.list.d/a.list',
    ],
    ['a folder with the sticky bit', 'chmod 1777 /srv'],
    ['a word for bash in bash', 'bash -c "[[ a == b ]]"'],
    [
      'a program whose digest is compared',
      'curl -fsSLo /a https://a.example/a && echo "0 /a" | sha256sum -c && chmod +x /a',
    ],
    ['the set of arguments of a variable', 'apt-get install $OPTIONS a'],
    ['a fault that set -e sees', 'set -eux; make; make install'],
    ['a key that gpg misses by itself', 'curl -fsSL https://a.example/k.asc | gpg --dearmor -o /k'],
    ['a test of the shell', '[ -f a ] && b'],
  ])('say nothing of %s', (_, command) => expect(run(command)).toEqual([]));

  it('know bash where the base has it as its shell, or SHELL names it', () => {
    expect(run('if [[ -f a ]]; then b; fi', 'fedora:40')).toEqual([]);
    expect(found('FROM debian:12\nSHELL ["/bin/bash", "-c"]\nRUN [[ -f a ]] && b\n')).toEqual([]);
    expect(run('if [[ -f a ]]; then b; fi')).toEqual(['2 not-of-this-shell']);
    const handed = 'FROM debian:12 AS a\nRUN true\nSHELL ["/bin/bash", "-c"]\nFROM a\nRUN [[ -f a ]] && b\n';
    expect(found(handed)).toEqual([]);
  });

  it('look at scripts in here-documents, and at nothing that another program reads', () => {
    expect(found('FROM alpine:3\nRUN <<A\nset -e\ncurl -k https://a.example/a\nA\n')).toEqual([
      '4 certificate-not-checked',
    ]);
    expect(found('FROM alpine:3\nRUN cat <<A > b\ncurl -k https://a.example/a\nA\n')).toEqual([]);
  });

  it('tell the line of the command, not that of the instruction', () =>
    expect(run('a && \\\n  # a remark\n  curl -k https://a.example/a')).toEqual(['4 certificate-not-checked']));

  it.each(['${A:-x}', 'change-me', '', '/run/secrets/a', 'true'])('take %j for no secret', (value) =>
    expect(found(`FROM alpine:3\nENV API_TOKEN="${value}"\n`)).toEqual([]),
  );

  it('take an argument for known where a stage below repeats it', () => {
    const text = 'ARG V=1\nFROM alpine:3 AS a\nARG V\nRUN echo $V\nFROM a\nRUN echo $V\n';
    expect(found(text)).toEqual([]);
  });

  it('know that a variable which is handed on keeps its value', () => {
    expect(found('FROM alpine:3\nARG A=1\nENV A=${A} B=${A}/b\n')).toEqual([]);
    expect(found('FROM alpine:3\nENV A=1 B=${A}/b\n')).toEqual(['2 variable-of-same-line']);
  });

  it('say nothing of templates, and of root where developers work', () => {
    expect(found("FROM {{ a }}\nCMD ['a', 'b']\n", 'Dockerfile.j2')).toEqual([]);
    expect(found('FROM alpine:3\nUSER root\n', '.devcontainer/Dockerfile')).toEqual([]);
  });
});
