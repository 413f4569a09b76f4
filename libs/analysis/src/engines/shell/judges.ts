import { assignments } from './judge/assignments';
import { cases, eatenInput, evaluation, ranges, statuses } from './judge/control';
import { certificates, runAtOnce } from './judge/downloads';
import { passwords } from './judge/passwords';
import { portability } from './judge/portability';
import { order, temporaryFiles, truncated, withoutRights } from './judge/redirects';
import { afterFailedChange, removals } from './judge/removals';
import { rights } from './judge/rights';
import { tests } from './judge/tests';
import type { Judge } from './script';

/** The checks of every script. The rules, with their examples, are rows of the catalogue. */
export const JUDGES: readonly Judge[] = [
  tests,
  assignments,
  order,
  withoutRights,
  truncated,
  temporaryFiles,
  portability,
  removals,
  afterFailedChange,
  runAtOnce,
  certificates,
  rights,
  passwords,
  cases,
  statuses,
  ranges,
  evaluation,
  eatenInput,
];
