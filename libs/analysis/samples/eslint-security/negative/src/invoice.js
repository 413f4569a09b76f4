const express = require('express');
const mustache = require('./mustache');

const app = express();
const renderer = mustache.renderer();
renderer.escapeMarkup = true;

app.use(express.methodOverride());
app.use(express.csrf());

function pack(size, total) {
  const buffer = Buffer.alloc(size);
  buffer.writeUInt32LE(total, 0);
  return buffer;
}

const currency = 'EUR\u3164';

module.exports = { app, pack, currency };
