import { posix } from 'node:path';
import picomatch from 'picomatch';
import type { ToolDefinition } from '../../catalogue/tool';
import type { Engine, RawFinding } from '../engine';
import { oneLine } from '../kit/per-file';
import { installScriptFindings, ownInstallScriptFindings } from '../kit/packages/install-scripts';
import { type LicencePolicy, licenceFindings, ownLicenceFindings } from './licences';
import { lockfileFindings } from './lockfile-integrity';
import { type ManifestFiles, readManifestFiles } from '../kit/packages/manifest-files';

/** Increase this when a check changes, so that stored results of older checks are not reused. */
const VERSION = '1.1.0';

export const engine: Engine = {
  async run(pass, report) {
    report.engine('Assay manifest checks', VERSION);
    const files = readManifestFiles(pass);
    const published = pass.target?.kind === 'package';
    for (const tool of pass.tools) {
      const matches = picomatch([...tool.files], { dot: true });
      // A project may choose any licence for itself, so that is not judged.
      const looksAt = (file: string) =>
        matches(file) &&
        (published || tool.settings?.['check'] !== 'licences' || posix.basename(file) !== 'package.json');
      for (const finding of findings(tool, files, published)) {
        if (Object.hasOwn(tool.rules, finding.rule))
          report.finding(tool.id, { ...finding, message: oneLine(finding.message) });
      }
      for (const [file, reason] of files.unreadable) if (looksAt(file)) report.unreadable(tool.id, file, reason);
      report.completed(tool.id, { filesChecked: pass.files.filter(({ staged }) => looksAt(staged)).length });
    }
  },
};

/** @param published whether the target itself is a dependency from a registry */
function findings({ settings }: ToolDefinition, files: ManifestFiles, published: boolean): RawFinding[] {
  const { manifests, locks } = files;
  const own = manifests.filter(({ file }) => published && file === 'package.json');
  switch (settings?.['check']) {
    case 'licences': {
      const policy = settings['policy'] as LicencePolicy;
      return [...licenceFindings(locks, policy), ...ownLicenceFindings(published ? manifests : [], policy)];
    }
    case 'lockfile':
      return lockfileFindings(files);
    case 'install-scripts':
      return [
        ...own.flatMap(ownInstallScriptFindings),
        ...installScriptFindings(
          manifests.filter((each) => !own.includes(each)),
          locks,
        ),
      ];
    default:
      throw new Error(`no manifest check is called ${String(settings?.['check'])}`);
  }
}
