import { type Ecosystem, ECOSYSTEM_NAMES, type EcosystemName } from '@assay/advisories';
import { plainText } from '@assay/source-text';
import type { ListedPackage, ListedPackages } from '../engine';

const MAX_PATH = 4_096;
const MAX_NAME = 1_000;
/** The packages of one message, and what one of them may name. */
export const MOST_LISTED = 500;
export const MOST_NEEDS = 2_000;
export const LONGEST_WAY = 30;

type Fault = (what: string) => Error;

/** Reads a part of a list of packages as the host process wrote it. @throws the fault */
export function parsePackages(message: Readonly<Record<string, unknown>>, fault: Fault): ListedPackages {
  const { file, place, ecosystem, packages, leftOut } = message;
  if (!Array.isArray(packages) || packages.length > MOST_LISTED) throw fault('packages');
  return {
    file: textIn(file, MAX_PATH, 'file', fault),
    ...(place !== undefined && { place: plainText(textIn(place, MAX_PATH, 'place', fault), MAX_PATH) }),
    ecosystem: ecosystemIn(ecosystem, fault),
    packages: packages.map((each: unknown) => parsePackage(objectIn(each, fault), fault)),
    ...(leftOut !== undefined && { leftOut: shown(leftOut, 'leftOut', fault) }),
  };
}

function ecosystemIn(value: unknown, fault: Fault): Ecosystem {
  const { name, release } = objectIn(value, fault);
  if (!ECOSYSTEM_NAMES.includes(name as EcosystemName)) throw fault('ecosystem');
  const known = { name: name as EcosystemName };
  return release === undefined ? known : { ...known, release: shown(release, 'release', fault) };
}

function parsePackage(entry: Readonly<Record<string, unknown>>, fault: Fault): ListedPackage {
  const { line, needs, path, licence, architecture, builtFrom } = entry;
  if (!Array.isArray(needs) || needs.length > MOST_NEEDS) throw fault('needs');
  if (path !== undefined && (!Array.isArray(path) || path.length > LONGEST_WAY)) throw fault('path');
  return {
    key: textIn(entry['key'], MAX_PATH, 'key', fault),
    name: shown(entry['name'], 'name', fault),
    version: shown(entry['version'], 'version', fault),
    ...(Number.isSafeInteger(line) && (line as number) >= 1 && { line: line as number }),
    needs: needs.map((each) => textIn(each, MAX_PATH, 'needs', fault)),
    isDirect: entry['isDirect'] === true,
    forDevelopment: entry['forDevelopment'] === true,
    ...(path !== undefined && { path: path.map((each: unknown) => shown(each, 'path', fault)) }),
    ...(licence !== undefined && { licence: shown(licence, 'licence', fault) }),
    ...(architecture !== undefined && { architecture: shown(architecture, 'architecture', fault) }),
    ...(builtFrom !== undefined && { builtFrom: shown(builtFrom, 'builtFrom', fault) }),
  };
}

/** One printable line: it stands in documents. */
const shown = (value: unknown, what: string, fault: Fault): string =>
  plainText(textIn(value, MAX_NAME, what, fault), MAX_NAME);

function textIn(value: unknown, limit: number, what: string, fault: Fault): string {
  if (typeof value !== 'string' || value.length > limit) throw fault(what);
  return value;
}

function objectIn(value: unknown, fault: Fault): Readonly<Record<string, unknown>> {
  if (value === null || typeof value !== 'object') throw fault('packages');
  return value as Readonly<Record<string, unknown>>;
}
