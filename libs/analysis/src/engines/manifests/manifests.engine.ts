import picomatch from 'picomatch';
import type { ToolDefinition } from '../../catalogue/tool';
import type { Engine, RawFinding } from '../engine';
import { oneLine } from '../per-file';
import { installScriptFindings } from './install-scripts';
import { type LicencePolicy, licenceFindings } from './licences';
import { lockfileFindings } from './lockfile-integrity';
import { type ManifestFiles, readManifestFiles } from './manifest-files';

/** Raised when a check changes, so that results kept from before are not taken for its own. */
const VERSION = '1.0.0';

export const engine: Engine = {
  id: 'manifests',
  async run(pass, report) {
    report.engine('Assay manifest checks', VERSION);
    const files = readManifestFiles(pass);
    for (const tool of pass.tools) {
      const looksAt = picomatch([...tool.files], { dot: true });
      for (const finding of findings(tool, files)) {
        if (Object.hasOwn(tool.rules, finding.rule)) report.finding(tool.id, { ...finding, message: oneLine(finding.message) });
      }
      for (const [file, reason] of files.unreadable) if (looksAt(file)) report.unreadable(tool.id, file, reason);
      report.completed(tool.id, { filesChecked: pass.files.filter(({ staged }) => looksAt(staged)).length });
    }
  },
};

function findings({ settings }: ToolDefinition, files: ManifestFiles): RawFinding[] {
  switch (settings?.['check']) {
    case 'licences': return licenceFindings(files.locks, settings['policy'] as LicencePolicy);
    case 'lockfile': return lockfileFindings(files);
    case 'install-scripts': return installScriptFindings(files.manifests, files.locks);
    default: throw new Error(`no manifest check is called ${String(settings?.['check'])}`);
  }
}
