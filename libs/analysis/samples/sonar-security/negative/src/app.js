import bodyParser from 'body-parser';
import cookieParser from 'cookie-parser';
import csurf from 'csurf';
import errorhandler from 'errorhandler';
import express from 'express';
import session from 'express-session';
import helmet from 'helmet';
import multer from 'multer';
import passport from 'passport';
import pug from 'pug';

const app = express();
app.disable('x-powered-by');
app.use(helmet());
app.use(helmet.referrerPolicy({ policy: 'no-referrer' }));
app.use(helmet.hsts({ maxAge: 31_536_000, includeSubDomains: true }));
app.use(express.static('public'));
app.use(session({ secret: process.env.SESSION_SECRET, cookie: { secure: true, httpOnly: true } }));
app.use(cookieParser(process.env.COOKIE_SECRET));
app.use(csurf());
app.use(bodyParser.json({ limit: '200kb' }));
if (process.env.NODE_ENV === 'development') app.use(errorhandler());

const pictures = multer({ dest: '/srv/pictures', limits: { fileSize: 4_000_000 } });
app.post('/pictures', pictures.single('picture'), (request, response) => response.sendStatus(204));

app.post('/login', passport.authenticate('local'), function (request, response, next) {
  request.session.regenerate((error) => (error ? next(error) : response.redirect('/account')));
});

app.get('/card', (request, response) => {
  response.send(pug.renderFile('card.pug', { name: request.query.name }));
});

export default app;
