'use strict';

const session = require('express-session');

const users = [{ name: 'admin', password: 'Admin_123' }];
const smtpPassword = 'tr0mboneHill!';

function routes(app, secret) {
  app.use(session({ secret, resave: false, cookie: { maxAge: 600000 } }));
  app.post('/login', (req, res) => res.cookie('session', users.indexOf(req.user)));
  app.post('/renew', (req, res) => res.cookie('authToken', req.user.token, { httpOnly: true, sameSite: 'lax' }));
}

module.exports = { users, smtpPassword, routes };
