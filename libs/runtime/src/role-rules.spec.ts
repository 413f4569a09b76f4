import { readSettings } from '@assay/kernel';
import { LOCAL_ROLES, checkRoles } from './role-rules';
import { StartRefused } from './start-refused';

const FILES = { ASSAY_DATA_DIR: '/data' };
const SERVERS = {
  ...FILES,
  ASSAY_EVENT_STORE_URL: 'esdb://events:2113',
  ASSAY_READ_MODEL_URL: 'mongodb://models/assay',
  ASSAY_ORCHESTRATOR: 'temporal://workflows:7233/default',
};
const check = (environment: Record<string, string>, roles: string, needed?: Parameters<typeof checkRoles>[1]) =>
  checkRoles(readSettings({ ...environment, ASSAY_ROLES: roles }), needed);

describe('the roles of a process', () => {
  it.each([
    ['all of them on files', FILES, 'api,projector,worker'],
    ['all of them on servers', SERVERS, 'api,projector,worker'],
    [
      'all of them on files, with Temporal',
      { ...SERVERS, ...FILES, ASSAY_EVENT_STORE_URL: '', ASSAY_READ_MODEL_URL: '' },
      'api,projector,worker',
    ],
    ['all of them on servers, sessions inside', { ...SERVERS, ASSAY_ORCHESTRATOR: 'embedded' }, 'api,projector,worker'],
    ...['api', 'projector', 'worker', 'api,projector', 'projector,worker'].map(
      (roles) => [`${roles} on servers`, SERVERS, roles] as const,
    ),
  ] as const)('may be %s', (_, environment, roles) => expect(() => check(environment, roles)).not.toThrow());

  it.each([
    [
      'api on files',
      FILES,
      'api',
      new RegExp(
        'the event store is a file.*the read models are a file.*sessions run inside' +
          '.*projector and worker must be in the same process',
      ),
    ],
    [
      'projector and worker on files: nobody could reach them',
      FILES,
      'projector,worker',
      /api must be in the same process/,
    ],
    [
      'a worker with events in a file',
      { ...SERVERS, ASSAY_EVENT_STORE_URL: 'sqlite:/data/events.db' },
      'worker',
      /ASSAY_EVENT_STORE_URL=esdb:/,
    ],
    [
      'a projector with read models in a file',
      { ...SERVERS, ASSAY_READ_MODEL_URL: 'sqlite:/data/models.db' },
      'projector',
      /ASSAY_READ_MODEL_URL=mongodb:/,
    ],
    [
      'api apart from sessions that run inside',
      { ...SERVERS, ASSAY_ORCHESTRATOR: 'embedded' },
      'api',
      /ASSAY_ORCHESTRATOR=temporal:/,
    ],
  ] as const)('may not be %s, and the refusal says what to do', (_, environment, roles, message) => {
    expect(() => check(environment, roles)).toThrow(StartRefused);
    expect(() => check(environment, roles)).toThrow(message);
  });

  it('may be without HTTP for a command that runs the service for itself', () => {
    expect(() => check(FILES, 'projector,worker', LOCAL_ROLES)).not.toThrow();
    expect(() => check(FILES, 'projector', LOCAL_ROLES)).toThrow(/worker must be in the same process/);
  });
});
