const { createHash } = require('node:crypto');
const { availableParallelism } = require('node:os');

// Nest 12 and some of its dependencies are ES modules; Jest on Node 20 cannot require() those, so they are compiled
// too.
const esmPackages = [
  '@nestjs',
  'content-disposition',
  'cookie',
  'file-type',
  'strtok3',
  'token-types',
  'uint8array-extras',
  '@tokenizer',
  '@borewit',
  'p-queue',
  'p-timeout',
  'eventemitter3',
];

module.exports = {
  // One for all configurations of this folder: Jest keeps what it compiles, and how long specs took, by it.
  id: createHash('sha1').update(__dirname).digest('hex'),
  testEnvironment: 'node',
  roots: [
    '<rootDir>/apps',
    '<rootDir>/libs',
    '<rootDir>/projections',
    '<rootDir>/workflows',
    '<rootDir>/test',
    '<rootDir>/scripts',
  ],
  testMatch: ['**/*.spec.ts'],
  testPathIgnorePatterns: [
    '/node_modules/',
    '/samples/',
    '<rootDir>/test/(faults|hostile|targets)/',
    '<rootDir>/libs/targets/src/repository/',
    '\\.engines\\.spec\\.ts$',
  ],
  modulePathIgnorePatterns: ['<rootDir>/dist/', '/samples/'],
  moduleNameMapper: {
    '^@assay/(projections|workflows)$': '<rootDir>/$1',
    '^@assay/([a-z-]+)$': '<rootDir>/libs/$1/src',
  },
  transform: {
    '^.+\\.[cm]?[jt]s$': [
      '<rootDir>/test/support/jest-transformer.cjs',
      {
        jsc: {
          parser: { syntax: 'typescript', decorators: true },
          transform: { legacyDecorator: true, decoratorMetadata: true },
          target: 'es2023',
        },
        module: { type: 'commonjs', ignoreDynamic: true },
      },
    ],
  },
  transformIgnorePatterns: [`/node_modules/(?!(${esmPackages.join('|')})/)`],
  globalSetup: '<rootDir>/test/support/compile-ahead.cjs',
  setupFiles: ['<rootDir>/test/support/inherit-loader.cjs'],
  // Ample for a machine that runs other tests beside these: at 25 processes for two processors, 60 s were too few.
  testTimeout: 120_000,
  globals: { crashRuns: 3, ledgerRuns: 25, openCharges: 1_000, identityRuns: 40, dueTimes: 600 },
  testSequencer: '<rootDir>/test/support/longest-first.cjs',
  // A worker that is told to end has nothing open, and is done within a millisecond. Then the system takes back
  // hundreds of megabytes, for which the default of 500 ms is too little on a busy machine: Jest warned of a leak.
  workerGracefulExitTimeout: 10_000,
  // Three workers on two processors: a spec that starts the service or processes waits for them half of its time.
  maxWorkers: Math.ceil(availableParallelism() * 1.5),
};
