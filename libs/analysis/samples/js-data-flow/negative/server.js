const express = require('express');
const { MongoClient } = require('mongodb');
const { execFile } = require('child_process');
const fs = require('node:fs');
const path = require('node:path');
const axios = require('axios');
const handlebars = require('handlebars');
const escapeHtml = require('escape-html');
const libxmljs = require('libxmljs');
const { findUser } = require('./lib/users');

const app = express();
const HOSTS = ['api.example.com', 'static.example.com'];
const PUBLIC = path.resolve('public');

app.get('/users/:id', async (req, res) => {
  const { id } = req.params;
  res.json(await findUser(id));
});

app.get('/ping', (req, res) => {
  execFile('ping', ['-c', '1', req.query.host], (error, output) => res.json({ output }));
});

app.post('/sum', (req, res) => res.json({ sum: JSON.parse(req.body.terms).length }));

app.get('/file', (req, res) => {
  const file = path.resolve(PUBLIC, req.query.name);
  if (!file.startsWith(PUBLIC)) return res.sendStatus(404);
  fs.createReadStream(file).pipe(res);
});

app.get('/hello', (req, res) => res.send('<h1>Hello ' + escapeHtml(req.query.name) + '</h1>'));

app.get('/leave', (req, res) => {
  const { page } = req.query;
  res.redirect(`/pages/${page}`);
});

app.get('/preview', async (req, res) => {
  const { host } = req.query;
  if (!HOSTS.includes(host)) return res.sendStatus(400);
  const answer = await axios.get(`https://${host}/status`);
  res.json(answer.status);
});

app.post('/login', async (req, res) => {
  const users = (await MongoClient.connect('mongodb://localhost')).db('app').collection('users');
  res.json(await users.findOne({ name: String(req.body.name) }));
});

app.post('/greeting', (req, res) => {
  const template = handlebars.compile('Hello {{name}}');
  res.json({ text: template({ name: req.body.name }) });
});

app.post('/cart', (req, res) => res.json(JSON.parse(req.cookies.cart)));

app.post('/import', (req, res) => res.json(libxmljs.parseXml(req.body.document).errors));

app.get('/search', (req, res) => {
  const { text } = req.query;
  res.json(['one', 'two'].filter((each) => each.includes(text)));
});

app.get('/page', (req, res) => {
  const debug = false;
  const size = Number(req.query.size);
  if (debug) res.send(req.query.size);
  else res.send(`<p>${size}</p>`);
});

app.put('/notes', (req, res) => {
  const notes = new Map();
  notes.get(req.body.shelf).set(req.body.title, req.body.text);
  res.json([...notes.keys()]);
});
