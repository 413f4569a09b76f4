import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { HOLE } from '../../infrastructure/value';
import { loadChart } from './charts/chart';
import { RECENT_CLUSTER } from './charts/cluster';
import { Folder } from './charts/folder';
import { type Rendered, render } from './charts/render';
import { chartInUse } from './charts/values';
import { NO_VALUE } from './values/marks';
import { Origins } from './values/origins';
import { type Channel, Marked } from './values/value';

const CHART = 'apiVersion: v2\nname: shop\nversion: 1.2.3\nappVersion: "4.5"\n';

function rendered(files: Readonly<Record<string, string>>, steps = 5_000_000): Rendered[] {
  const root = mkdtempSync(join(tmpdir(), 'assay-chart-'));
  try {
    for (const [path, text] of Object.entries({ 'Chart.yaml': CHART, ...files })) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    const [source, origins] = [new Folder(root), new Origins()];
    const used = chartInUse(
      loadChart(source, '.', origins, () => undefined),
      origins,
    );
    return render(used, origins, RECENT_CLUSTER, steps, () => undefined);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

const textOf = ({ pieces }: Rendered, channel: Channel = 'printed'): string =>
  new Marked(pieces).text(channel).replaceAll(NO_VALUE, '').replaceAll(HOLE, '?');

/** The output of one template with these values. */
const one = (template: string, values = '', channel: Channel = 'printed'): string =>
  textOf(rendered({ 'templates/a.yaml': template, 'values.yaml': values })[0]!, channel);

describe('a chart prints as Helm prints it', () => {
  // Each was compared with what `helm template` of version 3.22 prints.
  it.each([
    ['trimmed actions', 'a\n{{- /* x */ -}}\nb {{- " c" }}', '', 'ab c'],
    [
      'numbers of values as floats',
      '{{ .Values.n }} {{ .Values.m }} {{ int .Values.n }}',
      'n: 1000000\nm: 80',
      '1e+06 80 1000000',
    ],
    [
      'yes and on as truth values',
      '{{ .Values.a }} {{ .Values.b }} {{ .Values.c }}',
      'a: yes\nb: off\nc: "yes"',
      'true false yes',
    ],
    ['octal numbers', '{{ .Values.mode }}', 'mode: 0644', '420'],
    ['what is nothing as nothing', '[{{ .Values.none }}]{{ .Values.none | quote }}', '', '[]'],
    [
      'nothing in included text as Go prints it',
      '{{ define "x" }}{{ .Values.none }}{{ end }}{{ include "x" . | len }}',
      '',
      '10',
    ],
    ['with, else and dollar', '{{ with .Values.a }}{{ . }}{{ else }}{{ $.Chart.Name }}{{ end }}', '', 'shop'],
    ['lists with their index', '{{ range $i, $x := .Values.l }}{{ $i }}={{ $x }};{{ end }}', 'l: [a, b]', '0=a;1=b;'],
    [
      'maps in the order of their keys',
      '{{ range $k, $v := .Values.m }}{{ $k }}{{ $v }}{{ end }}',
      'm: {b: 2, a: 1}',
      'a1b2',
    ],
    [
      'break and continue',
      '{{ range until 9 }}{{ if eq . 1 }}{{ continue }}{{ end }}{{ if gt . 3 }}{{ break }}{{ end }}{{ . }}{{ end }}',
      '',
      '023',
    ],
    ['variables of outer blocks', '{{ $x := 1 }}{{ if true }}{{ $x = 2 }}{{ end }}{{ $x }}', '', '2'],
    ['parts of nothing in parentheses', '{{ if ((.Values.a).b).c }}x{{ else }}y{{ end }}', '', 'y'],
    [
      'default, ternary and coalesce',
      '{{ .Values.e | default "d" }}{{ ternary 1 2 true }}{{ coalesce "" nil "c" }}',
      'e: ""',
      'd1c',
    ],
    ['and and or as values', '{{ and 1 "" }}|{{ or "" "b" }}|{{ and "a" "b" }}', '', '|b|b'],
    [
      'YAML sorted, with quotes where they are needed',
      '{{ toYaml .Values.v }}',
      'v: {b: ["true", "1.5", a: 1], a: "x: y", c: "", d: {}}',
      'a: \'x: y\'\nb:\n- "true"\n- "1.5"\n- a: 1\nc: ""\nd: {}',
    ],
    [
      'texts of several lines',
      '{{ toYaml .Values.v }}',
      'v:\n  t: |\n    a\n      b\n  u: "x\\ny"',
      't: |\n  a\n    b\nu: |-\n  x\n  y',
    ],
    ['indentation', 'a:{{ nindent 2 "b\\nc" }}', '', 'a:\n  b\n  c'],
    ['printf', '{{ printf "%s-%d-%5.2f-%q-%v-%t" "a" 3 1.5 "q" 2.0 true }}', '', 'a-3- 1.50-"q"-2-true'],
    [
      'versions',
      '{{ semverCompare ">=1.19-0" .Capabilities.KubeVersion.Version }}{{ semverCompare "<1.22-0" "v1.30.1" }}',
      '',
      'truefalse',
    ],
    [
      'API versions',
      '{{ .Capabilities.APIVersions.Has "policy/v1beta1" }}{{ .Capabilities.APIVersions.Has "apps/v1" }}',
      '',
      'falsetrue',
    ],
    [
      'maps that are changed',
      '{{ $d := dict "a" 1 }}{{ $_ := set $d "b" 2 }}{{ keys $d | join "," }}{{ hasKey $d "c" }}',
      '',
      'a,bfalse',
    ],
    ['merged maps', '{{ merge (dict "a" 1) (dict "a" 2 "b" 3) | toJson }}', '', '{"a":1,"b":3}'],
    ['tpl', '{{ tpl .Values.t . }}', 't: "{{ .Chart.AppVersion }}!"', '4.5!'],
    ['patterns', '{{ regexReplaceAll "[^a-z]+" "a1b2" "-" }}{{ regexMatch "^a+$" "aaa" }}', '', 'a-b-true'],
    ['sums and base64', '{{ "a" | b64enc }}{{ "YQ==" | b64dec }}{{ sha256sum "a" | trunc 6 }}', '', 'YQ==aca9781'],
    [
      'texts',
      '{{ "Ab-cD" | lower | replace "-" "_" | trimSuffix "d" | title }}{{ "aXb" | snakecase }}',
      '',
      'Ab_ca_xb',
    ],
    ['whole numbers', '{{ add 1 2 3 }}{{ div 7 2 }}{{ mod 7 2 }}{{ max 1 5 2 }}{{ mul 2 3 }}', '', '63156'],
    ['fromJson of what is none', '{{ hasKey ("a = 1" | fromJson) "Error" }}', '', 'true'],
  ])('%s', (_, template, values, expected) => expect(one(template, values)).toBe(expected));

  it('gives sub-charts their values, those of their parent before them, and global ones', () => {
    const print = 'templates/b.yaml';
    const all = rendered({
      'values.yaml': 'global: { g: 1 }\ndb:\n  user: parent\n  gone: null\ncache: { enabled: false }\n',
      'charts/db/Chart.yaml': 'name: db\nversion: 1.0.0\n',
      'charts/db/values.yaml': 'user: own\nport: 5432\ngone: x\n',
      [`charts/db/${print}`]:
        '{{ .Values.user }} {{ .Values.port }} {{ .Values.global.g }} {{ .Values.gone }}|{{ .Chart.Name }}',
      'charts/cache/Chart.yaml': 'name: cache\nversion: 1.0.0\n',
      [`charts/cache/${print}`]: 'never',
      'Chart.yaml':
        `${CHART}dependencies:\n  - { name: db, version: 1.0.0 }\n` +
        '  - { name: cache, version: 1.0.0, condition: cache.enabled }\n',
    });
    expect(all.map((each) => [each.file, textOf(each)])).toEqual([[`charts/db/${print}`, 'parent 5432 1 |db']]);
  });

  it('reads files of the chart, and none outside of it', () => {
    const files = {
      'files/a.txt': 'inside',
      'templates/a.yaml': '{{ .Files.Get "files/a.txt" }}{{ .Files.Get "../../etc/hostname" }}',
    };
    expect(textOf(rendered(files)[0]!)).toBe('inside');
    const glob = '{{ range $p, $_ := .Files.Glob "files/*" }}{{ $p }}{{ end }}{{ (.Files.Glob "files/*").AsConfig }}';
    expect(textOf(rendered({ ...files, 'templates/a.yaml': glob })[0]!)).toBe('files/a.txta.txt: inside');
  });
});

describe('what users may set', () => {
  it('is open where the chart leaves it empty', () => {
    expect(one('a: {{ .Values.a | quote }}', 'a: ""', 'judged')).toBe('a: "?"');
    expect(one('a:\n  {{- toYaml .Values.a | nindent 2 }}', 'a: {}', 'judged')).toBe('a:\n  ?');
  });

  it('stands in what is judged under a doubt, and not in what Helm prints', () => {
    const template = 'a: 1\n{{- with .Values.c }}\nc: {{ . }}\n{{- end }}';
    const [only] = rendered({ 'templates/a.yaml': template, 'values.yaml': 'c: null' });
    expect(textOf(only!)).toBe('a: 1');
    expect(textOf(only!, 'judged')).toBe('a: 1\nc: ?');
    expect(only!.pieces.filter(({ doubts }) => doubts > 0).map(({ text }) => text)).toEqual(['\n', 'c: ', HOLE]);
  });

  it('changes nothing for what follows it', () => {
    const template =
      '{{ $x := 1 }}{{ $d := dict "k" 1 }}' +
      '{{ if .Values.no }}{{ $x = 2 }}{{ $_ := set $d "k" 2 }}{{ end }}{{ $x }}{{ $d.k }}';
    expect(one(template, 'no: false', 'judged')).toBe('11');
  });

  it('is known by its path and line', () => {
    const [only] = rendered({
      'templates/a.yaml': 'x:\n  {{- toYaml .Values.a | nindent 2 }}',
      'values.yaml': '\na:\n  b: true\n',
    });
    expect(only!.pieces.at(-1)).toMatchObject({
      text: 'b: true',
      at: { file: 'templates/a.yaml', line: 2 },
      from: { path: 'a.b', file: 'values.yaml', line: 3 },
    });
  });
});

describe('a template that Helm would not print, or that asks for too much', () => {
  const outcome = (template: string, values = '') => {
    const [{ refused, unfinished, isOpen } = { isOpen: false }] = rendered(
      { 'templates/a.yaml': template, 'values.yaml': values },
      200_000,
    );
    return { refused, unfinished, isOpen };
  };

  it.each([
    ['a value that is required', '{{ required "say a" .Values.a }}', 'say a'],
    ['a failure', '{{ if not .Values.a }}{{ fail "no a" }}{{ end }}', 'no a'],
    ['a part of nothing', '{{ .Values.a.b }}', 'nil pointer evaluating .Values.a.b'],
    ['a function that there is not', '{{ frobnicate 1 }}', 'there is no function frobnicate'],
    ['a template that there is not', '{{ include "x" . }}', 'no template is called x'],
  ])('says why: %s', (_, template, reason) => expect(outcome(template)).toMatchObject({ refused: reason }));

  it.each([
    ['an action without an end', 'a\n{{ if true }}', 'no template: line 2: a block has no end'],
    [
      'templates that call themselves',
      '{{ define "x" }}{{ include "x" . }}{{ end }}{{ include "x" . }}',
      'its templates call each other too deeply',
    ],
    [
      'work without end',
      '{{ range until 9999 }}{{ range until 9999 }}{{ . }}{{ end }}{{ end }}',
      'it takes too many steps',
    ],
  ])('is named: %s', (_, template, reason) => expect(outcome(template).unfinished).toBe(reason));

  it('keeps no other template from being printed', () => {
    const endless = '{{ range until 9999 }}{{ range until 9999 }}{{ . }}{{ end }}{{ end }}';
    const [last, first] = rendered({ 'templates/a.yaml': 'a: 1', 'templates/b.yaml': endless }, 200_000);
    expect([last!.unfinished, textOf(first!)]).toEqual(['it takes too many steps', 'a: 1']);
  });

  /** A list in a list, twice and 28 times over: a quarter of a billion parts. */
  const DOUBLED = '{{ $a := list 1 }}{{ range until 28 }}{{ $a = list $a $a }}{{ end }}';

  it.each([
    '{{ repeat 99999999 "aaaaaaaa" }}',
    '{{ until 100000000 }}',
    '{{ printf "%99999999d" 1 }}',
    '{{ indent 100000000 "a" }}',
    `{{ regexMatch "^(a+)+$" "${'a'.repeat(60)}!" }}`,
    `{{ regexMatch "(a|a)*b" "${'a'.repeat(60)}" }}`,
    `{{ regexMatch "^(?:a?){60}b" "${'a'.repeat(60)}" }}`,
    `{{ regexMatch "^${'a?'.repeat(60)}b" "${'a'.repeat(60)}" }}`,
    '{{ $_ := set .Values "x" .Values }}{{ toYaml .Values }}',
    '{{ $_ := set .Values "x" .Values }}{{ toJson .Values }}',
    '{{ $_ := set .Values "x" .Values }}{{ .Values }}',
    '{{ $_ := set .Values "x" .Values }}{{ deepCopy .Values | toString }}',
    '{{ $_ := set .Values "x" .Values }}{{ eq .Values .Values }}{{ merge .Values .Values }}{{ hash .Values }}',
    '{{ $a := dict }}{{ $_ := set $a "a" $a }}{{ $b := dict }}{{ $_ := set $b "a" $b }}{{ deepEqual $a $b }}',
    '{{ $a := dict }}{{ $_ := set $a "a" $a }}{{ $b := dict }}{{ $_ := set $b "a" $b }}{{ mergeOverwrite $a $b }}',
    '{{ $a := list 1 }}{{ range until 30 }}{{ $a = list $a $a }}{{ end }}{{ toYaml $a }}',
    '{{ $a := list 1 }}{{ range until 30 }}{{ $a = list $a $a }}{{ end }}{{ toJson $a }}{{ $a }}',
    DOUBLED + '{{ $a }}{{ printf "%v" $a }}{{ sha256sum (toString $a) }}',
    DOUBLED + '{{ $a | uniq | sortAlpha | join "," }}',
    '{{ $a := list 1 }}{{ $b := list 1 }}{{ range until 28 }}{{ $a = list $a $a }}{{ $b = list $b $b }}{{ end }}' +
      '{{ eq $a $b }}',
    DOUBLED + '{{ eq $a $a }}{{ deepEqual $a (list $a $a) }}{{ has $a $a }}',
    DOUBLED + '{{ toToml (dict "a" $a) }}',
    DOUBLED + '{{ get (dict "a" 1) $a }}{{ index (dict "a" 1) $a }}',
    '{{ $_ := set .Values "x" .Values }}{{ toToml .Values }}',
    '{{ $a := "aaaaaaaaaa" }}{{ range until 60 }}{{ $a = printf "%s%s" $a $a }}{{ end }}{{ len $a }}',
    '{{ $a := "aaaaaaaaaa" }}{{ range until 60 }}{{ $a = cat $a $a }}{{ end }}{{ len $a }}',
    '{{ $a := "aaaaaaaaaa" }}{{ range until 60 }}{{ $a = replace "a" "aaaa" $a }}{{ end }}{{ len $a }}',
    '{{ $a := list 1 }}{{ range until 60 }}{{ $a = concat $a $a }}{{ end }}{{ len $a }}',
    '{{ $a := "{{ tpl $.Values.t $ }}" }}{{ $_ := set .Values "t" $a }}{{ tpl $a $ }}',
    '{{ $a := "[a, a]" }}{{ fromYaml "a: &a [x,x,x,x,x,x,x,x]\\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a]" | toYaml }}',
    `{{ ${'('.repeat(70)}1${')'.repeat(70)} }}`,
    '{{ define "x" }}{{ range .l }}{{ include "x" $ }}{{ include "x" $ }}{{ end }}{{ end }}' +
      '{{ include "x" (dict "l" .Values.none) }}',
  ])('ends: %s', (template) => expect(() => outcome(template)).not.toThrow());
});
