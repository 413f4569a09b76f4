exports.mixed = require('./units.js');
