import { readSettings } from '@assay/kernel';
import type { Protection } from '@assay/sandbox';
import { checkConfinement, describeMissing } from './confinement-rules';

const protection = (name: Protection['name'], active: boolean): Protection =>
  active ? { name, active, how: 'it works' } : { name, active, how: `${name} is open`, reason: 'the system says no' };

/** A machine that lacks these protections. */
const machine = (...missing: readonly Protection['name'][]) => ({
  detect: async () => ({
    protections: (
      ['network', 'process-tree', 'files', 'own-root', 'privileges', 'system-calls', 'memory'] as const
    ).map((name) => protection(name, !missing.includes(name))),
  }),
});
const settings = (environment: Readonly<Record<string, string>> = {}) => readSettings(environment);

describe('a process with the role worker', () => {
  it('starts where every required protection is there', async () => {
    expect(await checkConfinement(settings(), machine())).toEqual([]);
  });

  it('starts where the filter of system calls is missing, which is not required', async () => {
    expect(await checkConfinement(settings(), machine('system-calls'))).toEqual([]);
  });

  it('does not start where one is missing, and says which, why, and what to do', async () => {
    await expect(checkConfinement(settings(), machine('own-root', 'files'))).rejects.toMatchObject({
      name: 'StartRefused',
      message: expect.stringMatching(
        new RegExp(
          String.raw`- files: files is open \(the system says no\)\n- own-root: own-root is open .*\n` +
            '.*docs/confinement\\.md.*ASSAY_UNCONFINED=files,own-root$',
          's',
        ),
      ),
    });
  });

  it('starts where the setting names all that is missing, and tells what that is', async () => {
    const missing = await checkConfinement(
      settings({ ASSAY_UNCONFINED: 'own-root, files' }),
      machine('own-root', 'files'),
    );
    expect(missing.map(({ name }) => name)).toEqual(['files', 'own-root']);
    expect(describeMissing(missing)).toMatch(/^- files: .*\n- own-root: .*$/);
  });

  it('does not start where the setting names only a part of it', async () => {
    await expect(
      checkConfinement(settings({ ASSAY_UNCONFINED: 'files' }), machine('own-root', 'files')),
    ).rejects.toThrow(/- own-root/);
  });

  it('starts wherever it is if the setting allows everything', async () => {
    const missing = await checkConfinement(settings({ ASSAY_UNCONFINED: 'allow' }), machine('network', 'privileges'));
    expect(missing).toHaveLength(2);
  });
});

it('starts a process of another role without looking', async () => {
  const detect = () => Promise.reject(new Error('it looked'));
  expect(await checkConfinement(settings({ ASSAY_ROLES: 'api,projector' }), { detect })).toEqual([]);
});

it('starts for a person who analyses their own files, and tells what is missing', async () => {
  expect(await checkConfinement(settings(), { ...machine('network'), missing: 'accept' })).toHaveLength(1);
});

it('refuses a protection that does not exist', () => {
  expect(() => settings({ ASSAY_UNCONFINED: 'files,magic' })).toThrow(
    /ASSAY_UNCONFINED must be allow, or a list of network/,
  );
});
