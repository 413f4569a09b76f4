import { HOLES_OF_ACTIONS, holeOfAction } from './known-holes-of-actions';

describe('known holes of actions', () => {
  it.each([
    ['tj-actions/changed-files', 'v45', 'CVE-2025-30066'],
    ['tj-actions/changed-files', 'v46.0.0', 'CVE-2025-30066'],
    ['TJ-Actions/Changed-Files', '45.0.7', 'CVE-2025-30066'],
    ['actions/download-artifact', 'v4.1.2', 'CVE-2024-42471'],
    ['gradle/gradle-build-action', 'v2.4.1', 'CVE-2023-30853'],
    ['gradle/gradle-build-action', 'v1.5.1', 'CVE-2023-30853'],
    ['SonarSource/sonarqube-scan-action', 'v5.3.0', 'CVE-2025-58178'],
    ['SonarSource/sonarqube-scan-action', 'v5.3.1', 'CVE-2025-59844'],
    ['step-security/harden-runner', 'v2.11.0', 'CVE-2025-32955'],
    ['tj-actions/verify-changed-files', 'v16', 'CVE-2023-52137'],
    ['kartverket/github-workflows/.github/workflows/run.yml', 'v2.7.4', 'CVE-2022-39326'],
  ])('are told of %s@%s', (action, version, id) => expect(holeOfAction(action, version)?.id).toBe(id));

  it.each([
    ['tj-actions/changed-files', 'v46'],
    ['tj-actions/changed-files', 'main'],
    ['tj-actions/changed-files', '0123456789012345678901234567890123456789'],
    ['reviewdog/action-setup', 'v1.3.0'],
    ['SonarSource/sonarqube-scan-action', 'v6'],
    ['pypa/gh-action-pypi-publish', 'release/v1'],
    ['github/codeql-action/analyze', 'v3'],
    ['actions/download-artifact', 'v3'],
    ['actions/download-artifact', 'v4'],
    ['actions/checkout', 'v1'],
  ])('are not told of %s@%s', (action, version) => expect(holeOfAction(action, version)).toBeUndefined());

  it('are told of a commit where more than tags was wrong', () => {
    expect(holeOfAction('tj-actions/changed-files', 'v45.0.1', true)).toBeUndefined();
    expect(holeOfAction('tj-actions/changed-files', 'v40.2.1', true)?.id).toBe('CVE-2023-51664');
  });

  it('are named in small letters, once each', () => {
    const named = HOLES_OF_ACTIONS.map(({ action, id }) => `${action} ${id}`);
    expect(named).toEqual([...new Set(named)]);
    for (const { action } of HOLES_OF_ACTIONS) expect(action).toBe(action.toLowerCase());
  });
});
