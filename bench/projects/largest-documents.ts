import { openDatabase } from '@assay/sqlite';
import { join } from 'node:path';

export interface LargestDocument {
  readonly readModel: string;
  readonly bytes: number;
}

/** The largest document of each read model of a service that has ended, the largest first. */
export function largestDocuments(dataDir: string): LargestDocument[] {
  const database = openDatabase(join(dataDir, 'read-models.db'), { readonly: true });
  try {
    const names = database.prepare<[], string>('SELECT name FROM collections').pluck().all();
    return names
      .map((readModel) => {
        const largest = database
          .prepare<[], number | null>(`SELECT max(octet_length(body)) FROM "documents/${readModel}"`)
          .pluck();
        return { readModel, bytes: largest.get() ?? 0 };
      })
      .sort((a, b) => b.bytes - a.bytes);
  } finally {
    database.close();
  }
}
