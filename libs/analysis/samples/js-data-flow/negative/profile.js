const express = require('express');
const jwt = require('jsonwebtoken');
const { User } = require('./models');
const app = express();

app.patch('/me', async (req, res) => {
  const user = await User.findById(jwt.verify(req.headers.authorization, process.env.KEY).sub);
  Object.assign(user, { name: req.body.name });
  await user.save();
  res.sendStatus(204);
});

app.get('/accounts', async (req, res) => {
  const isAccount = /^\d+(?:-\d+)*$/;
  if (!isAccount.test(req.query.number)) return res.sendStatus(400);
  res.json(await User.find({ account: String(req.query.number) }));
});
