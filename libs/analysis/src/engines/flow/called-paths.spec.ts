import { MOST_PATHS, pathsOfCall } from './interpret/called-paths';

describe('the names of what a call returns', () => {
  it('are those of the value and of the call, each once', () => {
    expect(pathsOfCall([], ['a.b()'])).toEqual(['a.b()']);
    expect(pathsOfCall(['a'], ['a.b()', 'a'])).toEqual(['a', 'a.b()']);
  });

  it('stay few in a long chain of calls that return their builder', () => {
    let paths: readonly string[] = ['Page'];
    for (let call = 0; call < 60; call += 1)
      paths = pathsOfCall(
        paths,
        paths.map((path) => `${path}.add${call}()`),
      );
    expect(paths).toHaveLength(MOST_PATHS);
    expect(paths[0]).toBe('Page');
  });
});
