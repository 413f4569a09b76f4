'use strict';

const needle = require('needle');

const TABLE = 'orders';
const COLUMNS = 'id, total';

const findOrders = (db, customer) => db.query(`SELECT ${COLUMNS} FROM ${TABLE} WHERE customer = ?`, [customer]);

const findMany = (db, ids) => db.query(`SELECT id FROM orders WHERE id IN (${ids.map(() => '?').join(', ')})`, ids);

function findListed(db, ids) {
  const slots = ids.map(() => '?').join(',');
  return db.query(`SELECT id FROM orders WHERE id IN (${slots})`, ids);
}

const findSorted = (db, columns, direction) => db.query(`SELECT ${columns} FROM orders ORDER BY total ${direction}`);

const tagged = (sql, customer) => sql`SELECT id FROM orders WHERE customer = ${customer}`;

const byNumber = (db, text) => db.query(`SELECT id FROM orders WHERE id = ${Number(text)}`);

const escaped = (db, text) => db.query(`SELECT id FROM orders WHERE name = ${db.escape(text)}`);

const words = (dialog, name) => dialog.query(`Select a file from the list for '${name}'`);

const expensive = (orders) => orders.find({ $where: 'this.total > this.limit' });

function routes(app, isOurs) {
  app.get('/old', (req, res) => res.redirect('/new'));
  app.get('/order', (req, res) => res.redirect('/orders/' + req.params.id));
  app.get('/leave', (req, res) => {
    const to = req.query.url;
    if (!isOurs(to)) return res.sendStatus(400);
    return res.redirect(to);
  });
  app.get('/inside', (req, res) => res.redirect(req.query.to.startsWith('/') ? req.query.to : '/'));
  app.get('/quote', (req, res) => needle.get(`https://quotes.example/${encodeURIComponent(req.query.symbol)}`, (_, answer) => res.send(answer.body)));
}

module.exports = { findOrders, findMany, findListed, findSorted, tagged, byNumber, escaped, words, expensive, routes, cookieSecret: process.env.COOKIE_SECRET, clientSecret: 'client_secret', jwtSecret: 'JWT_SECRET', search: { appId: 'X1', apiKey: '9f8e7d6c5b4a39281706f5e4d3c2b1a0' } };
