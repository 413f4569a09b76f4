const nunjucks = require('nunjucks');
const swig = require('swig');

exports.prepare = (app) => {
  swig.setDefaults({
    autoescape: false,
  });
  nunjucks.configure('views', { express: app, autoescape: false });
};
