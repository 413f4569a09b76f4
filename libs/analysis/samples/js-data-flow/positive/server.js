const express = require('express');
const { MongoClient } = require('mongodb');
const { exec } = require('child_process');
const fs = require('node:fs');
const path = require('node:path');
const axios = require('axios');
const handlebars = require('handlebars');
const libxmljs = require('libxmljs');
const serialize = require('node-serialize');
const { findUser } = require('./lib/users');

const app = express();

app.get('/users/:id', async (req, res) => {
  const { id } = req.params;
  res.json(await findUser(id));
});

app.get('/ping', (req, res) => {
  const host = req.query.host;
  exec(`ping -c 1 ${host}`, (error, output) => res.json({ output }));
});

app.post('/sum', (req, res) => res.json({ sum: eval(req.body.terms) }));

app.get('/file', (req, res) => {
  const file = path.join('public', req.query.name);
  fs.createReadStream(file).pipe(res);
});

app.get('/hello', (req, res) => res.send('<h1>Hello ' + req.query.name + '</h1>'));

app.get('/leave', (req, res) => {
  const target = req.query.to || '/';
  res.redirect(target);
});

app.get('/preview', async (req, res) => {
  const answer = await axios.get(req.query.url);
  res.json(answer.status);
});

app.post('/login', async (req, res) => {
  const users = (await MongoClient.connect('mongodb://localhost')).db('app').collection('users');
  res.json(await users.findOne({ name: req.body.name, password: req.body.password }));
});

app.post('/greeting', (req, res) => {
  const template = handlebars.compile(req.body.greeting);
  res.json({ text: template({}) });
});

app.post('/cart', (req, res) => res.json(serialize.unserialize(req.cookies.cart)));

app.post('/import', (req, res) => res.json(libxmljs.parseXml(req.body.document, { noent: true }).errors));

app.get('/search', (req, res) => {
  const pattern = new RegExp(req.query.text, 'i');
  res.json(['one', 'two'].filter((each) => pattern.test(each)));
});

app.put('/notes', (req, res) => {
  const notes = {};
  notes[req.body.shelf][req.body.title] = req.body.text;
  res.json(Object.keys(notes));
});
