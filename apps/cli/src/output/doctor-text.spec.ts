import { readSettings } from '@assay/kernel';
import { type Check, doctorText } from './doctor-text';

const says = 'a filter (seccomp) denies namespaces, mounts, tracing, keys, shared memory and other calls';
const problem: Check = { name: 'system-calls', state: 'problem', says };
const { listed } = readSettings({ ASSAY_DATA_DIR: '/data' });
const linesAt = (width?: number): string[] =>
  // oxlint-disable-next-line no-control-regex
  doctorText(listed, { protections: [problem] }, width)
    .replace(/\u001b\[\d+m/g, '')
    .split('\n');

describe('what the doctor says', () => {
  it.each([80, 100])('fits %i columns, and loses no word', (width) => {
    const lines = linesAt(width);
    expect(lines.filter((line) => line.length > width)).toEqual([]);
    const text = lines.map((line) => line.trim()).join(' ');
    expect(text).toContain(`✗ system-calls: ${says}`);
    for (const { name, value, description } of listed)
      expect(text).toContain(
        `${name} = ${value} (${name === 'ASSAY_DATA_DIR' ? 'environment' : 'default'}) ${description}`,
      );
  });

  it('has a line for each check in a pipe, above the settings', () => {
    const lines = linesAt();
    expect(lines.slice(0, 4)).toEqual(['Protections', `✗ system-calls: ${says}`, '', 'Settings']);
    expect(lines).toContain('ASSAY_DATA_DIR = /data (environment)');
  });
});
