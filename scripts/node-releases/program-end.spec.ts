import { failureOf } from './program-end';

const end = { status: 0, signal: null, overtime: false, output: '' };

describe('the end of a program', () => {
  it('is no failure with status 0', () => {
    expect(failureOf(end)).toBeUndefined();
  });

  it.each([
    [{ status: 1 }, 'ended with status 1'],
    [{ status: null, signal: 'SIGSEGV' as const }, 'was ended by SIGSEGV'],
    // As a shell says it of its child.
    [{ status: 134 }, 'was ended by SIGABRT'],
    [{ status: 254 }, 'ended with status 254'],
    [{ status: null, signal: 'SIGTERM' as const, overtime: true }, 'took too long and was ended'],
  ])('is one with %j', (difference, text) => {
    expect(failureOf({ ...end, ...difference })).toBe(text);
  });
});
