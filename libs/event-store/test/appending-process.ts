import { openSqliteEventStore } from '@assay/event-store';

/**
 * Appends without end to the store whose file is the first argument, and prints `<stream> <revision> <position>` after
 * each acknowledgement.
 */
async function appendWithoutEnd(file: string): Promise<void> {
  const store = await openSqliteEventStore({ file });
  const write = async (stream: string) => {
    for (let n = 0; ; n += 1) {
      const { revision, position } = await store.append(stream, [{ type: 'Counted', data: { n } }]);
      // Every printed append was acknowledged before the kill. If the reader is slow, the pipe fills, and this waits.
      await print(`${stream} ${revision} ${position}\n`);
    }
  };
  await Promise.all(['a', 'b', 'c', 'd'].map((name) => write(`writer-${name}`)));
}

const print = (line: string) => new Promise<void>((resolve) => void process.stdout.write(line, () => resolve()));

void appendWithoutEnd(process.argv[2]!);
