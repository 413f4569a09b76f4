import { createHash } from 'node:crypto';
import type { DocumentFacts } from './documents';
import { type Component, type Inventory, type Place, rootsIn } from './inventory';
import { readLicence } from './licence';

const ROOT = 'SPDXRef-Target';
const UNKNOWN = 'NOASSERTION';

interface Relationship {
  readonly spdxElementId: string;
  readonly relationshipType: string;
  readonly relatedSpdxElement: string;
}

/** The document in the form of SPDX 2.3, as JSON. */
export function spdx(inventory: Inventory, facts: DocumentFacts): string {
  const missing = [...facts.unread.map(({ file, reason }) => ({ list: file, reason })), ...inventory.leftOut];
  const document = {
    spdxVersion: 'SPDX-2.3',
    dataLicense: 'CC0-1.0',
    SPDXID: 'SPDXRef-DOCUMENT',
    name: facts.name,
    documentNamespace: `urn:uuid:${facts.serial}`,
    ...(missing.length > 0 && {
      comment: `Incomplete. ${missing.map(({ list, reason }) => `${list}: ${reason}`).join('; ')}`,
    }),
    creationInfo: {
      created: facts.timestamp.toISOString().replace(/\.\d+Z$/, 'Z'),
      creators: [`Tool: assay-${facts.assay}`],
    },
    packages: [
      {
        SPDXID: ROOT,
        name: facts.name,
        downloadLocation: UNKNOWN,
        filesAnalyzed: false,
        primaryPackagePurpose: inventory.isSystem ? 'CONTAINER' : 'APPLICATION',
      },
      ...inventory.components.map(packageOf),
    ],
    relationships: relationshipsIn(inventory),
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

const packageOf = ({ purl, group, name, version, licences, places }: Component) => ({
  SPDXID: idOf(purl),
  name: group === undefined ? name : `${group}${purl.startsWith('pkg:maven/') ? ':' : '/'}${name}`,
  versionInfo: version,
  downloadLocation: UNKNOWN,
  filesAnalyzed: false,
  licenseConcluded: UNKNOWN,
  licenseDeclared: declared(licences),
  copyrightText: UNKNOWN,
  sourceInfo: places.map(placeText).join('; '),
  ...wordsOf(licences),
  externalRefs: [{ referenceCategory: 'PACKAGE-MANAGER', referenceType: 'purl', referenceLocator: purl }],
});

function placeText({ list, line, role, path, isDirect }: Place): string {
  const words = [line === undefined ? list : `${list}:${line}`];
  if (role !== undefined) words.push(`(${role})`);
  if (path !== undefined && !isDirect) words.push(`by ${path.join(' > ')}`);
  return words.join(' ');
}

/** Several lists may say it differently; a licence that is no expression of SPDX becomes a comment. */
function declared(licences: readonly string[]): string {
  const read = licences.map(readLicence);
  if (read.length === 0 || read.some(({ kind }) => kind === 'words')) return UNKNOWN;
  const texts = read.map((each) => (each.kind === 'id' ? each.id : each.kind === 'expression' ? each.expression : ''));
  return texts.length === 1 ? texts[0]! : texts.map((text) => (/\s/.test(text) ? `(${text})` : text)).join(' AND ');
}

function wordsOf(licences: readonly string[]): { readonly licenseComments?: string } {
  const words = licences.filter((each) => readLicence(each).kind === 'words');
  return { ...(words.length !== 0 && { licenseComments: `The list says: ${words.join('; ')}` }) };
}

/** Letters, digits, dots and dashes only, and no two packages with the same. */
const idOf = (purl: string): string =>
  `SPDXRef-${purl
    .replace(/^pkg:/, '')
    .replace(/[^A-Za-z0-9.]+/g, '-')
    .slice(0, 100)}-${createHash('sha256').update(purl).digest('hex').slice(0, 12)}`;

function relationshipsIn(inventory: Inventory): Relationship[] {
  const development = new Set(inventory.components.filter((each) => each.forDevelopment).map(({ purl }) => purl));
  const relation = (spdxElementId: string, relationshipType: string, relatedSpdxElement: string): Relationship => ({
    spdxElementId,
    relationshipType,
    relatedSpdxElement,
  });
  const roots = new Set(rootsIn(inventory));
  return [
    relation('SPDXRef-DOCUMENT', 'DESCRIBES', ROOT),
    ...inventory.components.flatMap(({ purl, needs }) => [
      relation(ROOT, 'CONTAINS', idOf(purl)),
      ...(roots.has(purl)
        ? [
            development.has(purl)
              ? relation(idOf(purl), 'DEV_DEPENDENCY_OF', ROOT)
              : relation(ROOT, 'DEPENDS_ON', idOf(purl)),
          ]
        : []),
      ...needs.map((need) => relation(idOf(purl), 'DEPENDS_ON', idOf(need))),
    ]),
  ];
}
