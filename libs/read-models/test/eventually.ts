import { setImmediate as turn } from 'node:timers/promises';

const DEADLINE_MS = 30_000;

/** Asks until the answer is as wanted. @throws Error with the last answer after half a minute */
export async function eventually<Answer>(
  ask: () => Promise<Answer>,
  wanted: (answer: Answer) => boolean,
): Promise<Answer> {
  const until = performance.now() + DEADLINE_MS;
  for (;;) {
    const answer = await ask();
    if (wanted(answer)) return answer;
    if (performance.now() > until) throw new Error(`did not come about: ${JSON.stringify(answer)}`);
    await turn();
  }
}
