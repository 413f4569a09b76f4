const fs = require('fs');
const path = require('path');
const parser = require('./parser');
const Server = require('./server');
const server = new Server();
const folder = path.join(__dirname, 'public');

module.exports = exports = { server };

function read(name, callback) {
  if (!name) {
    callback(new Error('no name'));
    return;
  }
  fs.readFile(path.join(folder, name), (err, data) => {
    if (err) return callback(err);
    return callback(null, parser(data));
  });
}

function send(target, price, listener) {
  fetch('/orders', { method: 'POST', body: 'x' });
  target.removeEventListener('click', listener);
  window.postMessage({ price: price.toFixed(2) }, 'https://example.com');
}

read(send);
