import { endWithParent, writeResult } from '@assay/sandbox-child';
import { answer } from './answer';
import type { Question } from './questions';

/**
 * The entry point of the process that parses what a site sent. A question is a line of JSON with the number of bytes
 * that follow it; the answer to it is a line of JSON. It ends with its standard input.
 */
async function serve(): Promise<void> {
  let held = Buffer.alloc(0);
  let parts: Buffer[] = [];
  let asked: { readonly question: Question; readonly bytes: number } | undefined;
  let size = 0;
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
    parts.push(chunk);
    size += chunk.length;
    for (;;) {
      if (asked && size < asked.bytes) break; // a body of megabytes arrives in many parts: join them once
      held = Buffer.concat(parts);
      parts = [held];
      if (asked) {
        writeResult(answer(asked.question, held.subarray(0, asked.bytes)));
        held = held.subarray(asked.bytes);
        asked = undefined;
      } else {
        const end = held.indexOf(0x0a);
        if (end < 0) break;
        asked = JSON.parse(held.toString('utf8', 0, end)) as NonNullable<typeof asked>;
        held = held.subarray(end + 1);
      }
      parts = [held];
      size = held.length;
    }
  }
}

endWithParent();
serve().then(
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(error instanceof Error ? error.message : String(error));
    process.exit(1);
  },
);
