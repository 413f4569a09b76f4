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
/** Whether it is no rule that speaks of nearly every file. */
const isNoTaste = (told: string) => !/pipe-without-pipefail|unquoted-expansion|named-like-secret/.test(told);
const run = (command: string, from = 'debian:12.6') => found(`FROM ${from}\nRUN ${command}\n`);

it('says less of a keystore in a layer than of a key', () => {
  const severities = (names: string) =>
    problemsIn(`FROM debian:13\nCOPY ${names} /opt/\n`)
      .filter(({ rule }) => rule === 'secret-file-in-layer')
      .map(({ severity }) => severity);
  expect(severities('certs/server.jks')).toEqual(['medium']);
  expect(severities('certs/server.jks id_rsa')).toEqual([undefined]);
});

it('takes a file with settings of pages alone for no file of secrets', () => {
  const rulesWith = (...envs: string[]) =>
    problemsIn('FROM nginx:1.29\nCOPY ui/env.sh ui/.env /srv/\n', 'Dockerfile', (source) =>
      source === 'ui/.env' ? envs : [],
    ).map(({ rule }) => rule);
  expect(rulesWith('# of the page\nVITE_API=http://localhost/api\n\nVITE_TOKEN=REPLACE_ME\n')).toEqual([]);
  expect(rulesWith('VITE_API=http://localhost/api\nDB_PASSWORD=x\n')).toEqual(['secret-file-in-layer']);
  expect(rulesWith('')).toEqual(['secret-file-in-layer']);
  expect(rulesWith()).toEqual(['secret-file-in-layer']);
  // Either may be in the context of the build.
  expect(rulesWith('VITE_API=/api\n', 'DB_PASSWORD=x\n')).toEqual(['secret-file-in-layer']);
});

it.each([
  ['ros/kinetic/debian/jessie/desktop/Dockerfile', 'ros:kinetic-robot-jessie', '', 'medium'],
  ['images/debian/10/Dockerfile', 'debian:10', '', 'medium'],
  ['php-7.4-buster/Dockerfile', 'php:7.4-fpm-buster', '', 'medium'],
  ['Dockerfile', 'debian:buster', '# This is an auto generated Dockerfile for tools\n', 'medium'],
  ['Dockerfile', 'debian:buster', '# Makes the keys that are generated at the start\n', 'high'],
  ['oses/debian/Dockerfile', 'debian:buster', '', 'high'],
  ['fpm/7.4-slim/Dockerfile', 'debian:buster-slim', '', 'high'],
])('says less of an old system in a list of releases: %s from %s%j', (path, image, head, severity) => {
  const text = `${head}FROM ${image}\nRUN apt-get update && apt-get install -y nginx\n`;
  const found = problemsIn(text, path).filter(({ rule }) => rule === 'retired-base-image');
  expect(found.map((each) => each.severity)).toEqual([severity]);
});

it.each([
  ['archive/Dockerfile.buster', 'low'],
  ['images/Legacy/web/Dockerfile', 'low'],
  ['images/old-web/Dockerfile', 'high'],
  ['images/web/Dockerfile.old', 'high'],
])('says little of an old system in a folder for what is not built any more: %s', (path, severity) => {
  const found = problemsIn('FROM debian:buster\nRUN apt-get update && apt-get install -y nginx\n', path);
  expect(found.find(({ rule }) => rule === 'retired-base-image')?.severity).toBe(severity);
});

it.each([
  ['# CentOS 7 is EOL, but the old clusters run it\n', 'medium'],
  ['# The end of life\n# was in June.\n', 'medium'],
  ['# The base of all images\n', 'high'],
  ['# EOL\n\n', 'high'],
])('says less of an old system where a comment above says that it is over: %j', (comment, severity) => {
  const found = problemsIn(`${comment}FROM centos:7\nRUN yum update -y && yum install -y nginx\n`);
  expect(found.find(({ rule }) => rule === 'retired-base-image')?.severity).toBe(severity);
});

it.each([
  ['', 'ARG URL="http://get.example.com/a"\n', 'wget -q "$URL/a.deb"', true],
  ['', 'ARG URL=https://get.example.com/a\n', 'wget -q "$URL/a.deb"', false],
  ['ARG URL=http://get.example.com\n', 'ARG URL\n', 'curl -fO ${URL}/a', true],
  ['ARG URL=http://get.example.com\n', '', 'curl -fO ${URL}/a', false],
  ['', 'ARG HOST=get.example.com\nENV URL=http://$HOST\n', 'curl -fO ${URL}/a', true],
  ['', '', 'URL=http://get.example.com/a && curl -fO "$URL"', true],
  ['', 'ENV URL=http://get.example.com/a\n', 'curl -fO $URL && echo "0 a" | sha256sum -c', false],
  ['', 'ENV URL=http://files:80/a\n', 'curl -fO $URL', false],
  ['', 'ENV URL=http://localhost/a\n', 'curl -fO $URL', false],
])('knows an address in clear that a variable holds: %s%s%s', (before, own, command, isTold) => {
  const rules = problemsIn(`${before}FROM alpine:3.23\n${own}RUN ${command}\n`).map(({ rule }) => rule);
  expect(rules.includes('fetched-in-clear')).toBe(isTold);
});

