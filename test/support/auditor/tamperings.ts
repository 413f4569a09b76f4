import { canonicalJson } from '@assay/kernel';
import { generateKeyPairSync, sign } from 'node:crypto';
import { rmSync } from 'node:fs';
import type { BundleForger, Line } from './bundle-forger';

type Tampering = (forger: BundleForger) => void;

const sealed = (entry: Line): Sealed => entry.data as unknown as Sealed;

const stranger = generateKeyPairSync('ed25519').privateKey;
const signStrangely = (message: Uint8Array) => sign(null, message, stranger);
const swapped = <Item>(items: readonly Item[], at: number): Item[] =>
  items.toSpliced(at, 2, items[at + 1]!, items[at]!);
const is = (type: string) => (entry: Line) => entry.type === type;

/** Changes the data of the first entry of a type, in a chain that is sealed again and signed with the service's key. */
const resealed =
  (type: string, change: (data: Sealed) => object): Tampering =>
  (forger) =>
    forger.reseal((entries) => {
      const at = entries.findIndex(is(type));
      return entries.with(at, {
        ...entries[at]!,
        data: { ...entries[at]!.data, ...change(sealed(entries[at]!)) },
      });
    });
/** Changes the upgrade with that number, and keeps its sums correct. */
const resealedUpgrade =
  (number: number, change: (data: Sealed, before: Sealed) => object): Tampering =>
  (forger) =>
    forger.reseal((entries) => {
      const at = entries.flatMap(({ data }, index) => ('upgrade' in data ? [index] : []));
      const [first, upgraded] = [entries[at[0]!]!, entries[at[number]!]!];
      const [before, data] = [first, upgraded].map(sealed);
      return entries.with(at[number]!, { ...upgraded, data: { ...upgraded.data, ...change(data!, before!) } });
    });
const without =
  (wanted: (entry: Line) => boolean): Tampering =>
  (forger) =>
    forger.reseal((entries) => entries.filter((entry) => !wanted(entry)));
const more = (amount: number): number => amount + 1_000_000;
/** The fields of tampered types of entries that are changed. */
interface Sealed {
  readonly at: string;
  readonly projectId: string | null;
  readonly amount: number;
  readonly balance: number;
  readonly overage?: object;
  readonly refunded: number;
  readonly lot: { readonly id: string; readonly remaining: number };
  readonly upgrade: { readonly days: number; readonly daysLeft: number } & Record<
    'includedBefore' | 'included',
    number
  >;
  readonly lines: readonly Part[];
  readonly drawn: readonly Part[];
  readonly returned: readonly Part[];
  readonly plan: { readonly tools: object; readonly aiFeatures: readonly string[] };
  readonly terms: { readonly prices?: string; readonly lines: object };
}

interface Part {
  readonly amount: number;
  readonly item: string;
  readonly lot: string;
}
const firstOf = (parts: readonly Part[], change: (part: Part) => object) => [change(parts[0]!), ...parts.slice(1)];
const months = (entries: readonly Line[]) => [...new Set(entries.map(({ stream }) => stream))];

/** Changes the price lists in a bundle that is signed again. */
const relisted =
  (change: (versions: List[]) => unknown): Tampering =>
  (forger) => {
    forger.change('prices.json', (text) => {
      const prices = JSON.parse(text) as { versions: List[] };
      return `${canonicalJson({ versions: change(prices.versions) })}\n`;
    });
    forger.digest();
  };
interface List {
  readonly at: string;
  readonly list: { readonly version: string; readonly prices: { readonly base: number; readonly categories: object } };
}
const withPrices = (versions: readonly List[], prices: object) =>
  versions.map((each) => ({ ...each, list: { ...each.list, prices: { ...each.list.prices, ...prices } } }));

/** Moves millionths of a credit from one item's line to another's, so that all sums stay the same. */
const moved = (lines: readonly Part[], from: string, to: string, amount: number): Part[] =>
  lines.map((line) => ({
    ...line,
    amount: line.amount + (line.item === to ? amount : line.item === from ? -amount : 0),
  }));

/** Appends a charge of a session, drawn from the lot of the newest charge, with correct sums. */
const charged =
  (change: (data: Sealed) => object): Tampering =>
  (forger) =>
    forger.reseal((entries) => {
      const newest = entries.findLast(is('CreditsCharged'))!;
      const { projectId, drawn } = sealed(newest);
      const { at, balance } = sealed(entries.at(-1)!);
      const amount = 1_000_000;
      const lines = [{ item: 'lines', category: 'lines', tool: null, amount }];
      const subject = { sessionId: 'ses_forged', scanId: 'scn_forged', projectId };
      const draws = [{ lot: drawn.at(-1)!.lot, amount }];
      const data = { at, ...subject, amount, lines, drawn: draws, balance: balance - amount };
      return [...entries, { ...newest, data: { ...data, ...change(sealed(newest)) } }];
    });

