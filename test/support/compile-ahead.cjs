// For Jest, once before all suites.
module.exports = () => require('./compiled-sources.cjs').compileAhead();
