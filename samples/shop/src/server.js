const { exec } = require('child_process');
const express = require('express');
const { totalOf } = require('./cart');
const { currentUser } = require('./session');

const app = express();

app.get('/ping', (request, response) => {
  exec('ping -c 1 ' + request.query.host, (error, output) => {
    response.send('<pre>' + output + '</pre>');
  });
});

app.get('/price', (request, response) => {
  const discount = eval(request.query.discount);
  const total = totalOf(request.query.items);
  if (total == null) {
    debugger;
  }
  response.json({ total: total - discount });
});

app.get('/me', (request, response) => {
  const unused = 1;
  response.json(currentUser(request));
});

app.listen(8080);
