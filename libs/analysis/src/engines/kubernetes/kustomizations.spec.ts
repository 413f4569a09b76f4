import { kubernetesTools } from '../../catalogue/kubernetes';
import { runOn } from '../../../test/run-on';
import { profileOf } from '../engine-table';

const reliability = kubernetesTools.filter(({ id }) => id === 'kubernetes-reliability');
const target = { kind: 'directory', leftOut: [] } as const;

const kustomization = (list: string, kind = 'Kustomization', group = 'kustomize.config.k8s.io') =>
  `apiVersion: ${group}/v1beta1\nkind: ${kind}\n${list}`;

async function missed(list: string, others: Record<string, string> = {}, leftOut: readonly string[] = []) {
  const files = { 'apps/a/kustomization.yaml': list, ...others };
  const run = await runOn(profileOf('kubernetes'), reliability, files, { ...target, leftOut });
  const { findings } = run.tool('kubernetes-reliability');
  return findings
    .filter(({ rule }) => rule === 'kustomization-file-missing')
    .map(({ file, line, severity }) => `${file}:${line} ${severity ?? 'as the rule says'}`);
}

it.each(['resources', 'bases', 'components', 'patchesStrategicMerge'])('finds a file that %s names', async (list) => {
  const text = kustomization(`${list}:\n  - there.yaml\n  - ./gone.yaml\n  - ../b\n`);
  const there = { 'apps/a/there.yaml': 'a: 1\n', 'apps/b/kustomization.yaml': kustomization('resources: []\n') };
  expect(await missed(text, there)).toEqual(['apps/a/kustomization.yaml:5 as the rule says']);
});

it('finds the file of a patch, and those of a component', async () => {
  expect(await missed(kustomization('patches:\n  - target: { kind: Pod }\n    path: gone.yaml\n'))).toHaveLength(1);
  expect(await missed(kustomization('resources: [gone.yaml]\n', 'Component'))).toHaveLength(1);
});

it.each([
  ['an address', 'https://example.com/install.yaml'],
  ['a repository', 'github.com/a/b/deploy?ref=v1'],
  ['a place of a forge', 'github.com/a/b/deploy'],
  ['a mark to be filled in', '${ENVIRONMENT}/app.yaml'],
  ['a name that no file has', `${'a'.repeat(300)}.yaml`],
  ['a place outside', '../../../other/app.yaml'],
  ['a patch that is written in place', '|-\n    apiVersion: v1\n    kind: Pod'],
])('takes %s for no file of the target', async (_, name) =>
  expect(await missed(kustomization(`resources:\n  - ${name}\n`))).toEqual([]),
);

it('says nothing of files that the copy leaves out, and less of those that git is told to ignore', async () => {
  const low = [expect.stringMatching(/ low$/)];
  const text = kustomization('resources: [crds.yaml]\n');
  expect(await missed(text)).toHaveLength(1);
  expect(await missed(text, {}, ['apps/a/crds.yaml'])).toEqual([]);
  expect(await missed(text, {}, ['apps/a'])).toEqual([]);
  expect(await missed(text, { '.gitignore': '/apps/a/crds.yaml\n' })).toEqual(low);
  expect(await missed(text, { 'apps/.gitignore': '*.yaml\n' })).toEqual(low);
  expect(await missed(kustomization('resources: [made]\n'), { '.gitignore': 'made/\n' })).toEqual(low);
  expect(await missed(text, { 'apps/.gitignore': '*.yaml\n!crds.yaml\n' })).not.toEqual(low);
  expect(await missed(text, { 'apps/b/.gitignore': 'crds.yaml\n' })).not.toEqual(low);
  expect(await missed(text, { '.gitignore': '\0\n' })).not.toEqual(low);
});

it('says nothing in a folder whose name a template fills in', async () => {
  const copied = { '{{cookiecutter.app}}/kustomization.yaml': kustomization('resources: [../base/app.yaml]\n') };
  expect(await missed(kustomization('resources: []\n'), copied)).toEqual([]);
  expect(
    await missed(kustomization('resources: []\n'), {
      'app/kustomization.yaml': copied['{{cookiecutter.app}}/kustomization.yaml'],
    }),
  ).toEqual(['app/kustomization.yaml:3 as the rule says']);
});

it('leaves objects of the same kind alone that another program reads', async () =>
  expect(
    await missed(kustomization('resources: [gone.yaml]\n', 'Kustomization', 'kustomize.toolkit.fluxcd.io')),
  ).toEqual([]));
