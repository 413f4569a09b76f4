const base = require('./jest.config.cjs');

// Whole sessions with every tool on targets that attack: minutes of processor time, so not part of `npm test`.
module.exports = { ...base, roots: ['<rootDir>/test/hostile'], testPathIgnorePatterns: ['/node_modules/', '/samples/'], testTimeout: 240_000 };
