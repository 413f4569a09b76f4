import type { Check } from '../check';
import { branches, choices, ternaries } from './branches';
import { keys } from './keys';
import { counters, ranges, repetitions } from './loops';
import { masks, negations, operands } from './operands';
import { identities, positions, questions, results } from './results';
import { assignedConditions, assignments, comparisons, finallys, semicolons, unreachable } from './statements';

/** All checks. Each finds the kinds of nodes that it looks at. */
export const CHECKS: readonly Check[] = [
  assignedConditions,
  assignments,
  branches,
  choices,
  comparisons,
  counters,
  finallys,
  identities,
  keys,
  masks,
  negations,
  operands,
  positions,
  questions,
  ranges,
  repetitions,
  results,
  semicolons,
  ternaries,
  unreachable,
];
