const crypto = require('node:crypto');
const fs = require('node:fs');
const https = require('node:https');
const bcrypt = require('bcrypt');
const pg = require('pg');

const BITS = 3072;

exports.pair = () => crypto.generateKeyPairSync('rsa', { modulusLength: BITS });

exports.seal = (text, nonce) =>
  crypto.createCipheriv('aes-256-gcm', Buffer.from(process.env.SHOP_KEY, 'hex'), nonce).update(text);

exports.sealWell = (text, key) => {
  const start = Buffer.alloc(16);
  crypto.randomFillSync(start);
  return crypto.createCipheriv('aes-256-cbc', key, start).update(text);
};

exports.sum = (text) => crypto.createHash('sha256').update(text).digest('hex');

exports.derive = (typed, grains) => crypto.scryptSync(typed, grains, 32);

exports.deriveSlowly = (typed, grains) => crypto.pbkdf2Sync(typed, grains, 600_000, 32, 'sha256');

exports.keep = (typed, rounds) => bcrypt.hash(typed, rounds);

exports.prices = (options, done) => https.get('https://prices.example/', { rejectUnauthorized: options.checks }, done);

exports.own = (ca, done) => https.get('https://prices.example/', { rejectUnauthorized: true, ca }, done);

exports.serve = (key, cert) => https.createServer({ key, cert, minVersion: 'TLSv1.2' });

exports.share = (file) => fs.chmodSync(file, 0o640);

exports.connect = () => new pg.Pool({ host: 'db.example', password: process.env.DB_PASSWORD });
