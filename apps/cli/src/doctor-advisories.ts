import { openAdvisories } from '@assay/advisories';
import { type Settings, counted } from '@assay/kernel';
import type { Check } from './output/doctor-text';

const DAY = 86_400_000;
/** Registries publish advisories every day. Older databases lack what everybody else knows. */
const OLD = 30;

/** Which databases of known holes there are, of which version, and how old. Only their tools need them. */
export function advisoryDatabases(settings: Pick<Settings, 'advisoriesDir'>, now: Date): Check[] {
  const source = openAdvisories(settings.advisoriesDir);
  try {
    const read = source.databases().map(({ ecosystem, version, advisories, packages, made }): Check => {
      const days = Math.max(0, Math.floor((now.getTime() - Date.parse(made)) / DAY));
      const isOld = !(days <= OLD);
      const holes = `${advisories} ${advisories === 1 ? 'advisory' : 'advisories'}`;
      return {
        name: ecosystem,
        state: isOld ? 'weaker' : 'ok',
        says:
          `version ${version}, ${holes} of ${counted(packages, 'package')}, ` +
          `${days === 0 ? 'made today' : `${counted(days, 'day')} old`}` +
          (isOld ? `: assay advisories update --ecosystem "${ecosystem}" brings the newest` : ''),
      };
    });
    const damaged = [...source.damaged()].map(
      ([name, { message }]): Check => ({ name, state: 'weaker', says: message }),
    );
    const none: Check = {
      name: 'databases of known holes',
      state: 'weaker',
      says: 'none: dependencies are not looked up until assay advisories update brings them',
    };
    return read.length + damaged.length === 0 ? [none] : [...read, ...damaged];
  } finally {
    source.close();
  }
}
