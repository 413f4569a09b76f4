import type { EventStore } from '@assay/event-store';
import { OrganizationCount } from '@assay/identity';
import type { Settings } from '@assay/kernel';
import { openEventStore } from '@assay/platform';
import { describeOwners, servesNobody, upcasts } from '@assay/runtime';

interface RootCheck {
  readonly name: string;
  readonly state: 'ok' | 'weaker';
  readonly says: string;
}

/** For each directory root, whose sessions may analyse what is below it. */
export async function directoryRoots(settings: Settings): Promise<RootCheck[]> {
  const roots = settings.directoryRoots;
  if (roots.length === 0) return [{ name: 'directory roots', state: 'ok', says: 'none: no directory may be analysed' }];
  return judged(settings, await areSeveral(settings));
}

/** For each root that serves nobody from now on, because there is a second organization, what to do about it. */
export async function rootsWithoutOwner(settings: Settings, events: EventStore): Promise<string[]> {
  const roots = judged(settings, await new OrganizationCount(events).areSeveral());
  return roots.filter(({ state }) => state === 'weaker').map(({ name, says }) => `${name} ${says}`);
}

function judged({ directoryRoots: roots }: Settings, several: boolean): RootCheck[] {
  return roots.map((root) => ({
    name: root.path,
    state: servesNobody(root, several) ? 'weaker' : 'ok',
    says: `may be analysed by ${describeOwners(root, several)}`,
  }));
}

/** False if the store is missing or cannot be opened: the check of the stores says why. */
async function areSeveral(settings: Settings): Promise<boolean> {
  const events = await openEventStore(settings, { readOnly: true, upcasts }).catch(() => undefined);
  if (!events) return false;
  try {
    return await new OrganizationCount(events).areSeveral().catch(() => false);
  } finally {
    await events.close();
  }
}
