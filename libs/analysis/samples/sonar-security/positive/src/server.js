import crypto from 'node:crypto';
import https from 'node:https';
import tls from 'node:tls';
import cors from 'cors';
import express from 'express';
import session from 'express-session';
import jwt from 'jsonwebtoken';
import libxmljs from 'libxmljs';

const app = express();
app.use(cors({ origin: '*' }));
app.use(session({ cookie: { secure: false, httpOnly: false } }));

export const digest = (password) => crypto.createHash('md5').update(password).digest('hex');
export const encrypt = (key, iv) => crypto.createCipheriv('DES-CBC', key, iv);
export const keys = () => crypto.generateKeyPairSync('rsa', { modulusLength: 1024 });
export const parse = (xml) => libxmljs.parseXmlString(xml, { noent: true });
export const sign = (user, key) => jwt.sign(user, key, { algorithm: 'none' });

export function fetchReport(callback) {
  https.request({ hostname: 'reports.example.com', rejectUnauthorized: false }, callback).end();
  tls.connect({ host: 'reports.example.com', secureProtocol: 'TLSv1_method' });
}

export const connect = (client) => client.login({ user: 'reports', password: 'correct-horse-9' });

export const wrap = (key, iv) => crypto.createCipheriv('AES-256-CBC', key, iv);

export default app;