/** The same for an AI report, with items of equal cost that together cost a credit. */
const chargedFor = (items: readonly string[], amount: number): Tampering =>
  charged(({ terms }) => ({
    sessionId: 'air_2',
    lines: items.map((item) => ({ item, category: 'ai', tool: null, amount })),
    terms,
  }));
const issueItems = (count: number, prefix: string): string[] =>
  Array.from({ length: count }, (_, n) => `ai:issue_explanations:${prefix}${n}`);
const DELIVERED = ['"delivered":["fnd_1","fnd_3"]', '"delivered":["fnd_1","fnd_2","fnd_3"]'] as const;

const isIncluded = (entry: Line): boolean =>
  entry.type === 'CreditsGranted' && sealed(entry).lot.id.startsWith('included-');

/** Possible manipulations of a bundle. The first ones change files; the later ones have the service's own key. */
export const TAMPERINGS: Readonly<Record<string, Tampering>> = {
  'a digit of an amount': (forger) =>
    forger.change('entries.jsonl', (text) => text.replace(/"amount":(\d)/, (_, digit) => `"amount":${9 - digit}`)),
  'a digit of a balance': (forger) =>
    forger.change('entries.jsonl', (text) => text.replace(/"balance":(\d)/, (_, digit) => `"balance":${9 - digit}`)),
  'a digit of a time': (forger) => forger.change('entries.jsonl', (text) => text.replace('T10:', 'T11:')),
  'a digit of a hash': (forger) =>
    forger.change('entries.jsonl', (text) =>
      text.replace(/"previousHash":"(0*)(\w)(\w)/, '"previousHash":"$1$3$2').replace(/"id":"(.)/, '"id":"0'),
    ),
  'the newest line is cut off': (forger) => forger.changeLines((lines) => lines.slice(0, -1)),
  'half of the newest line is cut off': (forger) => forger.change('entries.jsonl', (text) => text.slice(0, -40)),
  'the last line feed is cut off': (forger) => forger.change('entries.jsonl', (text) => text.slice(0, -1)),
  'the first line is taken out': (forger) => forger.changeLines((lines) => lines.slice(1)),
  'a line in the midst is taken out': (forger) => forger.changeLines((lines) => lines.toSpliced(3, 1)),
  'a line is doubled': (forger) => forger.changeLines((lines) => lines.toSpliced(3, 0, lines[3]!)),
  'two lines change places': (forger) => forger.changeLines((lines) => swapped(lines, 3)),
  'an empty line is put in': (forger) => forger.changeLines((lines) => lines.toSpliced(3, 0, '')),
  'a member of an entry is named twice': (forger) =>
    forger.changeLines((lines) => lines.with(3, lines[3]!.replace('"revision"', '"revision":3,"revision"'))),
  'no entry is left': (forger) => forger.write('entries.jsonl', ''),
  'no event is left': (forger) => forger.write('events.jsonl', ''),
  'the refund of a session’s end': (forger) =>
    forger.change('events.jsonl', (text) => text.replace(/"refunded":(\d)/, (_, digit) => `"refunded":${9 - digit}`)),
  'a price': (forger) => forger.change('prices.json', (text) => text.replace(/"price":(\d)/, '"price":9$1')),
  'the head in the manifest': (forger) =>
    forger.change('manifest.json', (text) => text.replace(/"head":"./, '"head":"x')),
  'the organization in the manifest': (forger) =>
    forger.change('manifest.json', (text) => text.replace('"organizationId":"', '"organizationId":"x')),
  'a byte of the signature': (forger) =>
    forger.change('manifest.sig', (text) => `${text.startsWith('A') ? 'B' : 'A'}${text.slice(1)}`),
  'no signature': (forger) => forger.write('manifest.sig', ''),
  'a signature of a stranger': (forger) => forger.manifest((manifest) => manifest, signStrangely),
  'a chain that a stranger sealed anew': (forger) =>
    forger.reseal((entries) => entries.slice(0, -1), { sign: signStrangely }),
  ...Object.fromEntries(
    ['entries.jsonl', 'events.jsonl', 'prices.json', 'manifest.json', 'manifest.sig'].map((name) => [
      `${name} is taken away`,
      (forger: BundleForger) => rmSync(forger.path(name)),
    ]),
  ),
  'another file is put in': (forger) => forger.write('more.jsonl', '{}\n'),
  'signed: no entry is left': (forger) => forger.reseal(() => []),
  'signed: the newest entry is cut off': (forger) => forger.reseal((entries) => entries.slice(0, -1)),
  'signed: two entries change places': (forger) =>
    forger.reseal((entries) => swapped(entries, entries.findIndex(is('CreditsCharged')) - 1)),
  'signed: a month in the midst is taken out': (forger) =>
    forger.reseal((entries) => entries.filter(({ stream }) => stream !== months(entries)[1])),
  'signed: the first month is taken out': (forger) =>
    forger.reseal((entries) => entries.filter(({ stream }) => stream !== months(entries)[0])),
  'signed: the end of a month is taken out': without(is('PeriodClosed')),
  'signed: a lapse is taken out': without(is('CreditsLapsed')),
  'signed: a refund is taken out': without(is('CreditsRefunded')),
  'signed: a settlement is taken out': without(is('ChargeSettled')),
  'signed: a revision is left out': (forger) =>
    forger.reseal((entries) => entries.map((entry) => ({ ...entry, revision: entry.revision + 1 })), {
      counted: false,
    }),
  'signed: a grant of more': resealed('CreditsGranted', ({ lot, balance }) => ({
    lot: { ...lot, remaining: more(lot.remaining) },
    balance: more(balance),
  })),
  'signed: an upgrade of more': (forger) =>
    forger.reseal((entries) => {
      const at = entries.findIndex(({ data }) => 'upgrade' in data);
      const { lot, balance, upgrade } = sealed(entries[at]!);
      const day = { ...upgrade, daysLeft: upgrade.daysLeft + 1 };
      const change = { lot: { ...lot, remaining: more(lot.remaining) }, balance: more(balance), upgrade: day };
      return entries.with(at, { ...entries[at]!, data: { ...entries[at]!.data, ...change } });
    }),
  'signed: an upgrade of an earlier day': resealedUpgrade(0, ({ upgrade, balance, lot }) => {
    const daysLeft = upgrade.daysLeft + 1;
    const remaining = Math.floor(((upgrade.included - upgrade.includedBefore) * daysLeft) / upgrade.days);
    return {
      lot: { ...lot, remaining },
      balance: balance + remaining - lot.remaining,
      upgrade: { ...upgrade, daysLeft },
    };
  }),
  'signed: a second upgrade that begins anew': resealedUpgrade(1, ({ upgrade, balance, lot }, before) => {
    const { includedBefore } = before.upgrade;
    const remaining = Math.floor(((upgrade.included - includedBefore) * upgrade.daysLeft) / upgrade.days);
    return {
      lot: { ...lot, remaining },
      balance: balance + remaining - lot.remaining,
      upgrade: { ...upgrade, includedBefore },
    };
  }),
  'signed: an upgrade to more than its tier includes': resealedUpgrade(1, ({ upgrade, balance, lot }) => {
    const included = more(upgrade.included);
    const remaining = Math.floor(((included - upgrade.includedBefore) * upgrade.daysLeft) / upgrade.days);
    return {
      lot: { ...lot, remaining },
      balance: balance + remaining - lot.remaining,
      upgrade: { ...upgrade, included },
    };
  }),
  'signed: an upgrade of another month': resealedUpgrade(0, ({ upgrade, balance, lot }) => {
    const remaining = upgrade.included - upgrade.includedBefore;
    const at = '2027-01-02T00:00:00.000Z';
    return {
      lot: { ...lot, remaining },
      balance: balance + remaining - lot.remaining,
      upgrade: { ...upgrade, daysLeft: upgrade.days, at },
    };
  }),
  'signed: a month that includes more': (forger) =>
    forger.reseal((entries) =>
      entries.map((entry) => {
        const { lot } = sealed(entry);
        const isIncluded = entry.type === 'CreditsGranted' && lot.id === 'included-2026-11';
        return isIncluded
          ? { ...entry, data: { ...entry.data, lot: { ...lot, remaining: more(lot.remaining) } } }
          : entry;
      }),
    ),
  'signed: a month that includes nothing': without(isIncluded),
  'signed: a newest month that includes nothing': (forger) =>
    forger.reseal((entries) => entries.slice(0, entries.findLastIndex(is('PeriodOpened')) + 1)),
  'signed: a month whose included credits are of another kind': (forger) =>
    forger.reseal((entries) => {
      const at = entries.findLastIndex(isIncluded);
      const { lot } = sealed(entries[at]!);
      const promotional = { ...entries[at]!.data, lot: { ...lot, kind: 'promotional' } };
      return [...entries.slice(0, at), { ...entries[at]!, data: promotional }];
    }),
  'signed: a month that includes twice as much': (forger) =>
    forger.reseal((entries) => {
      const grant = entries.findLast(isIncluded)!;
      const { lot } = sealed(grant);
      const { at, balance } = sealed(entries.at(-1)!);
      const again = { ...grant.data, at, lot: { ...lot, id: 'included-again' }, balance: balance + lot.remaining };
      return [...entries, { ...grant, data: again }];
    }),
  'signed: a charge of more': resealed('CreditsCharged', ({ amount }) => ({ amount: more(amount) })),
  'signed: a charge of more, in its lines too': resealed('CreditsCharged', ({ amount, lines }) => ({
    amount: more(amount),
    lines: firstOf(lines, (line) => ({ ...line, amount: more(line.amount) })),
  })),
  'signed: a charge of less than nothing': resealed('CreditsCharged', ({ amount }) => ({ amount: -amount })),
  'signed: a charge that is no whole number': resealed('CreditsCharged', ({ amount }) => ({ amount: amount + 0.5 })),
  'signed: a charge that is drawn from another lot': resealed('CreditsCharged', ({ drawn }) => ({
    drawn: firstOf(drawn, (draw) => ({ ...draw, lot: 'another' })),
  })),
  'signed: a charge of more for one thing and less for another': resealed('CreditsCharged', ({ lines }) => ({
    lines: moved(lines, 'ai:summary', 'base', 500_000),
  })),
  'signed: shares of tools that are not equal': resealed('CreditsCharged', ({ lines }) => ({
    lines: moved(lines, 'tool:b', 'tool:a', 1),
  })),
  'signed: a charge for a tool that was not planned': resealed('CreditsCharged', ({ plan }) => ({
    plan: { ...plan, tools: { ...plan.tools, security: ['a', 'b', 'c'] } },
  })),
  'signed: a charge for a feature that was not bought': resealed('CreditsCharged', ({ plan }) => ({
    plan: { ...plan, aiFeatures: [] },
  })),
  'signed: a charge that names no price list': resealed('CreditsCharged', ({ terms: { prices: _, ...terms } }) => ({
    terms,
  })),
  'signed: a charge of a session that nobody started': charged(() => ({ linesCounted: 10_000 })),
  'signed: a charge of lines for a session that nobody started': charged(({ terms }) => ({
    linesCounted: 10_000,
    terms,
  })),
  'signed: a charge of a session that planned nothing': charged(({ terms }) => ({
    terms,
    lines: [{ item: 'ai:summary', category: 'ai', tool: null, amount: 1_000_000 }],
  })),
  'signed: a charge of an AI report for lines': charged(({ terms }) => ({
    sessionId: 'air_1',
    linesCounted: 10_000,
    terms,
  })),
  'signed: a charge of an AI report for less than its price': charged(({ terms }) => ({
    sessionId: 'air_2',
    lines: [
      { item: 'ai:summary', category: 'ai', tool: null, amount: 500_000 },
      { item: 'ai:priority_scoring', category: 'ai', tool: null, amount: 500_000 },
    ],
    terms,
  })),
  'signed: a feature of a report that is charged by the issue': chargedFor(['ai:summary:fnd_1'], 1_000_000),
  'signed: a feature of issues that is charged without one': chargedFor(
    ['ai:issue_explanations', ...issueItems(9, 'fnd_')],
    100_000,
  ),
  'signed: a feature of issues that is charged for two at once': chargedFor(issueItems(10, 'fnd_a:fnd_'), 100_000),
  'signed: help that was delivered and not charged': (forger) => {
    forger.change('events.jsonl', (text) => text.replace('"missing":["fnd_2"]', '"missing":[]').replace(...DELIVERED));
    forger.digest();
  },
  'signed: help that was charged and not delivered': (forger) => {
    forger.change('events.jsonl', (text) => text.replace('"delivered":["fnd_1","fnd_3"]', '"delivered":["fnd_1"]'));
    forger.digest();
  },
  'signed: a purchase that is of no package': resealed('CreditsPurchased', () => ({ packageId: 'another' })),
  'signed: overage at another price': resealed('OverageChanged', ({ overage }) => ({
    overage: { ...overage, microdollarsPerCredit: 1 },
  })),
  'signed: more overage than a tier has': resealed('OverageChanged', ({ overage }) => ({
    overage: { ...overage, limit: 100_000_000_000 },
  })),
  'signed: overage that a month allows at another price': (forger) =>
    forger.reseal((entries) =>
      entries.map((entry) => {
        const { overage } = sealed(entry);
        const changed = { ...overage, microdollarsPerCredit: 1 };
        return entry.type === 'PeriodOpened' && overage
          ? { ...entry, data: { ...entry.data, overage: changed } }
          : entry;
      }),
    ),
  'signed: a charge by a price list that is not there': resealed('CreditsCharged', ({ terms }) => ({
    terms: { ...terms, prices: '2020-01' },
  })),
  'signed: a charge by another price of lines': resealed('CreditsCharged', ({ terms }) => ({
    terms: { ...terms, lines: { ...terms.lines, block: 5_000 } },
  })),
  'signed: lines of another size': (forger) =>
    forger.reseal((entries) => {
      const at = entries.findIndex(({ data }) => 'linesCounted' in data);
      return entries.with(at, { ...entries[at]!, data: { ...entries[at]!.data, linesCounted: 9_000 } });
    }),
  'signed: a price in the list': relisted((versions) =>
    withPrices(versions, { base: more(versions[0]!.list.prices.base) }),
  ),
  'signed: the price of lines in the list': relisted((versions) =>
    withPrices(versions, { lines: { price: 2_000_000, block: 10_000 } }),
  ),
  'signed: the price of a category in the list': relisted((versions) =>
    withPrices(versions, {
      categories: { ...versions[0]!.list.prices.categories, security: { name: 'Security', price: 2 } },
    }),
  ),
  'signed: a price list of another version': relisted((versions) =>
    versions.map((each) => ({ ...each, list: { ...each.list, version: '2020-01' } })),
  ),
  'signed: no price list is left': relisted(() => []),
  'signed: two price lists of one version': relisted((versions) => [...versions, ...withPrices(versions, { base: 1 })]),
  'signed: a refund of more': resealed('CreditsRefunded', ({ amount }) => ({ amount: more(amount) })),
  'signed: a refund to another lot': resealed('CreditsRefunded', ({ returned }) => ({
    returned: firstOf(returned, (part) => ({ ...part, lot: 'another' })),
  })),
  'signed: a refund of what was not charged': resealed('CreditsRefunded', ({ lines }) => ({
    lines: firstOf(lines, (line) => ({ ...line, item: 'tool:another' })),
  })),
  'signed: a settlement of another sum': resealed('ChargeSettled', ({ refunded }) => ({ refunded: more(refunded) })),
  'signed: a balance that the lots do not have': resealed('CreditsCharged', ({ balance }) => ({
    balance: more(balance),
  })),
  'signed: a time that runs backwards': resealed('ChargeSettled', () => ({ at: '2020-01-01T00:00:00.000Z' })),
  'signed: a type that nobody knows': (forger) =>
    forger.reseal((entries) => entries.with(3, { ...entries[3]!, type: 'CreditsFound' })),
  'signed: an opening that carries more': (forger) =>
    forger.reseal((entries) => {
      const at = entries.findLastIndex(is('PeriodOpened'));
      const carried = entries[at]!.data['carried'] as { remaining: number }[];
      const lots = carried.map((lot) => ({ ...lot, remaining: more(lot.remaining) }));
      return entries.with(at, { ...entries[at]!, data: { ...entries[at]!.data, carried: lots } });
    }),
  'signed: an end of a session that the ledger has not': (forger) => {
    forger.changeLines(
      (lines) => [
        ...lines,
        lines.findLast((line) => line.includes('"session-'))!.replace(/"session-[^"]+"/, '"session-ses_x"'),
      ],
      'events.jsonl',
    );
    forger.digest();
  },
  'signed: an end of a session with another refund': (forger) => {
    forger.change('events.jsonl', (text) => text.replace(/"refunded":(\d+)/, '"refunded":1$1'));
    forger.digest();
  },
  'signed: a manifest of another number of entries': (forger) =>
    forger.manifest((manifest) => ({ ...manifest, entries: 1 })),
  'signed: a manifest of another head': (forger) =>
    forger.manifest((manifest) => ({ ...manifest, head: 'f'.repeat(64) })),
  'signed: a manifest without a month': (forger) =>
    forger.manifest((manifest) => ({ ...manifest, periods: (manifest['periods'] as object[]).slice(1) })),
  'signed: a manifest of another format': (forger) =>
    forger.manifest((manifest) => ({ ...manifest, format: 'assay-audit/2' })),
};
