import { RefusedError } from '@assay/kernel';
import { changedFields, newProjectFields, projectPatch } from './project-fields';

const fieldsOf = (check: () => unknown): string[] => {
  try {
    check();
    return [];
  } catch (error) {
    return ((error as RefusedError).refusal.details as { field: string }[]).map(({ field }) => field);
  }
};

describe('the fields of a new project', () => {
  it('have their defaults', () =>
    expect(newProjectFields({ name: ' Shop ', platforms: ['web'] })).toEqual({
      name: 'Shop',
      description: null,
      platforms: ['web'],
      repositoryUrl: null,
      defaultBranch: 'main',
      configuration: null,
      suppressions: 'ignore',
    }));

  it('name each platform once', () =>
    expect(newProjectFields({ name: 'Shop', platforms: ['ios', 'web', 'ios'] }).platforms).toEqual(['web', 'ios']));
  it('must include a name and platforms', () =>
    expect(fieldsOf(() => newProjectFields({}))).toEqual(['name', 'platforms']));

  it.each(['https://git.example/a/b.git', 'ssh://git@git.example/a/b', 'git@git.example:a/b.git'])(
    'may have the repository %s',
    (repositoryUrl) => expect(fieldsOf(() => projectPatch({ repositoryUrl }))).toEqual([]),
  );
  it.each([
    'file:///etc/passwd',
    'javascript:alert(1)',
    'a/b',
    'https://user:secret@git.example/a',
    '--upload-pack=x@y:z',
  ])('may not have the repository %s', (repositoryUrl) =>
    expect(fieldsOf(() => projectPatch({ repositoryUrl }))).toEqual(['repositoryUrl']),
  );

  it.each(['', '-rf', 'a b', 'a..b', 'x'.repeat(256)])('may not have the branch %p', (defaultBranch) =>
    expect(fieldsOf(() => projectPatch({ defaultBranch }))).toEqual(['defaultBranch']),
  );
  it.each([[[]], [['web', 'fridge']]])('may not have the platforms %j', (platforms) =>
    expect(fieldsOf(() => projectPatch({ platforms }))).toEqual(['platforms']),
  );
  it.each(['', '   ', 'x'.repeat(201)])('may not have the name %p', (name) =>
    expect(fieldsOf(() => projectPatch({ name }))).toEqual(['name']),
  );
});

describe('a change of a project', () => {
  const fields = newProjectFields({ name: 'Shop', platforms: ['web'], description: 'old' });
  it('is what differs', () =>
    expect(changedFields(fields, projectPatch({ name: 'Shop', description: 'new' }))).toEqual({ description: 'new' }));
  it('clears with null', () =>
    expect(changedFields(fields, projectPatch({ description: null }))).toEqual({ description: null }));
  it('is nothing where nothing was supplied', () => expect(changedFields(fields, projectPatch({}))).toEqual({}));
});
