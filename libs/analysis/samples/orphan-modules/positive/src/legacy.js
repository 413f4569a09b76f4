module.exports = function legacy() { return 'legacy'; };
