import type { Condition } from '../../catalogue/infrastructure/condition';
import { type Value, isList, isText, isUnknown, isWhole, numberOf } from './value';
import type { Place } from './view';
import { occurrencesOf } from './occurrences';
import { NO, PERHAPS, type Verdict, yes } from './verdict';
import type { View } from './view';

/** Everybody's addresses. `0.0.0.0/1` and `128.0.0.0/1` together are all of them, too. */
const WORLD =
  /^(?:(?:0\.0\.0\.0|128\.0\.0\.0)\/[01]|::\/0|0{1,4}(?::0{1,4}){7}\/0|\*|any|internet|0\.0\.0\.0|<nw>\/0)$/i;

export function listensToTheWorld(value: Value, path: string, at: Place, byDefault: boolean): Verdict {
  const texts = isList(value) ? value.items : [value];
  const found = texts.find((text) => isText(text) && WORLD.test(text.trim()));
  if (found !== undefined) return yes(at, `${path} is ${JSON.stringify(found)}${byDefault ? ' by default' : ''}`);
  const unsure = texts.some((text) => isUnknown(text) || (isText(text) && !isWhole(text)));
  return unsure || (isList(value) && value.open) ? PERHAPS : NO;
}

const ALL_PORTS = 65_535;
/** A range of more ports than a service has. */
const MANY = 1_000;
/** A range that is not about one service any more: that it has the port of one is said once, for all. */
const NO_SERVICE = 5_000;
const ALMOST_ALL = 60_000;

function concerns({ from, to }: Range, ports: readonly number[] | 'many' | 'all'): boolean {
  const width = to - from;
  if (ports === 'all') return width >= ALMOST_ALL;
  if (ports === 'many') return width >= MANY && width < ALMOST_ALL;
  return width < NO_SERVICE && ports.some((port) => port >= from && port <= to);
}

interface Range {
  readonly from: number;
  readonly to: number;
}

/** Whether one of the ranges of ports has one of the ports. */
export function portsIn({ paths, ports }: Extract<Condition, { op: 'ports' }>, view: View): Verdict {
  const ranges = paths.length === 2 ? pairOf(paths, view) : paths.flatMap((path) => written(path, view));
  let unsure = false;
  for (const range of ranges) {
    if (range === undefined) unsure = true;
    else if (concerns(range, ports))
      return yes(
        view.at,
        range.from === range.to ? `port ${range.from} is open` : `ports ${range.from}–${range.to} are open`,
      );
  }
  return unsure ? PERHAPS : NO;
}

function pairOf(paths: readonly string[], view: View): (Range | undefined)[] {
  const [from, to] = paths.map((path) => occurrencesOf(view, path.split('.'))[0]);
  if (from === undefined || to === undefined || from.state === 'unknown' || to.state === 'unknown') return [undefined];
  if (from.state === 'absent') return [];
  const [first, last] = [numberOf(from.value), numberOf(to.value)];
  if (first === undefined || last === undefined) return [undefined];
  const isAll = first === -1 || (first === 0 && last === 0 && !hasPorts(paths[0]!, view));
  return [isAll ? { from: 0, to: ALL_PORTS } : { from: first, to: last }];
}

/** From 0 to 0 means all ports where all protocols are meant. Of TCP and UDP it is the port 0, which nothing uses. */
function hasPorts(from: string, view: View): boolean {
  return ['protocol', 'ip_protocol', 'IpProtocol'].some((name) => {
    const [protocol] = occurrencesOf(view, from.replace(/from_?port$/i, name).split('.'));
    return protocol?.state === 'value' && /^(?:tcp|udp|6|17)$/i.test(String(protocol.value));
  });
}

/** Ports as Azure and Google Cloud write them: `22`, `1000-2000`, `*`, or a list of such. */
function written(path: string, view: View): (Range | undefined)[] {
  return occurrencesOf(view, path.split('.')).flatMap(({ state, value }) => {
    if (state === 'absent' || state === 'block') return [];
    const texts = isList(value) ? value.items : [value];
    const ranges = texts.map((text) => (isUnknown(text) ? undefined : rangeOf(String(text))));
    return isList(value) && value.open ? [...ranges, undefined] : ranges;
  });
}

function rangeOf(text: string): Range | undefined {
  if (text === '*' || text === 'any') return { from: 0, to: ALL_PORTS };
  const [, from, to] = /^(\d{1,5})(?:-(\d{1,5}))?$/.exec(text.trim()) ?? [];
  return from === undefined ? undefined : { from: Number(from), to: Number(to ?? from) };
}
