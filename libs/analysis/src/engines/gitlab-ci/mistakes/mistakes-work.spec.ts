import { rulesByType } from '../../infrastructure/judge-resources';
import { findFaults } from '../find-faults';

describe('what GitLab refuses in a pipeline', () => {
  it('is judged in time that grows with the file, and says where it was not judged to the end', () => {
    const many = Array.from(
      { length: 1_000 },
      (_, i) => `j${i}: { script: [a], needs: [j${i + 1}], extends: .t${i + 1} }\n.t${i}: { extends: .t${i + 1} }\n`,
    );
    expect(findFaults('.gitlab-ci.yml', many.join(''), rulesByType([]), true).faults.length).toBeGreaterThan(0);
    const names = Array.from({ length: 2_000 }, (_, i) => `n${i}`).join(', ');
    const alike = Array.from({ length: 2_000 }, (_, i) => `j${i}: { needs: *n, extends: *n }\n`).join('');
    expect(findFaults('.gitlab-ci.yml', `.n: &n [${names}]\n${alike}`, rulesByType([]), true).finished).toBe(false);
  });
});
