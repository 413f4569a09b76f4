import { dockerfileTools } from '../../catalogue/dockerfile';
import { describeHostileFiles } from '../../../test/hostile-files';
import { runOn } from '../../../test/run-on';
import { describeToolSamples } from '../../../test/tool-samples';
import { readable } from './dockerfile';
import { profileOf } from '../engine-table';

const profile = profileOf('dockerfilelint');

describeToolSamples(profile, dockerfileTools);

describeHostileFiles(profile, {
  tools: dockerfileTools,
  extension: 'Dockerfile',
  flawed: 'FROM node:20\nWORKDIR /srv\nSTRAT node\n',
  longLine: `FROM node:20\nRUN ${'apt-get install -y x && '.repeat(90_000)}true`,
  deep: `FROM node:20\n${'RUN a \\\n'.repeat(20_000)}`,
});

describe('dockerfilelint on a hostile target', () => {
  it('reads no configuration of the target', async () => {
    const run = await runOn(profile, dockerfileTools, {
      Dockerfile: 'FROM node:20\nSTRAT node\n',
      '.dockerfilelintrc': 'rules:\n  invalid_command: off\n',
    });
    expect(run.found).toEqual(['Dockerfile:2 invalid_command']);
  });

  it('reports a continued instruction where it begins, on the first line too', async () => {
    expect(
      (await runOn(profile, dockerfileTools, { Dockerfile: 'FROM \\\n  node:latest\nSTRAT \\\n  node\n' })).found,
    ).toEqual(['Dockerfile:1 latest_tag', 'Dockerfile:3 invalid_command']);
  });
});

it('asks for no version of the empty image, nor of a stage', async () => {
  const text = 'FROM node AS build\nFROM scratch AS result\nFROM build\n';
  expect((await runOn(profile, dockerfileTools, { Dockerfile: text })).found).toEqual(['Dockerfile:1 missing_tag']);
});

it('judges no template of a Dockerfile', async () => {
  const files = {
    'Dockerfile.j2': '{% macro build() -%}\nFROM node:20\n',
    'Dockerfile.dev': 'FROM node:20\nMACRO a\n',
  };
  expect((await runOn(profile, dockerfileTools, files)).found).toEqual(['Dockerfile.dev:2 invalid_command']);
});

it('sees an install in a branch behind an update, and not one before it', async () => {
  const of = async (...lines: readonly string[]) =>
    (await runOn(profile, dockerfileTools, { Dockerfile: `FROM node:20\nRUN ${lines.join(' \\\n  ')}\n` })).found;
  const branch = 'if [ "$A" = b ]; then apt-get install -y c=1 && rm -rf /var/lib/apt/lists/*; fi';
  expect(await of('apt-get -q update &&', branch)).not.toContain('Dockerfile:2 apt-get-update_require_install');
  expect(await of(`${branch} &&`, 'apt-get update')).toContain('Dockerfile:2 apt-get-update_require_install');
});

it('says nothing of a file that a program fills in, and something of one that prints tags', async () => {
  const of = async (text: string) => (await runOn(profile, dockerfileTools, { Dockerfile: text })).found;
  expect(await of('{%- if cookiecutter.a %}\nFROM node:latest\n{%- endif %}\nSTART x\n')).toEqual([]);
  expect(await of('{{ def dnf: "microdnf" ; }}\nFROM oraclelinux:9\nSTART x\n')).toEqual([]);
  expect(await of('FROM node:20\nSTART {{ x }}\n')).toContain('Dockerfile:2 invalid_command');
  expect(await of('FROM node:20\nSTART {% x %}\n')).toContain('Dockerfile:2 invalid_command');
});

it('knows that a slash in front of a source means the root of the context', async () => {
  const of = async (source: string) =>
    (await runOn(profile, dockerfileTools, { Dockerfile: `FROM node:20\nADD ${source} /srv/\n` })).found;
  expect(await of('/app.tar')).not.toContain('Dockerfile:2 add_src_invalid');
  expect(await of('../app.tar')).toContain('Dockerfile:2 add_src_invalid');
});

