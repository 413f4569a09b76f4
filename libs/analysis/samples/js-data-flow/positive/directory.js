const express = require('express');
const ldap = require('ldapjs');
const xpath = require('xpath');
const accounts = require('./accounts');
const app = express();
const client = ldap.createClient({ url: 'ldaps://ldap.internal' });

app.get('/people', (req, res) => {
  const options = { scope: 'sub', filter: `(cn=${req.query.name})` };
  client.search('ou=people,dc=example,dc=org', options, (error) => res.json({ error }));
});

app.get('/accounts', (req, res) => {
  res.json(xpath.select(`//account[@owner='${req.query.owner}']`, accounts).length);
});
