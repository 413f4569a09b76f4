import cors from 'cors';
import express from 'express';
import session from 'express-session';
import helmet from 'helmet';
import jwt from 'jsonwebtoken';

const SECRET = 'till-and-drawer';
const app = express();

app.use(session({ secret: SECRET, cookie: { secure: true, httpOnly: true } }));
app.use(cors({ origin: true, credentials: true }));
app.use(
  helmet({
    contentSecurityPolicy: {
      directives: {
        scriptSrc: ["'self'", "'unsafe-inline'"],
      },
    },
  }),
);

app.post('/sign-in', (req, res) => {
  const token = Math.random().toString(36).slice(2);
  res.cookie('shop', token, { maxAge: 3600, secure: false });
  res.json({ signed: jwt.sign({ name: 'guest' }, SECRET) });
});

app.get('/account', (req, res) => {
  res.json(jwt.verify(String(req.query.token), app.get('key'), { algorithms: ['HS256', 'none'] }));
});

app.get('/prices', (req, res) => {
  res.setHeader('Access-Control-Allow-Origin', req.headers.origin ?? '');
  res.json({ apple: 3 });
});

app.get('/stock', (req, res) => {
  try {
    res.json({ stock: app.get('stock')() });
  } catch (error) {
    res.status(500).send((error as Error).stack);
  }
});
