const crypto = require('crypto');
const { isEmail } = require('./cart');

function token(user) {
  return crypto.createHash('md5').update(user + Math.random()).digest('hex');
}

function currentUser(request) {
  try {
    return JSON.parse(request.headers['x-user']);
  } catch (error) {}
}

module.exports = { token, currentUser, isEmail };
