const express = require('express');
const jwt = require('jsonwebtoken');
const { User } = require('./models');
const app = express();

app.patch('/me', async (req, res) => {
  const user = await User.findById(jwt.decode(req.headers.authorization).sub);
  Object.assign(user, req.body);
  await user.save();
  res.sendStatus(204);
});

app.get('/accounts', async (req, res) => {
  const isAccount = /^(?:\d+-?)+$/;
  if (!isAccount.test(req.query.number)) return res.sendStatus(400);
  res.json(await User.find({ account: String(req.query.number) }));
});
