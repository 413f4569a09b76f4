const { a } = require('./a');

exports.c = () => a;
