'use strict';

const needle = require('needle');

const findOrders = (db, customer) => db.query(`SELECT id, total FROM orders WHERE customer = '${customer}'`);

function findByState(pool, request) {
  let statement = 'SELECT id FROM orders';
  statement += " WHERE state = '" + request.query.state + "'";
  return pool.execute(statement);
}

const login = (req, models) => models.sequelize.query("SELECT * FROM Users WHERE email = '" + (req.body.email || '') + "'", { plain: true });

const removeOrder = (client, order) => client.query('DELETE FROM orders WHERE id = ' + order.id);

const expensive = (orders, user, threshold) => orders.find({ $where: `this.user == ${Number(user)} && this.total > '${threshold}'` });

function routes(app) {
  app.get('/leave', (req, res) => res.redirect(req.query.url));
  app.get('/back', ({ query }, response) => {
    if (query.to) response.redirect(302, query.to);
  });
  app.get('/quote', (req, res) => {
    const url = req.query.url + req.query.symbol;
    needle.get(url, (_, answer) => res.send(answer.body));
  });
  app.get('/status', async (req, res) => res.json(await (await fetch(`http://${req.query.host}/status`)).json()));
}

module.exports = { findOrders, findByState, login, removeOrder, expensive, routes, cookieSecret: 'session_cookie_secret_key_here', billingApiKey: 'v9dn0balpqas1pcc281tn5ood1' };
