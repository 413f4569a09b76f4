const { execFile } = require('child_process');
const png = require('./formats/png');
const webp = require('./formats/webp');

const formats = new Map([['png', png], ['webp', webp]]);

// No shell, and only a format that is known.
function convert(request, done) {
  const format = formats.get(request.query.format);
  if (!format) return done(new Error('unknown format'));
  execFile('convert', ['upload.svg', `out.${format.extension}`], done);
}

function preview(request) {
  return JSON.parse(request.body.expression);
}

module.exports = { convert, preview };
