const fs = require('fs');
const url = require('url');

const body = new Buffer(10);
const { hostname } = url.parse('https://example.com/');
fs.exists('/etc/hosts', () => undefined);
const template = fs.readFileSync(__dirname + '/index.html');
const logger = new require('./logger');

function load(file, callback) {
  fs.readFile(file, (err, text) => callback('ok', text));
}

exports = { load, body, hostname, template, logger };
