const express = require('express');
const md5 = require('md5');
const { spawn } = require('child_process');

const app = express();

app.get('/report', (req, res) => {
  if (req.query.token !== md5(req.query.login)) return res.sendStatus(403);
  spawn('sh', ['-c', 'report ' + req.query.name]);
  return res.render('report', { name: req.query.name });
});
