import { satisfies } from 'semver';
import { engines } from '../../../package.json';

/** The day on which the Node.js project stops fixing a release line (nodejs/Release, schedule.json). */
const END_OF_LIFE: Readonly<Record<number, string>> = {
  20: '2026-04-30',
  22: '2027-04-30',
  24: '2028-04-30',
  26: '2029-04-30',
};

interface NodeSupport {
  readonly state: 'ok' | 'weaker' | 'problem';
  readonly says: string;
}

/** Whether Assay runs on a version of Node.js, and whether that version still gets security fixes. */
export function nodeSupport(version: string, today: Date): NodeSupport {
  if (!satisfies(version, engines.node)) return { state: 'problem', says: `${version}; Assay needs ${engines.node}` };
  const major = Number.parseInt(version, 10);
  const end = END_OF_LIFE[major];
  if (end === undefined)
    return { state: 'weaker', says: `${version}; Assay is tested on ${Object.keys(END_OF_LIFE).join(', ')}` };
  if (today > new Date(`${end}T23:59:59Z`))
    return { state: 'weaker', says: `${version}; out of support since ${end}, use Node.js 24` };
  return { state: 'ok', says: `${version}; in support until ${end}` };
}
