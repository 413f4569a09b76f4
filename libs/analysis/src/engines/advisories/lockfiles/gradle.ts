import type { LockedDependency, LockfileReader } from './lockfile';

const LOCKED = /^([^:=#\s]+:[^:=\s]+):([^:=\s]+)=(.*)$/;

/** gradle.lockfile. It does not record dependencies between packages. Configurations of tests are for development. */
export const gradleLock: LockfileReader = {
  reads: (name) => name === 'gradle.lockfile' || name === 'buildscript-gradle.lockfile',
  read(text) {
    const dependencies = text.split(/\r?\n/).flatMap((line, index): LockedDependency[] => {
      const [, name, version, configurations = ''] = LOCKED.exec(line) ?? [];
      if (name === undefined || version === undefined) return [];
      const isForTests = configurations.split(',').every((each) => /^(?:test|androidTest|\w+Test[A-Z])/.test(each));
      return [
        {
          key: `${name}:${version}`,
          name,
          version,
          line: index + 1,
          needs: [],
          ...(isForTests && { development: true as const }),
        },
      ];
    });
    return { ecosystem: { name: 'Maven' }, knowsPaths: false, dependencies };
  },
};
