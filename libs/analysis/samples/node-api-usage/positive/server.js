const fs = require('fs'), port = 80;
const server = new require('./server')();
const folder = __dirname + '/public';

exports = { server, port };

function read(name, callback) {
  const parser = require('./parser');
  fs.readFile(folder + name, (err, data) => {
    console.log(parser(data));
  });
  if (!name) callback(new Error('no name'));
  fs.stat(name, callback);
}

function send(target, price) {
  fetch('/orders', { method: 'GET', body: 'x' });
  target.removeEventListener('click', () => read('x'));
  window.postMessage({ price: price.toFixed() });
}

read(send);
