const b = require('./b');

exports.a = () => b.b();
