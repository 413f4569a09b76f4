import { didYouMean } from '@assay/analysis';

/** Names of one thing: sessions, scans and reports call a project an application. */
const SAME: ReadonlySet<string> = new Set(['projectid', 'applicationid', 'project', 'application']);

/**
 * The problem of a field that a request class does not have, with the one that was meant, or all that there are.
 * @param request an instance of the class
 */
export function unknownField(name: string, request: object): string {
  const known = ((Reflect.getMetadata(PROPERTIES, request) ?? []) as string[]).map((each) => each.slice(1));
  const given = plain(name);
  const same =
    known.find((each) => plain(each) === given) ??
    (SAME.has(given) ? known.find((each) => SAME.has(plain(each))) : undefined);
  const meant = same === undefined ? didYouMean(name, known) : ` Did you mean ${same}?`;
  if (meant !== '') return `is not a known field.${meant}`;
  return known.length === 0 ? 'is not a known field' : `is not a known field. Known are ${known.join(', ')}.`;
}

/** Where @nestjs/swagger keeps the names of the documented properties, each with a colon before it. */
const PROPERTIES = 'swagger/apiModelPropertiesArray';

/** `project_id` and `projectId` are the same mistake. */
const plain = (name: string): string => name.replaceAll('_', '').toLowerCase();
