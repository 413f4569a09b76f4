import type { Node } from 'yaml';
import { didYouMean } from '../../../catalogue/closest';
import type { WrittenPipeline } from './written';

export interface PipelineMistake {
  readonly rule: string;
  readonly at: Node;
  readonly message: string;
}

const LONGEST_NAME = 80;

/** A name of the target as it is quoted. */
export const quoted = (name: string): string =>
  `\`${name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME)}…` : name}\``;

/** Which of the words is meant, as long as there are not too many to compare. */
export const hint = ({ hints }: WrittenPipeline, word: string, words: readonly string[]): string =>
  hints.spend(words.length) ? didYouMean(word, words) : '';
