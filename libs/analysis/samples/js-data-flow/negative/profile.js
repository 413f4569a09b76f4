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
