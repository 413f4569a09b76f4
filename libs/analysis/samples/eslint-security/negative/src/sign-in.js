const users = require('./users');

exports.signIn = (req, res, next) => {
  users.verifyPassword(req.body.name, req.body.password, (error, user) => {
    if (error) return next(error);
    return req.session.regenerate(() => {
      req.session.userId = user.id;
      res.redirect('/');
    });
  });
};
