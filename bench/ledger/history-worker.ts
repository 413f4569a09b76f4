import { answerQuestions } from '../child-process';
import { type Tally, liveThrough } from './random-history';

/** Histories by number, from the first one to the one before the last. */
export interface HistoryQuestion {
  readonly from: number;
  readonly to: number;
}

export interface HistoryAnswer {
  readonly commands: number;
  readonly tally: readonly (readonly [string, number])[];
}

answerQuestions(async ({ from, to }: HistoryQuestion): Promise<HistoryAnswer> => {
  const tally: Tally = new Map();
  let commands = 0;
  for (let number = from; number < to; number += 1) commands += liveThrough(number, tally);
  return { commands, tally: [...tally] };
});