it.each([
  ['ARG A=1\nENV A=2', [3]],
  ['ARG A\nENV B=1 \\\n    A=2', [4]],
  ['ARG A=1\nENV A=1', []],
  ['ARG A=1\nENV A=${A}-x', []],
  ['ARG A=1\nENV A=${A:-2}', []],
  ['ARG A=1\nRUN make\nENV A=2', []],
  ['ARG A=1\nCOPY $A /a\nENV A=2', []],
  ['ARG A=1\nFROM b:1\nENV A=2', []],
])('knows an argument that ENV overrides: %j', (body, lines) => {
  const found = problemsIn(`FROM a:1\n${body}\n`).filter(({ rule }) => rule === 'argument-overridden');
  expect(found.map(({ line }) => line)).toEqual(lines);
});

describe('the rules for Dockerfiles', () => {
  it.each([
    ['POSTGRES_PASSWORD=postgres', 'low'],
    ['MYSQL_ROOT_PASSWORD=Wr7kQx2mVt9z', undefined],
    ['SECRET_KEY=abcdefgh-secret-1234', undefined],
  ])('take a password that anybody guesses for one of a trial: %s', (pair, severity) => {
    const found = problemsIn(`FROM a:1\nENV ${pair}\n`).filter(({ rule }) => rule === 'secret-in-image');
    expect(found.map((each) => each.severity)).toEqual([severity]);
  });

  it.each([
    ['/root/auth.json', 'make && rm -f /root/auth.json', []],
    ['"$HOME/auth.json"', 'make && rm -rf "${HOME}"', []],
    ['/srv/conf/', 'make; rm /srv/conf/a', []],
    ['/root/auth.json', 'make', ['2 mounted-secret-kept']],
    ['/root/auth.json', 'rm -rf /root/auth', ['2 mounted-secret-kept']],
    ['/srv/conf/', 'rm /srv/conf/b', ['2 mounted-secret-kept']],
  ])('know whether a mounted secret that is copied to %s is removed by %s', (target, then, rules) => {
    const left = run(`--mount=type=secret,id=a cp /run/secrets/a ${target} && ${then}`);
    expect(left.filter((each) => each.includes('mounted-secret'))).toEqual(rules);
    const first = run(`--mount=type=secret,id=a rm -rf ${target}; cp /run/secrets/a ${target}`);
    expect(first.filter((each) => each.includes('mounted-secret'))).toEqual(['2 mounted-secret-kept']);
  });

  it.each([
    ['/root/.npmrc', 'rm /root/.npmrc', []],
    ['/root/.npmrc', 'true', ['2 token-left-in-layer']],
    ['"/srv/a(b/.npmrc"', 'rm "/srv/a(b/.npmrc"', []],
    ['"/srv/.npmrc"', 'rm /srv/xnpmrc', ['2 token-left-in-layer']],
  ])('know whether %s with a token is removed by %s', (file, then, rules) => {
    const left = run(`echo "//r.example/:_authToken=$NPM_TOKEN" > ${file} && ${then}`);
    expect(left.filter((each) => each.includes('token-left'))).toEqual(rules);
  });

  it.each([
    [
      'a list left where a cache is mounted',
      '--mount=type=cache,target=/var/lib/apt apt-get update && apt-get install -y --no-install-recommends a=1',
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
    ['the set of arguments of a variable', 'apt-get install $OPTIONS a=1'],
    ['a fault that set -e sees', 'set -eux; make; make install'],
    ['a key that gpg misses by itself', 'curl -fsSL https://a.example/k.asc | gpg --dearmor -o /k'],
    ['a test of the shell', '[ -f a ] && b'],
    ['what pip reads from a file', 'pip install --no-cache-dir -r requirements.txt'],
    ['packages that the folder has', 'pip install --no-cache-dir . ./a.whl'],
    ['packages of a lockfile', 'npm install --omit dev'],
    ['a range of versions', 'pip install --no-cache-dir "a>=1,<2"'],
    ['a package with a scope and a version', 'npm install -g @a/b@1.2.3'],
    ['a program of the module itself', 'go install ./cmd/a'],
    ['an upgrade of one package', 'apk upgrade --no-cache openssl'],
    ['a download whose digest is compared', 'curl -sSLo /a https://a.example/a && echo "0 /a" | sha256sum -c'],
    ['a user with a common number', 'useradd -u 1000 app'],
    ['a test of a running process', 'ps aux | grep a'],
  ])('say nothing of %s', (_, command) => expect(run(command).filter(isNoTaste)).toEqual([]));

  it.each([
    ['apt-get install -y --no-install-recommends a b=1', 'unpinned-system-package'],
    ['pip install --no-cache-dir a==1 b', 'unpinned-language-package'],
    ['python3 -m pip install --no-cache-dir a', 'unpinned-language-package'],
    ['npm install -g @a/b', 'unpinned-language-package'],
    ['npm install -g a@latest', 'unpinned-language-package'],
    ['gem install a', 'unpinned-language-package'],
    ['go install a.example/b@latest', 'unpinned-language-package'],
    ['useradd -r -u 1000700000 a', 'sparse-login-record'],
    ['useradd --uid=1000700000 a', 'sparse-login-record'],
    ['zypper -n dup', 'upgrades-everything'],
    ['zypper -n install a=1', 'cache-of-yarn-or-zypper-left'],
    ['curl -L https://a.example/a > /a', 'error-page-saved'],
  ])('tell habits of commands: %s', (command, rule) => expect(run(command)).toEqual([`2 ${rule}`]));

  it.each([
    ['mcr.microsoft.com/devcontainers/base:1', 'wget gnupg', false],
    ['mcr.microsoft.com/devcontainers/base:1', 'wget mono-complete', true],
    ['debian:12', 'wget gnupg', true],
  ])('know what images for development containers have: %s, %s', (base, packages, asks) => {
    const rules = found(`FROM ${base}\nRUN sudo apt-get install ${packages}\n`);
    expect(rules.includes('2 install-asks')).toBe(asks);
  });

  it('take no word behind a flag without a value for a file that is copied', () => {
    const copied = (flags: string) => {
      const text = `FROM alpine:3.23 AS build\nRUN make\nFROM alpine:3.23\nCOPY ${flags} /a/* /b\nUSER app\n`;
      return found(text).filter((each) => each.includes('copy-'));
    };
    expect(copied('--from build')).toEqual(['4 copy-from-later-stage']);
    expect(copied('--from=build')).toEqual([]);
    expect(copied('--link a')).toEqual(['4 copy-to-no-folder']);
  });

  it('tell what stages and labels do not say', () => {
    const image = 'FROM alpine:3 AS a\nFROM alpine:3\nCOPY --from=a /x /x\n';
    expect(found(`${image}COPY --from=b/c:latest /y /y\nCOPY --from=b/c:1 /y /y\n`)).toEqual([
      '4 unpinned-copy-source',
    ]);
    const label = (text: string) => found(`FROM alpine:3\nLABEL ${text}\n`);
    expect(label('maintainer="a" org.opencontainers.image.source=$SOURCE io.a.b_c=1')).toEqual([]);
    expect(label('org.opencontainers.image.url="a.example"')).toEqual(['2 label-value']);
    expect(label('a..b=1')).toEqual(['2 label-name']);
  });

  it.each([
    ['FROM debian:12\nRUN a=(b c) && d', '2 not-of-this-shell'],
    ['FROM debian:12\nRUN a &> b', '2 not-of-this-shell'],
    ['FROM debian:12\nRUN a <(b)', '2 not-of-this-shell'],
    ['FROM debian:12\nRUN mkdir -p /a/{b,c}', '2 not-of-this-shell'],
    ['FROM python:3-bookworm\nRUN set -o pipefail; a', '2 not-of-this-shell'],
    ['FROM debian:12\nRUN python3 -m pip install --trusted-host a.example -r b.txt', '2 certificate-not-checked'],
    ['FROM debian:12\nRUN NODE_TLS_REJECT_UNAUTHORIZED=0 a', '2 certificate-not-checked'],
    ['FROM debian:12\nSHELL /bin/bash -c', '2 broken-list'],
    ['FROM debian:12\nCMD ["python3" "/srv/local.py"]', '2 broken-list'],
    ['FROM debian:12\nVOLUME ["/srv" "/var"]', '2 broken-list'],
    ['FROM debian:12\nENTRYPOINT ["/srv/shop", "--all"', '2 broken-list'],
    ['FROM debian:12\nCMD [“/srv/shop”]', '2 broken-list'],
    ['FROM a:1 AS build\nFROM b:1\nCOPY --from=biuld /a /a', '3 copy-from-unknown-stage'],
    ['FROM a:1\nRUN for b in c; do if d; then e; fi', '2 never-ended-command'],
    ['FROM a:1\nRUN a=1 && case $a in 1) b;; *) c;; esac && for d in e; do f', '2 never-ended-command'],
    ['FROM a:1\nRUN git config core.sshCommand "ssh -o StrictHostKeyChecking=no"', '2 ssh-host-not-checked'],
    ['FROM a:1\nCOPY ["../a", "/b/"]', '2 outside-of-context'],
    ['# A\n# escape=`\nFROM a:1', '2 directive-too-late'],
    ['FROM a:1\nRUN echo "Host $host;" > /b', '2 variable-never-set'],
  ])('tell mistakes of %j', (text, rule) => expect(found(`${text}\n`).filter(isNoTaste)).toContain(rule));

  it.each([
    'FROM a:1\nRUN mkdir -p /a/{b,c} && d &> e',
    'FROM debian:12\nRUN bash -c "mkdir -p /a/{b,c}" && echo "{a,b}" > c && d ${e}{,f}',
    'FROM debian:trixie\nRUN set -o pipefail; a',
    'FROM a:1 AS build\nFROM b:1\nCOPY --from=assets /a /a',
    'FROM a:1\nRUN a=1; case "$a" in 1) b;; esac; if c; then d; elif e; then f; fi',
    'FROM a:1\nRUN while a; do b; done < c; echo "if this is for you"; (for d in e; do f; done)',
    'FROM a:1\nRUN a 2>&1 > /b | c',
    'FROM a:1\nRUN a -o StrictHostKeyChecking=accept-new',
    'FROM a:1\nENV APP_1=a\nWORKDIR $APP_2',
    'FROM a:1\nCMD ["sh", "-c", "a $B"]',
    'FROM a:1\nCMD ["a", "^b$", "$(C)"]',
    '# syntax=a/b:1\n# escape=`\n\n# A\nFROM a:1',
    "FROM a:1\nARG b\nRUN c '$host' \\$d $b $1 $(read e; f $e) && for g in h; do i $g; done",
    'FROM a:1\nRUN . ./a && b "$c"',
  ])('say nothing of what is right in %j', (text) => {
    const others = /pipe-|unquoted|no-user|cmd-in|fault-|unpinned|labels|runs-in|missing/;
    expect(found(`${text}\n`).filter((told) => !others.test(told))).toEqual([]);
  });

  it('know bash where the base has it as its shell, or SHELL names it', () => {
    expect(run('if [[ -f a ]]; then b; fi', 'fedora:43')).toEqual([]);
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

  it('take a certificate for checked where a digest is compared after the download', () => {
    const download = 'curl -kLo /tmp/a https://a.example/a';
    expect(run(`${download} && echo "0 /tmp/a" | sha256sum -c - && b`)).not.toContain('2 certificate-not-checked');
    expect(run(`echo "0 /tmp/b" | sha256sum -c - && ${download}`)).toContain('2 certificate-not-checked');
    expect(run(`${download} && sha256sum /tmp/a`)).toContain('2 certificate-not-checked');
  });

  it('tell the line of the command, not that of the instruction', () =>
    expect(run('a && \\\n  # a remark\n  curl -k https://a.example/a')).toEqual(['4 certificate-not-checked']));

  it.each(['${A:-x}', 'change-me', '', '/run/secrets/a', 'true'])('take %j for no secret', (value) =>
    expect(found(`FROM alpine:3\nENV API_TOKEN="${value}"\n`).filter(isNoTaste)).toEqual([]),
  );

  it('take an argument for known where a stage below repeats it', () => {
    const text = 'ARG V=1\nFROM alpine:3 AS a\nARG V\nRUN echo "$V"\nFROM a\nRUN echo "$V"\n';
    expect(found(text)).toEqual([]);
  });

  it('know that a variable which is handed on keeps its value', () => {
    expect(found('FROM alpine:3\nARG A=1\nENV A=${A} B=${A}/b\n')).toEqual([]);
    expect(found('FROM alpine:3\nENV A=1 B=${A}/b\n')).toEqual(['2 variable-of-same-line']);
  });

  it('say nothing of templates, and of root where developers work', () => {
    expect(found("FROM {{ a }}\nCMD ['a', 'b']\n", 'Dockerfile.j2')).toEqual([]);
    expect(found("FROM $${HOST}/${base}\nCMD ['a', 'b']\n")).toEqual([]);
    expect(found('FROM alpine:3\nUSER root\n', '.devcontainer/Dockerfile')).toEqual([]);
  });
});
