import crypto from 'node:crypto';
import https from 'node:https';
import tls from 'node:tls';
import cors from 'cors';
import express from 'express';
import session from 'express-session';
import jwt from 'jsonwebtoken';
import libxmljs from 'libxmljs';

const app = express();
app.disable('x-powered-by');
app.use(cors({ origin: 'https://shop.example.com' }));
app.use(session({ cookie: { secure: true, httpOnly: true } }));

export const digest = (text) => crypto.createHash('sha256').update(text).digest('hex');
export const encrypt = (key, iv) => crypto.createCipheriv('aes-256-gcm', key, iv);
export const keys = () => crypto.generateKeyPairSync('rsa', { modulusLength: 3072 });
export const parse = (xml) => libxmljs.parseXmlString(xml, { noent: false });
export const sign = (user, key) => jwt.sign(user, key, { algorithm: 'ES256' });

export function fetchReport(callback) {
  https.request({ hostname: 'reports.example.com' }, callback).end();
  tls.connect({ host: 'reports.example.com', minVersion: 'TLSv1.2' });
}

export const connect = (client) => client.login({ user: 'reports', password: process.env.REPORTS_PASSWORD });

export default app;
