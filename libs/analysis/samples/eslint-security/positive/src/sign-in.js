const users = require('./users');

exports.signIn = (req, res, next) => {
  users.verifyPassword(req.body.name, req.body.password, (error, user) => {
    if (error) return next(error);
    req.session.userId = user.id;
    return res.redirect('/');
  });
};
