const nunjucks = require('nunjucks');
const swig = require('swig');

exports.prepare = (app) => {
  swig.setDefaults({
    autoescape: true,
  });
  nunjucks.configure('views', { express: app, autoescape: true });
};
