import { describeHostileFiles } from '../../../test/hostile-files';
import { describeToolSamples } from '../../../test/tool-samples';
import { shellTools } from '../../catalogue/shell';
import { SHELL_RULES } from '../../catalogue/shell-rules';
import { profileOf } from '../engine-table';
import { problemsIn, reader } from './shell.engine';

const profile = profileOf('shell');

describeToolSamples(profile, shellTools);

describeHostileFiles(profile, {
  tools: shellTools,
  extension: '.sh',
  flawed: 'if [ $a=b ]; then\n  echo\nfi\n',
  longLine: `echo ${'$(echo a) '.repeat(40_000)}`,
  deep: `echo ${'$('.repeat(100_000)}`,
});

const found = async (text: string): Promise<string[]> =>
  problemsIn(text, await reader()).map(({ line, rule }) => `${line} ${rule}`);

it.each(SHELL_RULES)(
  '$id finds the smallest script that breaks it, and nothing else in that',
  async ({ id, bad, good }) => {
    expect(new Set((await found(bad)).map((each) => each.split(' ')[1]))).toEqual(new Set([id]));
    expect(await found(good)).toEqual([]);
  },
);

it.each([
  ['a text that is compared', '[ "$a" = "b=c" ]'],
  ['a test with an option of the shell', '[[ -o pipefail ]] && [ -o pipefail ]'],
  ['an endless loop', 'while [ 1 ]; do :; done; while [ true ]; do :; done'],
  ['a number that is never empty', '[ -n $# ]'],
  ['a variable without quotes where the shell knows the test', '[[ -n $a ]]'],
  ['a comparison of texts', '[[ $a > b ]]'],
  ['a variable of one command', 'IFS= read -r line'],
  ['a command named by a variable', '$tool = 1'],
  ['an argument that is a sign', 'expr 1 = 1'],
  ['errors that a pipe gets', './a 2>&1 >/dev/null | grep b'],
  ['errors that a variable gets', 'a=$(./b 2>&1 >/dev/null)'],
  ['outputs that change places', './a 3>&1 1>&2 2>&3'],
  ['a redirect of the user in their own folder', 'sudo cat /etc/a > ~/a'],
  ['a program of sed named like the file', 'grep a < b > a'],
  ['a folder that a test asks for', '[ -d "$A" ] || exit 1\nrm -rf "$A"/*'],
  ['a folder under set -u', 'set -eu\nrm -rf "$A"/*'],
  ['a folder of the file that was read before', '. ./env\nrm -rf "$A"/*'],
  ['what a caller gives to a function', 'f() { rm -rf "$1"/*; }\nf out'],
  ['a removal under set -e', 'set -e\ncd "$A"\nrm -rf *'],
  ['a removal in a named folder', 'cd "$A"\nrm -rf ./out'],
  ['a branch behind one that goes on', 'case $a in\n  a) b ;;&\n  a) c ;;\nesac'],
  ['patterns of several parts', 'case $a in\n  *"b"*) c ;;\n  *"d"*) e ;;\n  *) f ;;\nesac'],
  ['the status of a command', 'false\nexit $?'],
  ['a status of bash', 'exit -1'],
  ['a server of this machine', 'curl -k https://127.0.0.1:8443/a; curl http://localhost/a | sh'],
  ['a name of a network of containers', 'curl -k https://api.${NAME}_internal-network/a'],
  ['a value of an option', 'curl -X POST -sok.json https://a.example.org'],
  ['a folder for everybody with a sticky bit', 'chmod 1777 /var/spool/a'],
  ['a temporary folder that is made', 'd=/tmp/a.$$\nmkdir "$d" || exit 1'],
  ['a password that everybody knows', 'mysql -uroot -proot a; sshpass -p "$PASSWORD" ssh a@b'],
  ['a variable that gets a text above', 'if a; then\n  export B="${PWD}/c/"\n  if [ -n ${B} ]; then d; fi\nfi'],
  ['what a function is called with', 'run() { eval "$1"; }'],
  ['a command that reads nothing', 'while read -r a; do\n  ssh "$a" b < /dev/null\ndone < c'],
])('says nothing of %s', async (_, text) => expect(await found(`#!/bin/bash\n${text}\n`)).toEqual([]));

it.each([
  ['a test by its name', 'if test $a=b; then c; fi', 'test-without-spaces'],
  ['one operand of several', 'if [ -f a -a $b=c ]; then d; fi', 'test-without-spaces'],
  ['a length of what a command says', '[ -n $(ls) ] && a', 'unquoted-test-operand'],
  ['a variable that gets a text on one way only', 'if a; then b=c; fi\n[ -n $b ] && d', 'unquoted-test-operand'],
  ['a variable that may get nothing', 'b=c\n[ -n $b ] && d\nb=$(e)', 'unquoted-test-operand'],
  ['a declaration', 'local a = b', 'broken-assignment'],
  ['a document for a file of root', 'sudo cat <<END > /etc/a\nb\nEND', 'redirect-without-rights'],
  ['a variable from an argument', 'a=$1\nrm -rf "${a}/"*', 'removes-all-if-empty'],
  ['a program with other rights', 'sudo -u app rm -rf "$A"/usr', 'removes-all-if-empty'],
  ['a script of a command', 'sh -c "$(curl -fsSL https://a.example.org/b)"', 'download-run-at-once'],
  ['a program of another language', 'wget -qO- http://a.example.org/b | sudo python3', 'open-download-run'],
  ['a setting of the environment', 'export NODE_TLS_REJECT_UNAUTHORIZED=0', 'certificate-not-checked'],
  ['letters instead of numbers', 'chmod o+w /etc/a', 'writable-by-all'],
  ['a password of a database', 'PGPASSWORD=Wr7kQx2mVt psql', 'password-in-command'],
  ['a branch behind the one for all', 'case $a in\n  *) b ;;\n  c) d ;;\nesac', 'unreachable-case'],
])('finds %s', async (_, text, rule) =>
  expect((await found(`#!/bin/bash\n${text}\n`)).map((each) => each.split(' ')[1])).toEqual([rule]),
);

it('judges what it could read of a script, and nothing around what it could not', async () => {
  const broken = '[ $a=b ] && c\nd() {\n  ) [ $a=b ] ]]\n}\n';
  expect(await found(broken)).toEqual(['1 test-without-spaces']);
  expect(await found('if [ $a=b ]; then\n  c\nfi\nd )\n[ $e=f ]\n')).toEqual([
    '1 test-without-spaces',
    '5 test-without-spaces',
  ]);
});

it('leaves scripts of other programs alone', async () => {
  for (const program of ['/usr/bin/env php', '/bin/zsh', '/usr/bin/perl'])
    expect(await found(`#!${program}\n[ $a=b ]\n`)).toEqual([]);
  expect(await found('#!/usr/bin/env -S bash -e\n[ $a=b ]\n')).toEqual(['2 test-without-spaces']);
});

it('says once that a script is for another shell', async () => {
  const words = '[[ -n $1 ]]\nsource a\nb &> c\n';
  expect(await found(`#!/bin/sh\n${words}`)).toEqual(['2 bash-under-sh']);
  expect(await found(`#!/bin/sh\n[ -n "$BASH_VERSION" ] || exec bash "$0"\n${words}`)).toEqual([]);
  expect(await found(`#!/bin/sh\napk add a\n${words}`)).toEqual([]);
  expect(await found(`#!/bin/sh\napk add a\n${words}d=(1)\n`)).toEqual(['6 bash-under-sh']);
});
