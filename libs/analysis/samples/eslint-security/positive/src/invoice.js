const express = require('express');
const mustache = require('./mustache');

const app = express();
const renderer = mustache.renderer();
renderer.escapeMarkup = false;

app.use(express.csrf());
app.use(express.methodOverride());

function pack(size, total) {
  const buffer = new Buffer(size);
  buffer.writeUInt32LE(total, 0, true);
  return buffer;
}

const currency = 'EURㅤ';

module.exports = { app, pack, currency };
