import type { Engine } from '../engine';
import { installedVersion } from '../kit/installed-version';
import type { SecretFormat } from '../../catalogue/secret-formats';
import { judgeOnce } from './one-finding';
import { judgeRemoved } from './removed-secrets';
import { certificateBeside } from './certificate-beside';
import { commentsBeside } from './comments-beside';
import type { Beside } from './contexts';
import { secretSearch } from './search-secrets';

export const engine: Engine = {
  async run(pass, report) {
    report.engine('secretlint', installedVersion('@secretlint/core'));
    // Tools share formats. A format of two tools is searched only once.
    const formats = new Map(
      pass.tools
        .flatMap(({ settings }) => (settings?.['formats'] ?? []) as readonly SecretFormat[])
        .map((format) => [format.id, format]),
    );
    const search = await secretSearch([...formats.values()]);
    // All tools of a pass read the same part, and this setting depends on the part.
    const onlyRemoved = pass.tools.some(({ settings }) => settings?.['onlyRemoved'] === true);
    if (onlyRemoved) await judgeRemoved(pass, report, search);
    else await judgeOnce(pass, report, (input) => search({ ...input, beside: besideOf(pass.root, input.file.staged) }));
  },
};

const besideOf = (root: string, staged: string): Beside => ({
  certificate: () => certificateBeside(root, staged),
  comments: () => commentsBeside(root, staged),
});
