import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { extname, join } from 'node:path';

type Answer = { readonly value: unknown } | { readonly error: string };

/** A process of this benchmark that answers one question at a time. */
export interface Child {
  readonly pid: number;
  /** @throws Error with what the child said, or that it ended */
  ask<Value>(question: unknown): Promise<Value>;
  end(): Promise<void>;
}

/**
 * @param script below this folder, without its extension: it is `.js` in a build and `.ts` in the sources
 * @param options of Node.js, besides those of this process
 */
export function startChild(script: string, options: readonly string[] = []): Child {
  const child: ChildProcess = fork(join(__dirname, `${script}${extname(__filename)}`), {
    execArgv: [...process.execArgv, ...options],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit');
  return {
    pid: child.pid!,
    async ask<Value>(question: unknown) {
      const answered = once(child, 'message') as Promise<[Answer]>;
      child.send(question as object);
      const [answer] = await Promise.race([
        answered,
        ended.then(([code, signal]): never => {
          throw new Error(`${script} ended (${signal ?? code})`);
        }),
      ]);
      if ('error' in answer) throw new Error(`${script}: ${answer.error}`);
      return answer.value as Value;
    },
    async end() {
      child.disconnect();
      await ended;
    },
  };
}

/** In the child: answers until the parent lets go, then runs `close` and ends. */
export function answerQuestions(
  answer: (question: never) => Promise<unknown>,
  close: () => Promise<void> = async () => undefined,
): void {
  process.on('message', (question) => {
    answer(question as never).then(
      (value) => process.send!({ value } satisfies Answer),
      (error: unknown) =>
        process.send!({
          error: error instanceof Error ? (error.stack ?? error.message) : String(error),
        } satisfies Answer),
    );
  });
  process.once('disconnect', () => void close().finally(() => process.exit()));
}
