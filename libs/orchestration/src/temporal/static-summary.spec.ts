import fc from 'fast-check';
import { anyText } from '../../../../test/support/any-text';
import { staticSummary } from './static-summary';

const summary = { organizationId: 'org_1', projectId: 'prj_1', target: '/srv/code', tools: 12 };

describe("a session's summary for the Temporal UI", () => {
  it('names target, project and number of tools', () =>
    expect(staticSummary(summary)).toBe('`/srv/code`, project `prj_1`, 12 tools'));

  it('leaves out a project that there is none of', () =>
    expect(staticSummary({ ...summary, projectId: null, tools: 1 })).toBe('`/srv/code`, 1 tool'));

  it('keeps the end of a long path, which says most', () =>
    expect(staticSummary({ ...summary, target: `/${'deep/'.repeat(100)}code` })).toMatch(/^`….*deep\/code`, project/));

  it('is one line within the 400 bytes of the server, and the target stays inside its quotes', () =>
    fc.assert(
      fc.property(anyText({ maxLength: 600 }), fc.string({ unit: 'grapheme', maxLength: 100 }), (target, projectId) => {
        const line = staticSummary({ ...summary, target, projectId });
        expect(Buffer.byteLength(JSON.stringify(line))).toBeLessThan(400);
        expect(line).not.toMatch(/[\r\n]/);
        expect(line.match(/`/g)).toHaveLength(4);
      }),
    ));
});
