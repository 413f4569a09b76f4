import { delimiter } from 'node:path';

/** A Node.js to run programs with. */
export interface NodeInstallation {
  readonly version: string;
  /** The folder with the program `node`. */
  readonly bin: string;
  /** The folder with its headers, for native builds; undefined if npm finds this machine's headers by itself. */
  readonly headers: string | undefined;
}

/** Variables that npm sets for its scripts: they would lead from the clone back into the project that started this. */
const OF_NPM = new RegExp(
  '^(npm_(package|lifecycle)_.*|npm_(command|execpath|node_execpath)' +
    '|npm_config_(prefix|local_prefix|global_prefix|user_agent|npm_version)|init_cwd|node|color)$',
  'i',
);
const NPM_FOLDER = /[\\/](node_modules[\\/]\.bin|node-gyp-bin)[\\/]?$/;

/**
 * The environment in which `node`, `npm` and native builds are of this installation. It drops the variables that the
 * machine and npm have set for another installation, and the settings of Assay, except the place of its browser.
 */
export function environmentFor(installation: NodeInstallation, of: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { bin, headers } = installation;
  const kept = Object.entries(of).filter(
    ([name]) =>
      !OF_NPM.test(name) &&
      !(headers !== undefined && /^npm_config_nodedir$/i.test(name)) &&
      (!name.startsWith('ASSAY_') || name === 'ASSAY_CHROMIUM') &&
      name !== 'FORCE_COLOR',
  );
  const path = (of['PATH'] ?? '').split(delimiter).filter((folder) => !NPM_FOLDER.test(folder));
  return {
    ...Object.fromEntries(kept),
    PATH: [bin, ...path].join(delimiter),
    NO_COLOR: '1',
    // In lower case: npm reads the variable in any case, node-gyp only in lower case.
    ...(headers !== undefined && { npm_config_nodedir: headers }),
  };
}
