import { Enums, Models, Serialize, Spec } from '@cyclonedx/cyclonedx-library';
import type { DocumentFacts } from './documents';
import { type Component, type Inventory, type Place, rootsIn } from './inventory';
import { readLicence } from './licence';

const ROOT = 'target';

/** The document in the form of CycloneDX 1.6, as JSON. */
export function cyclonedx(inventory: Inventory, facts: DocumentFacts): string {
  const root = new Models.Component(
    inventory.isSystem ? Enums.ComponentType.Container : Enums.ComponentType.Application,
    facts.name,
    { bomRef: ROOT },
  );
  const tool = new Models.Component(Enums.ComponentType.Application, 'assay', { version: facts.assay });
  const bom = new Models.Bom({
    serialNumber: `urn:uuid:${facts.serial}`,
    metadata: new Models.Metadata({
      timestamp: facts.timestamp,
      component: root,
      tools: new Models.Tools({ components: new Models.ComponentRepository([tool]) }),
      properties: properties([
        ...inventory.lists.map((list) => ['assay:list', list] as const),
        ...[...facts.unread.map(({ file, reason }) => ({ list: file, reason })), ...inventory.leftOut].map(
          ({ list, reason }) => ['assay:incomplete', `${list}: ${reason}`] as const,
        ),
      ]),
    }),
  });
  const components = new Map(inventory.components.map((each) => [each.purl, component(each)]));
  for (const each of components.values()) bom.components.add(each);
  for (const purl of rootsIn(inventory)) root.dependencies.add(components.get(purl)!.bomRef);
  for (const { purl, needs } of inventory.components)
    for (const need of needs) components.get(purl)!.dependencies.add(components.get(need)!.bomRef);
  const serializer = new Serialize.JsonSerializer(new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6));
  return `${serializer.serialize(bom, { sortLists: true, space: 2 })}\n`;
}

function component({ purl, group, name, version, licences, forDevelopment, places }: Component): Models.Component {
  return new Models.Component(Enums.ComponentType.Library, name, {
    bomRef: purl,
    purl,
    version,
    ...(group !== undefined && { group }),
    scope: forDevelopment ? Enums.ComponentScope.Excluded : Enums.ComponentScope.Required,
    licenses: licencesOf(licences),
    properties: properties(places.flatMap(placeProperties)),
  });
}

/** The form allows one expression, or any number of single licences. */
function licencesOf(texts: readonly string[]): Models.LicenseRepository {
  const read = texts.map(readLicence);
  const [first] = read;
  if (read.length === 1 && first?.kind === 'expression')
    return new Models.LicenseRepository([new Models.LicenseExpression(first.expression)]);
  return new Models.LicenseRepository(
    read.map((each) =>
      each.kind === 'id'
        ? new Models.SpdxLicense(each.id)
        : new Models.NamedLicense(each.kind === 'words' ? each.words : each.expression),
    ),
  );
}

function placeProperties({ list, line, role, path, isDirect }: Place): (readonly [string, string])[] {
  const at = line === undefined ? list : `${list}:${line}`;
  return [
    ['assay:found', at],
    ...(role === undefined ? [] : [['assay:role', `${at} ${role}`] as const]),
    ...(path === undefined || isDirect ? [] : [['assay:path', `${at} ${path.join(' > ')}`] as const]),
  ];
}

const properties = (pairs: readonly (readonly [string, string])[]): Models.PropertyRepository =>
  new Models.PropertyRepository(pairs.map(([name, value]) => new Models.Property(name, value)));
