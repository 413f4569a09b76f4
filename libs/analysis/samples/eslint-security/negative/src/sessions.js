'use strict';

const session = require('express-session');

const PASSWORD_FIELD = 'user-password-1';
const users = [{ name: 'admin', password: process.env.ADMIN_PASSWORD, passwordHint: 'Street no. 7' }];
const texts = { password: 'At least 8 characters', forgotPassword: 'Forgot2', wrongPassword: 'errors.login.e17' };

function routes(app, secret, inProduction) {
  const options = { httpOnly: true, secure: inProduction };
  app.use(session({ secret, resave: false, cookie: { secure: 'auto' } }));
  app.post('/login', (req, res) => res.cookie('session', users.indexOf(req.user), options));
  app.post('/logout', (req, res) => res.cookie('session', '', { maxAge: 0 }));
  app.post('/theme', (req, res) => res.cookie('theme', req.body.theme).cookie('XSRF-TOKEN', req.csrfToken()));
}

module.exports = { PASSWORD_FIELD, users, texts, routes };
