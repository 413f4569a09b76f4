import { SEVERITIES, type Severity, isRecord } from '@assay/kernel';
import { plainText } from '@assay/source-text';
import type { Advisory, RangeEvent } from '../advisory';
import { type Ecosystem, packageKey, parseEcosystem } from '../ecosystems';
import { baseScore, severityOfScore, severityOfWord } from './severity';

/** A document is not an OSV advisory. The message says what is wrong with it. */
export class NoAdvisory extends Error {}

export interface ReadAdvisory {
  readonly id: string;
  /** ISO 8601. */
  readonly modified: string;
  /** One record for each package of a known ecosystem. None if the advisory was withdrawn. */
  readonly records: readonly { readonly ecosystem: Ecosystem; readonly key: string; readonly advisory: Advisory }[];
  readonly withdrawn: boolean;
  /** Whether a range of commits was left out: a version does not tell from which commit it was made. */
  readonly hasCommits: boolean;
}

const LONGEST_TEXT = 400;
/** The largest documents name some thousands of packages, versions or events. */
const MOST_ITEMS = 100_000;

type Json = Readonly<Record<string, unknown>>;

/**
 * Reads one OSV document (schema 1.0 to 1.7). It ignores fields that it does not need.
 * @throws NoAdvisory
 */
export function readAdvisory(document: unknown): ReadAdvisory {
  const json = objectOf(document, 'the document');
  const id = plain(json['id'], 'id');
  if (id === '') throw new NoAdvisory('id is missing');
  const modified = plain(json['modified'], 'modified');
  const withdrawn = !isAbsent(json['withdrawn']);
  const affected = listOf(json['affected'], 'affected').map((each, at) => objectOf(each, `affected[${at}]`));
  const names = (key: string) => listOf(json[key], key).map((name, at) => plain(name, `${key}[${at}]`));
  const upstream = names('upstream');
  // A distribution has its own names for vulnerabilities, and one update may fix several.
  const isOfOne = /^[A-Z]+-CVE-/.test(id);
  const common = {
    id,
    aliases: [...names('aliases'), ...(isOfOne ? upstream : [])],
    ...(!isOfOne && upstream.length > 0 && { covers: upstream }),
    summary: plainText(textOf(json['summary']) || firstLine(textOf(json['details'])), 200).replace(/\s+/g, ' '),
    ...(id.startsWith('MAL-') && { malicious: true as const }),
  };
  let hasCommits = false;
  const records = (withdrawn ? [] : affected).flatMap((each, at): ReadAdvisory['records'] => {
    const named = isAbsent(each['package']) ? undefined : objectOf(each['package'], `affected[${at}].package`);
    const name = plain(named?.['name'] ?? '', `affected[${at}].package.name`);
    const ecosystem = parseEcosystem(plain(named?.['ecosystem'] ?? '', `affected[${at}].package.ecosystem`));
    const { ranges, commits } = readRanges(each['ranges'], `affected[${at}].ranges`);
    hasCommits ||= commits;
    if (ecosystem === undefined || name === '') return [];
    const versions = listOf(each['versions'], `affected[${at}].versions`).map((version, index) =>
      plain(version, `affected[${at}].versions[${index}]`),
    );
    if (ranges.length === 0 && versions.length === 0) return [];
    const severity = severityOf(json, each);
    const advisory: Advisory = { ...common, ...(severity && { severity }), ranges, versions };
    return [{ ecosystem, key: packageKey(ecosystem, name), advisory }];
  });
  return { id, modified, records, withdrawn, hasCommits };
}

function readRanges(value: unknown, where: string): { ranges: RangeEvent[][]; commits: boolean } {
  let commits = false;
  const ranges = listOf(value, where).flatMap((each, at) => {
    const range = objectOf(each, `${where}[${at}]`);
    const type = plain(range['type'], `${where}[${at}].type`);
    if (type === 'GIT') {
      commits = true;
      return [];
    }
    if (type !== 'SEMVER' && type !== 'ECOSYSTEM') throw new NoAdvisory(`${where}[${at}].type is ${type || 'missing'}`);
    return [
      listOf(range['events'], `${where}[${at}].events`).flatMap((event, index) => readEvent(event, index, where)),
    ];
  });
  return { ranges, commits };
}

function readEvent(value: unknown, index: number, where: string): RangeEvent[] {
  const event = objectOf(value, `${where}: event ${index}`);
  const version = (key: string) => plain(event[key], `${where}: ${key} of event ${index}`);
  if (event['introduced'] !== undefined) return [['introduced', version('introduced')]];
  if (event['fixed'] !== undefined) return [['fixed', version('fixed')]];
  if (event['last_affected'] !== undefined) return [['last', version('last_affected')]];
  if (event['limit'] !== undefined) return [['limit', version('limit')]];
  return [];
}

/**
 * The severity of an advisory, from the first source that has one: the CVSS 3 and 4 vectors of the package, then of the
 * document, where the most severe counts; then the word of its source for the package or for the document. A vector
 * that cannot be read is ignored.
 */
function severityOf(document: Json, affected: Json): Severity | undefined {
  const scores = [affected, document].map((each) =>
    listOf(each['severity'], 'severity').flatMap((one) => {
      const score = baseScore(textOf(objectOf(one, 'severity')['score']));
      return score === undefined ? [] : [score];
    }),
  );
  const measured = scores.find((each) => each.length > 0);
  if (measured) return severityOfScore(Math.max(...measured));
  const said = [affected, document]
    .flatMap((each) => [each['ecosystem_specific'], each['database_specific']])
    .map((specific) => (isRecord(specific) ? severityOfWord(specific['severity'] ?? specific['urgency']) : undefined))
    .filter((severity) => severity !== undefined);
  return said.toSorted((a, b) => SEVERITIES.indexOf(a) - SEVERITIES.indexOf(b))[0];
}

const isAbsent = (value: unknown): value is null | undefined => value === undefined || value === null;

function objectOf(value: unknown, where: string): Json {
  if (!isRecord(value)) throw new NoAdvisory(`${where} is no object`);
  return value;
}

function listOf(value: unknown, where: string): readonly unknown[] {
  if (isAbsent(value)) return [];
  if (!Array.isArray(value)) throw new NoAdvisory(`${where} is no list`);
  if (value.length > MOST_ITEMS) throw new NoAdvisory(`${where} has more than ${MOST_ITEMS} items`);
  return value;
}

function plain(value: unknown, where: string): string {
  if (typeof value !== 'string') throw new NoAdvisory(`${where} is ${value === undefined ? 'missing' : 'no text'}`);
  if (value.length > LONGEST_TEXT) throw new NoAdvisory(`${where} is longer than ${LONGEST_TEXT} characters`);
  return plainText(value, LONGEST_TEXT);
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const firstLine = (text: string): string =>
  text
    .slice(0, 2_000)
    .split('\n')
    .map((line) => line.replace(/^#+\s*/, '').trim())
    .find((line) => line !== '') ?? '';
