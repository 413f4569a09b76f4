import { writeSync } from 'node:fs';
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
      // not buffered: what is printed was acknowledged before the kill
      writeSync(1, `${stream} ${revision} ${position}\n`);
    }
  };
  await Promise.all(['a', 'b', 'c', 'd'].map((name) => write(`writer-${name}`)));
}

void appendWithoutEnd(process.argv[2]!);
