import { printableLine } from '../output/printable';

/** An event in words. */
export interface ToldEvent {
  readonly at: string;
  readonly type: string;
  readonly text: string;
}

export interface Explanation {
  /** The answer in a sentence or two. */
  readonly answer: string;
  /** The events that it rests on, oldest first. */
  readonly events: readonly ToldEvent[];
  /** Events that are not shown. */
  readonly earlier?: number;
}

/** Events that are shown; `--all` shows each. */
export const EVENTS_SHOWN = 50;

export function explanationText({ answer, events, earlier = 0 }: Explanation): string {
  const lines = [
    answer,
    ...(events.length === 0 ? [] : ['', 'Events']),
    ...(earlier === 0 ? [] : [`  ${earlier} earlier ones are not shown: --all shows them`]),
    ...events.map(({ at, type, text }) => `  ${at}  ${type}  ${text}`.trimEnd()),
  ];
  return `${lines.map(printableLine).join('\n')}\n`;
}