it('takes -qq for an assent, and no other option of another command', async () => {
  const of = async (run: string) =>
    (await runOn(profile, dockerfileTools, { Dockerfile: `FROM node:20\nRUN ${run}\n` })).found;
  const asks = 'Dockerfile:2 apt-get_missing_param';
  expect(await of('apt-get update && apt-get -qq --no-install-recommends install c=1')).not.toContain(asks);
  expect(await of('apt-get -qq update && apt-get install c=1')).toContain(asks);
});

it('knows a maintainer of one word, and the pattern of one file with its version', async () => {
  const of = async (line: string) =>
    (await runOn(profile, dockerfileTools, { Dockerfile: `FROM node:20\n${line}\n` })).found;
  expect(await of('MAINTAINER somebody')).not.toContain('Dockerfile:2 missing_args');
  expect(await of('ADD app.tar')).toContain('Dockerfile:2 missing_args');
  const places = 'Dockerfile:2 add_dest_invalid';
  expect(await of('ADD target/app-*.jar /app.jar')).not.toContain(places);
  expect(await of('ADD target/*.jar /app')).toContain(places);
  expect(await of('ADD a.txt b.txt /app.txt')).toContain(places);
});

it('continues lines by the sign that the directive names', async () => {
  const of = async (Dockerfile: string) => (await runOn(profile, dockerfileTools, { Dockerfile })).found;
  const text = 'FROM a:1\nRUN Get-Item x ; `\n    Remove-Item x ; `\n  }\nWORKDIR C:\\\nSTRAT x\n';
  expect(await of(`# escape=\`\n${text}`)).toEqual(['Dockerfile:7 invalid_command']);
  expect(await of(text)).toContain('Dockerfile:3 invalid_command');
});

it('tells an instruction that no sign continues once, where it begins', async () => {
  const run = await runOn(profile, dockerfileTools, {
    Dockerfile: 'FROM a:1\nCMD ["serve",\n     "-w", "4",\n     "main:app",\n\n     "--bind", "b"]\nSTRAT x\nFROP y\n',
  });
  expect(run.found).toEqual([
    'Dockerfile:2 invalid_command',
    'Dockerfile:7 invalid_command',
    'Dockerfile:8 invalid_command',
  ]);
  expect(run.tool('dockerfile-lint').findings[0]!.message).toContain('no backslash continues them');
});

it('tells what is wrong in the rest of an instruction that no sign continues', async () => {
  const Dockerfile = 'FROM a:1\nRUN make &&\n    chown -R a /srv && sudo make install\n';
  const { found } = await runOn(profile, dockerfileTools, { Dockerfile });
  expect(found).toEqual(['Dockerfile:2 invalid_command', 'Dockerfile:3 sudo_usage']);
});

describe('a Dockerfile made readable', () => {
  it('keeps its lines', () => {
    const text = 'FROM a:1\nRUN <<ONE cat <<TWO\nx\nONE\ny\nTWO\nUSER b';
    expect(readable(text).split('\n')).toEqual(['FROM a:1', 'RUN <<ONE cat <<TWO', '#', '#', '#', '#', 'USER b']);
  });

  it.each([
    'RUN echo "<<END"',
    "RUN echo ' <<END '",
    'RUN cat <<<END',
    'RUN echo $((1<<END))',
    'RUN cat << END',
    'RUN echo \\"<<END',
    'RUN cat <<NEVER',
  ])('takes %s for no here-document that would hide what follows', (line) => {
    expect(readable(`FROM a:1\n${line}\nUSER root\nEND\nUSER b`)).toBe(`FROM a:1\n${line}\nUSER root\nEND\nUSER b`);
  });

  it('knows a here-document of an instruction that goes on over several lines', () => {
    const text = 'FROM a:1\nRUN --mount=type=cache \\\n  # a comment\n  <<END\nset -ex\nEND\nUSER b';
    expect(readable(text).split('\n').slice(4)).toEqual(['#', '#', 'USER b']);
  });

  it.each(['RUN <<END', "RUN cat <<-'END' > /a", 'COPY 3<<"END" /a'])('takes %s for a here-document', (line) => {
    expect(readable(`${line}\nUSER root\nEND\nUSER b`)).toBe(`${line}\n#\n#\nUSER b`);
  });
});
