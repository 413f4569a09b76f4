module.exports = require('./gone.js');
