import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

export interface ReadPdf {
  readonly title: string;
  readonly pages: number;
  /** The text of all pages, as somebody would copy it. */
  readonly text: string;
  /** The scripts that the document would run when it, or one of its pages, is opened. */
  readonly scripts: readonly string[];
}

/**
 * Reads a PDF with Mozilla's PDF.js. That is an ES module that loads another one, which Jest does not allow, so it runs
 * in its own process.
 */
const READ = `
  import { readFileSync } from 'node:fs';
  import { getDocumentProxy, extractText } from 'unpdf';
  const pdf = await getDocumentProxy(new Uint8Array(readFileSync(process.argv[1])));
  const { info } = await pdf.getMetadata();
  const { text, totalPages } = await extractText(pdf, { mergePages: true });
  const scripts = Object.values((await pdf.getJSActions()) ?? {}).flat();
  for (let number = 1; number <= totalPages; number += 1)
    scripts.push(...Object.values((await (await pdf.getPage(number)).getJSActions()) ?? {}).flat());
  process.stdout.write(JSON.stringify({ title: info.Title, pages: totalPages, text, scripts }));
`;

/** @throws Error if the bytes are not a complete PDF */
export async function readPdf(bytes: Buffer): Promise<ReadPdf> {
  const folder = await mkdtemp(join(tmpdir(), 'read-pdf-'));
  const file = join(folder, 'report.pdf');
  try {
    await writeFile(file, bytes);
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', READ, file], {
      cwd: __dirname,
      maxBuffer: 2 ** 28,
    });
    return JSON.parse(stdout) as ReadPdf;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
