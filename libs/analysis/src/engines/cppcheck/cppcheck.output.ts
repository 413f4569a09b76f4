import { type QualifiedTag, type Tag, parser } from 'sax';

/** One error in Cppcheck's report. */
export interface CppcheckError {
  readonly id: string;
  readonly severity: string;
  readonly message: string;
  readonly isInconclusive: boolean;
  /** Absent if it is about the file as a whole. */
  readonly place?: { readonly file: string; readonly line: number; readonly column: number };
}

/**
 * Reads a report of Cppcheck in XML, format version 2.
 * @throws Error if it is no such report, or is truncated
 */
export function readReport(xml: string): CppcheckError[] {
  const found: CppcheckError[] = [];
  const reader = parser(true);
  let isReport = false;
  let isWhole = false;
  let open: CppcheckError | undefined;
  const onopentag = ({ name, attributes }: Pick<QualifiedTag | Tag, 'name' | 'attributes'>) => {
    const text = (key: string): string => String(attributes[key] ?? '');
    if (name === 'results') isReport = true;
    if (name === 'error')
      open = {
        id: text('id'),
        severity: text('severity'),
        message: text('msg'),
        isInconclusive: text('inconclusive') === 'true',
      };
    // The first location is that of the finding. The others are its origins.
    if (name === 'location' && open && !open.place)
      open = { ...open, place: { file: text('file'), line: Number(text('line')), column: Number(text('column')) } };
  };
  const onclosetag = (name: string) => {
    if (name === 'results') isWhole = isReport;
    if (name === 'error' && open) {
      found.push(open);
      open = undefined;
    }
  };
  const onerror = (error: Error) => {
    throw new Error(`cppcheck wrote a report that is no XML: ${error.message.split('\n')[0]}`);
  };
  Object.assign(reader, { onopentag, onclosetag, onerror }).write(xml).close();
  if (!isWhole) throw new Error('cppcheck wrote no whole report');
  return found;
}
