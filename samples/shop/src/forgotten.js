// Nothing imports this file.
module.exports = function forgotten() {
  return require('moment')().format();
};
