const fs = require('fs');
const path = require('path');

const body = Buffer.alloc(10);
const { hostname } = new URL('https://example.com/');
fs.access('/etc/hosts', () => undefined);
const template = fs.readFileSync(path.join(__dirname, 'index.html'));
const Logger = require('./logger');
const logger = new Logger();

function load(file, callback) {
  fs.readFile(file, (err, text) => (err ? callback(err) : callback(null, text)));
}

module.exports = { load, body, hostname, template, logger };
