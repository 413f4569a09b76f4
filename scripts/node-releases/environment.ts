import { delimiter } from 'node:path';

/** A Node.js to run programs with. */
export interface NodeInstallation {
  readonly version: string;
  /** The folder of the program `node`. */
  readonly bin: string;
  /** The folder with its headers, for native builds; undefined if npm finds those of this machine by itself. */
  readonly headers: string | undefined;
}

/** What npm tells the scripts that it runs: it would reach into the clone from the project that this was started in. */
const OF_NPM = new RegExp(
  '^(npm_(package|lifecycle)_.*|npm_(command|execpath|node_execpath)' +
    '|npm_config_(prefix|local_prefix|global_prefix|user_agent|npm_version)|init_cwd|node|color)$',
  'i',
);
const NPM_FOLDER = /[\\/](node_modules[\\/]\.bin|node-gyp-bin)[\\/]?$/;

/**
 * The environment in which `node`, `npm` and native builds are of this installation: what the machine and npm have set
 * for another one is left out, and so are the settings of Assay, except where its browser is.
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
    // In lower case: npm takes the variable in any case, node-gyp in this one only.
    ...(headers !== undefined && { npm_config_nodedir: headers }),
  };
}
