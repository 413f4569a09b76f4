import bodyParser from 'body-parser';
import cookieParser from 'cookie-parser';
import csurf from 'csurf';
import errorhandler from 'errorhandler';
import express from 'express';
import session from 'express-session';
import { formidable } from 'formidable';
import helmet from 'helmet';
import multer from 'multer';
import passport from 'passport';
import pug from 'pug';

const app = express();
app.use(helmet({ contentSecurityPolicy: false, noSniff: false }));
app.use(helmet.referrerPolicy({ policy: 'unsafe-url' }));
app.use(helmet.hsts({ maxAge: 3600 }));
app.use(session({ secret: process.env.SESSION_SECRET, cookie: { secure: true, httpOnly: true } }));
app.use(express.static('public'));
app.use(cookieParser('correct horse 9'));
app.use(csurf({ cookie: true, ignoreMethods: ['POST'] }));
app.use(errorhandler());
app.use(bodyParser.json({ limit: '50mb' }));

const pictures = multer({ storage: multer.diskStorage({}) });
app.post('/pictures', pictures.single('picture'), (request, response) => response.sendStatus(204));

app.post('/login', passport.authenticate('local'), function (request, response) {
  response.redirect('/account');
});

app.get('/card', (request, response) => {
  response.send(pug.render(`h1 Hello ${request.query.name}`));
});

app.get('/sum', (request, response) => {
  response.json(eval(request.query.formula));
});

app.post('/letters', (request, response) => {
  const form = formidable({ keepExtensions: true });
  form.parse(request, () => response.sendStatus(204));
});

export default app;
