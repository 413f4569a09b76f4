import { retiredImage } from '../../../catalogue/retired-images';
import type { Problem } from '../../kit/per-file';
import { type Stage, lineage } from '../stages';
import { type Judge, problem, saying } from './problem';

const ASKS = { apt: saying(/\bapt(?:-get)?\s(?:-\S+\s)*update\b/), yum: saying(/\b(?:yum|dnf|microdnf)\s/) } as const;
/** A stage that names other servers, or brings a list of them. */
const OTHER_SERVERS = /archive\.debian|sources\.list|vault\.|yum\.repos\.d|mirrorlist|baseurl|snapshot\.debian/i;

/** An image is built on a system that gets no updates, or of which no server has the packages any more. */
export const retiredBase: Judge = ({ stages }) =>
  stages.flatMap((stage): Problem[] => {
    const retired = stage.parent === undefined ? retiredImage(stage.base) : undefined;
    if (retired === undefined) return [];
    const { name, since, withoutIndex } = retired;
    const over = `${name} has had no updates since ${since}`;
    if (withoutIndex !== undefined && asks(stage, withoutIndex))
      return [
        {
          ...problem('retired-base-image', stage.from.line, `${over}, and its servers have no packages any more`),
          // The default of an ARG may be another one in each build.
          ...(!stage.from.code.text.includes('$') && { severity: 'high' as const }),
        },
      ];
    return isShipped(stage, stages) ? [problem('retired-base-image', stage.from.line, over)] : [];
  });

const asks = ({ runs, instructions }: Stage, program: 'apt' | 'yum'): boolean =>
  runs.some(ASKS[program]) && !instructions.some(({ code }) => OTHER_SERVERS.test(code.text));

const isShipped = (stage: Stage, stages: readonly Stage[]): boolean => {
  const last = stages.at(-1);
  return last !== undefined && [...lineage(last)].includes(stage);
};

/**
 * Whether a path names the release of the system in a FROM: `ros/kinetic/jessie/Dockerfile` of `ros:kinetic-jessie`,
 * `debian/10/Dockerfile` of `debian:10`. Such a file is one of many, and ends with its release.
 */
export function namesItsSystem(path: string, from: string): boolean {
  const [, tag = ''] = /^\s*FROM\s+(?:--\S+\s+)?[^\s:@]+(?::\d+\/[^\s:@]+)?:([\w.-]+)/i.exec(from) ?? [];
  const named = new Set(path.toLowerCase().split(/[/_-]/));
  return tag
    .toLowerCase()
    .split('-')
    .some((part) => named.has(part) && (/^\d+(?:\.\d+)*$/.test(part) || retiredImage(`image:${part}`) !== undefined));
}
