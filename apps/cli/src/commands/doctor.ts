import { type Protection, detectConfinement, missingProtections } from '@assay/sandbox';
import { detectBrowserConfinement, findChromium, requireGit } from '@assay/targets';
import { type EngineProfile, engineProfiles, engineVersion, missingRequirement, programVersion } from '@assay/analysis';
import { type RequiredProtection, type Settings, messageOf } from '@assay/kernel';
import { connectTemporalOrchestrator } from '@assay/orchestration';
import { isEmbedded, openEventStore, openReadModelStore } from '@assay/platform';
import { Command } from 'commander';
import { access, constants } from 'node:fs/promises';
import { dirname } from 'node:path';
import { checkRoles, temporalServer, upcasts } from '@assay/runtime';
import { EXIT } from '../exit-status';
import { appendLimit } from '../doctor-limits';
import { advisoryDatabases } from '../doctor-advisories';
import { priceList } from '../doctor-prices';
import { directoryRoots } from '../doctor-roots';
import { nodeSupport } from '../node-support';
import { type Check, doctorText } from '../output/doctor-text';
import { textWidth } from '../output/text-layout';
import { settingsWith } from '../settings';

export const doctorCommand = (): Command =>
  new Command('doctor')
    .option('--data-dir <directory>', 'where the embedded stores are')
    .option('--json', 'as JSON')
    .action(async ({ dataDir, json }: { dataDir?: string; json?: boolean }) => {
      const settings = settingsWith({ ASSAY_DATA_DIR: dataDir });
      const { protections } = await detectConfinement();
      const sections = {
        runtime: [{ name: 'Node.js', ...nodeSupport(process.versions.node, new Date()) }, await gitVersion()],
        roles: [rolesOf(settings)],
        stores: [
          await dataDirectory(settings.dataDir),
          await engine(
            'event store',
            isEmbedded(settings.eventStoreUrl),
            () => openEventStore(settings, { readOnly: true, upcasts }),
            (store) => store.head(),
          ),
          ...(await appendLimit(settings)),
          await engine(
            'read models',
            isEmbedded(settings.readModelUrl),
            () => openReadModelStore(settings, { readOnly: true }),
            (store) => store.ping(),
          ),
          await orchestrator(settings),
        ],
        prices: [await priceList(settings)],
        advisories: advisoryDatabases(settings, new Date()),
        targets: await directoryRoots(settings),
        protections: protections.map((protection) =>
          requiredProtection(protection, settings, 'a worker does not start'),
        ),
        browser: await browser(settings),
        engines: await Promise.all(engineProfiles.map(engineThere)),
      };
      if (json) process.stdout.write(`${JSON.stringify({ settings: settings.listed, ...sections }, null, 2)}\n`);
      else {
        const { columns } = process.stdout;
        const width = columns === undefined ? undefined : textWidth(columns);
        process.stdout.write(doctorText(settings.listed, sections, width));
      }
      if (
        Object.values(sections)
          .flat()
          .some(({ state }) => state === 'problem')
      )
        process.exitCode = EXIT.usage;
    });

/** A program that does not say its version could not analyse anything, either. */
async function engineThere(profile: EngineProfile): Promise<Check> {
  const { name, licence } = profile;
  const missing = missingRequirement(profile);
  if (missing !== undefined) return { name, state: 'weaker', says: missing };
  try {
    const version = engineVersion(profile) ?? (await programVersion(profile));
    return { name, state: 'ok', says: version === undefined ? licence : `${version}; ${licence}` };
  } catch (error) {
    return { name, state: 'weaker', says: `${name} does not start: ${messageOf(error)}` };
  }
}

/** Everything but repositories works without. */
async function gitVersion(): Promise<Check> {
  try {
    return { name: 'git', state: 'ok', says: await requireGit() };
  } catch (error) {
    return { name: 'git', state: 'weaker', says: messageOf(error) };
  }
}

const protectionOf = ({ name, active, how, reason }: Protection): Check => ({
  name,
  state: active ? 'ok' : 'weaker',
  says: reason ? `${how} (${reason})` : how,
});

/**
 * Engines and browsers are not started without what is required, unless the settings give it up.
 * @param otherwise what happens then
 */
function requiredProtection(protection: Protection, { roles, unconfined }: Settings, otherwise: string): Check {
  const check = protectionOf(protection);
  if (missingProtections([protection]).length === 0 || !roles.has('worker')) return check;
  return unconfined.has(protection.name as RequiredProtection)
    ? { ...check, says: `${check.says}; ASSAY_UNCONFINED gives it up` }
    : { ...check, state: 'problem', says: `${check.says}; ${otherwise}: docs/confinement.md` };
}

/** Everything but the tools that load pages works without. */
async function browser(settings: Settings): Promise<Check[]> {
  const found = await findChromium(settings.chromium);
  if (!found.ok) return [{ name: 'Chromium', state: 'weaker', says: found.refusal }];
  const { protections } = await detectBrowserConfinement(found.value);
  return [
    { name: 'Chromium', state: 'ok', says: found.value },
    ...protections.map((each) => requiredProtection(each, settings, 'pages are not looked at in a browser')),
  ];
}

async function dataDirectory(dataDir: string): Promise<Check> {
  for (let folder = dataDir; ; folder = dirname(folder)) {
    try {
      await access(folder, constants.W_OK);
      return {
        name: 'data directory',
        state: 'ok',
        says: folder === dataDir ? dataDir : `${dataDir} (it will be created)`,
      };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || dirname(folder) === folder)
        return {
          name: 'data directory',
          state: 'problem',
          says: `${folder} cannot be written: choose another with ASSAY_DATA_DIR`,
        };
    }
  }
}

/** Whether this process could start with the roles and engines that it is given. */
function rolesOf(settings: Settings): Check {
  try {
    checkRoles(settings);
    return { name: 'roles', state: 'ok', says: [...settings.roles].join(', ') };
  } catch (error) {
    return { name: 'roles', state: 'problem', says: messageOf(error) };
  }
}

/** A file opens, or is not there yet; a server must answer. */
async function engine<Engine extends { close(): Promise<unknown> }>(
  name: string,
  embedded: boolean,
  open: () => Promise<Engine>,
  ask: (engine: Engine) => Promise<unknown>,
): Promise<Check> {
  try {
    const opened = await open();
    try {
      await ask(opened);
    } finally {
      await opened.close();
    }
    return { name, state: 'ok', says: embedded ? 'it opens' : 'it answers' };
  } catch (error) {
    const absent = embedded && /no such|does not exist|ENOENT|unable to open/i.test(messageOf(error));
    return {
      name,
      state: absent ? 'ok' : 'problem',
      says: absent ? 'none yet; the first start creates it' : messageOf(error),
    };
  }
}

async function orchestrator(settings: Settings): Promise<Check> {
  const server = temporalServer(settings);
  if (!server) return { name: 'orchestrator', state: 'ok', says: 'sessions run inside the process' };
  return engine(
    'orchestrator',
    false,
    () => connectTemporalOrchestrator(server),
    (connected) => connected.ping(),
  );
}
