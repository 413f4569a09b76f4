const { statSync } = require('node:fs');
const Sequencer = require('@jest/test-sequencer').default;

/**
 * Specs that take long come first, so that none of them is the last one, for which the other processor waits. Jest
 * knows how long a spec took only where it ran before, maybe in another lane with fewer random runs; in a fresh clone
 * these are known to: those that take minutes, which are short files, then those of the command line and of the
 * engines, which start processes, then those that start a service.
 */
const FIRST = [
  /\/(?:hostile\/(?:analysis|fuzz)|flow\/hostile-shapes|faults\/(?:kill|hostile-targets|schedule-kills))\.spec\.ts$/,
  /\/(?:scanning\/test\/crashes|targets\/(?:images|history)|gosec\/gosec|e2e\/bill-and-reports)\.spec\.ts$/,
  /apps\/cli\//,
  /engines\/(eslint|cspell|ruff|attw|dependency-cruiser|page)\//,
  /test\/(e2e|targets|hostile)\//,
  /engines\//,
  /sandbox\//,
  /libs\/scanning\/test\//,
];

const rank = (path) => {
  const index = FIRST.findIndex((pattern) => pattern.test(path));
  return index === -1 ? FIRST.length : index;
};

module.exports = class LongestFirst extends Sequencer {
  sort(tests) {
    const known = super.sort(tests);
    const ranBefore = known.filter(({ duration }) => duration !== undefined);
    if (ranBefore.length > known.length / 2) return known;
    return [...known].sort((a, b) => rank(a.path) - rank(b.path) || statSync(b.path).size - statSync(a.path).size);
  }
};
