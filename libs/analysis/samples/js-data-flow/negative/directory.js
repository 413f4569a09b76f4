const express = require('express');
const ldap = require('ldapjs');
const xpath = require('xpath');
const accounts = require('./accounts');
const app = express();
const client = ldap.createClient({ url: 'ldaps://ldap.internal' });

app.get('/people', (req, res) => {
  const options = { scope: 'sub', filter: new ldap.EqualityFilter({ attribute: 'cn', value: req.query.name }) };
  client.search('ou=people,dc=example,dc=org', options, (error) => res.json({ error }));
});

app.get('/accounts', (req, res) => {
  const query = xpath.parse('//account[@owner=$owner]');
  res.json(query.select({ node: accounts, variables: { owner: req.query.owner } }).length);
});
