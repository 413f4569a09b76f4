const express = require('express');
const sha256 = require('sha256');
const { spawn } = require('child_process');

const app = express();

app.get('/report', (req, res) => {
  if (req.query.token !== sha256(req.query.login + process.env.KEY)) return res.sendStatus(403);
  spawn('report', [req.query.name]);
  return res.render('report', { name: req.query.name });
});
