const build = () => ({ high: 3, low: 1 });

module.exports = build();
