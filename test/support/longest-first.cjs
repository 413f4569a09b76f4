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
  /\/(?:scanning\/test\/(?:crashes|sessions)|targets\/(?:images|history))\.spec\.ts$/,
  /\/(?:gosec\/gosec|e2e\/(?:bill-and-reports|bought-and-kept))\.spec\.ts$/,
  /\/distributed\/(?:faults|demo|pushes|canceled|circuit-breakers|targets)\.engines\.spec\.ts$/,
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

const byRank = (tests) =>
  [...tests].sort(
    (a, b) =>
      rank(a.path) - rank(b.path) || statSync(b.path).size - statSync(a.path).size || (a.path < b.path ? -1 : 1),
  );

module.exports = class LongestFirst extends Sequencer {
  sort(tests) {
    const known = super.sort(tests);
    const ranBefore = known.filter(({ duration }) => duration !== undefined);
    return ranBefore.length > known.length / 2 ? known : byRank(tests);
  }

  /** Deals the specs to the parts in turn, so that none gets all that take long. It asks nothing of earlier runs. */
  shard(tests, { shardIndex, shardCount }) {
    return byRank(tests).filter((_, at) => at % shardCount === shardIndex - 1);
  }
};
