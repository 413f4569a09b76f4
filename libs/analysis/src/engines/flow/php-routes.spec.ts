import { runOn } from '../../../test/run-on';
import { flowTools } from '../../catalogue/flow';
import { profileOf } from '../engine-table';

/** The parameters with which a command is run, of those that a controller of Symfony has. */
async function harmful(route: string, parameters: string, around = '') {
  const names = [...parameters.matchAll(/\$(\w+)/g)].map(([, name]) => name!);
  const text =
    '<?php\nuse Symfony\\Component\\Routing\\Attribute\\Route;\n' +
    'use Symfony\\Component\\HttpKernel\\Attribute\\MapQueryParameter;\n' +
    `${around}\nclass A {\n#[${route}]\npublic function a(${parameters}) {\n` +
    `${names.map((name) => `exec("ls $${name}");`).join('\n')}\n} }\n`;
  const { findings } = (await runOn(profileOf('flow'), flowTools, { 'a.php': text })).tool('php-data-flow');
  return findings.map(({ line }) => text.split('\n')[line! - 1]!.replace(/.*\$(\w+).*/, '$1'));
}

describe('routes of Symfony', () => {
  it('bring in the parts of the path that they name', async () => {
    expect(await harmful("Route('/files/{name}')", 'string $name')).toEqual(['name']);
    expect(await harmful("Route(name: 'a', path: '/a/{!name<.+>?x}')", 'string $name')).toEqual(['name']);
    expect(await harmful("Route(['en' => '/a/{name}', 'de' => '/b/{name}'])", 'string $name')).toEqual(['name']);
    expect(await harmful("Route('/a')", 'string $site', "#[Route('/{site}')]")).toEqual(['site']);
    expect(await harmful("Route('/a')", '#[MapQueryParameter] string $q')).toEqual(['q']);
  });

  it('do not bring in what the settings of the program fill', async () => {
    expect(await harmful("Route('/files/{name}')", 'string $name, string $projectDir')).toEqual(['name']);
    expect(await harmful("Route('/files')", 'string $projectDir, $names', "#[Route('/{name}')]")).toEqual([]);
    expect(await harmful("Route(name: 'files')", 'string $projectDir')).toEqual([]);
  });

  it('may bring in any parameter where their path is not written beside them', async () => {
    expect(await harmful('Route(self::PATH)', 'string $name')).toEqual(['name']);
    expect(await harmful("Route('/a/' . Paths::NAME)", 'string $name')).toEqual(['name']);
    expect(await harmful("Route('/a')", 'string $name', '#[Route(Paths::ALL)]')).toEqual(['name']);
  });
});
