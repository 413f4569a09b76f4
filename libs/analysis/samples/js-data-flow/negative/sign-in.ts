import { randomBytes } from 'node:crypto';
import cors from 'cors';
import express from 'express';
import session from 'express-session';
import helmet from 'helmet';
import jwt from 'jsonwebtoken';

const SECRET = process.env.SHOP_SECRET ?? randomBytes(32).toString('hex');
const ORIGINS = ['https://shop.example', 'https://till.example'];
const app = express();

app.use(session({ secret: SECRET, cookie: { secure: process.env.NODE_ENV === 'production' } }));
app.use(cors({ origin: ORIGINS, credentials: true }));
app.use(helmet({ contentSecurityPolicy: { directives: { scriptSrc: ["'self'"] } } }));

app.post('/sign-in', (req, res) => {
  const token = randomBytes(16).toString('hex');
  const dice = Math.floor(Math.random() * 6);
  res.cookie('shop', token, { maxAge: 3600, secure: true, httpOnly: true });
  res.json({ dice, signed: jwt.sign({ name: 'guest' }, SECRET) });
});

app.get('/account', (req, res) => {
  res.json(jwt.verify(String(req.query.token), SECRET, { algorithms: ['HS256'] }));
});

app.get('/prices', (req, res) => {
  const { origin } = req.headers;
  if (origin && ORIGINS.includes(origin)) res.setHeader('Access-Control-Allow-Origin', origin);
  res.json({ apple: 3 });
});

app.get('/stock', (req, res) => {
  try {
    res.json({ stock: app.get('stock')() });
  } catch (error) {
    console.error((error as Error).stack);
    res.status(500).send('The stock cannot be counted now.');
  }
});
