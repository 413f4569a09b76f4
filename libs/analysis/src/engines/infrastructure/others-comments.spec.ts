import { isAcceptedElsewhere } from './others-comments';

const at = (text: string, word: string) => {
  const lines = text.split('\n');
  return isAcceptedElsewhere(lines, lines.findIndex((line) => line.includes(word)) + 1);
};

describe('what another tool is told to accept', () => {
  it.each([
    ['above', '#bridgecrew:skip=BC_AWS_1:Users decide\nopen = true\n'],
    ['above other words', '# tfsec:ignore:aws-eks-no-public\n# for users\nopen = true\n'],
    ['behind', 'open = true # trivy:ignore:AVD-AWS-0040\n'],
    ['in the block', 'resource "a" "open" {\n  # checkov:skip=CKV_AWS_1:Users decide\n  b = 1\n}\n'],
  ])('is told %s', (_, text) => expect(at(text, 'open')).toBe(true));

  it.each([
    ['of another line', '# checkov:skip=CKV_AWS_1\na = 1\nopen = true\n'],
    ['further on in the block', 'resource "a" "open" {\n  b = 1\n  # checkov:skip=CKV_AWS_1\n}\n'],
    ['in no comment', 'open = "checkov:skip=CKV_AWS_1"\n'],
  ])('is not told %s', (_, text) => expect(at(text, 'open')).toBe(false));
});
