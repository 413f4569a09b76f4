import { type FindingView, kindGroup } from '@assay/findings';
import { fileRole } from '@assay/source-text';

let count = 0;

/** A finding for tests of what is printed. */
export const finding = (parts: Partial<FindingView> = {}): FindingView => {
  count += 1;
  const made: Omit<FindingView, 'group'> = {
    id: `fnd_${count}`,
    scanId: 'scn_1',
    title: 'Code from text',
    description: '',
    severity: 'high',
    category: 'security',
    tool: 'eslint-security',
    file: 'src/app.js',
    line: 3,
    code: null,
    suggestion: '',
    cwe: null,
    deduplicated: false,
    duplicateCount: 0,
    duplicates: [],
    status: 'open',
    hasFix: false,
    hasTrace: false,
    fingerprint: `fingerprint-${count}`,
    rule: 'security/detect-eval-with-expression',
    role: parts.file?.startsWith('https:') ? 'own' : fileRole(parts.file ?? 'src/app.js'),
    ...parts,
  };
  return { ...made, group: kindGroup(made) };
};
