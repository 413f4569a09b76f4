const crypto = require('node:crypto');
const fs = require('node:fs');
const https = require('node:https');
const bcrypt = require('bcrypt');
const pg = require('pg');

const BITS = 1024;
const WORD = 'shopkeeper-of-the-corner-street!';
const CHECKS = false;

exports.pair = () => crypto.generateKeyPairSync('rsa', { modulusLength: BITS });

exports.seal = (text, nonce) => crypto.createCipheriv('aes-256-gcm', Buffer.from(WORD), nonce).update(text);

exports.sealBadly = (text, key) => {
  const start = Buffer.alloc(16);
  return crypto.createCipheriv('aes-256-cbc', key, start).update(text);
};

exports.sealBlocks = (text, key) => {
  const mode = 'ecb';
  return crypto.createCipheriv(`aes-256-${mode}`, key, null).update(text);
};

exports.sum = (text) => crypto.createHash('md5').update(text).digest('hex');

exports.derive = (typed) => crypto.scryptSync(typed, 'grains', 32);

exports.deriveFast = (typed, grains) => crypto.pbkdf2Sync(typed, grains, 100, 32, 'sha256');

exports.keep = (typed) => bcrypt.hash(typed, 4);

exports.prices = (done) =>
  https.get(
    'https://prices.example/',
    {
      rejectUnauthorized: CHECKS,
      checkServerIdentity: () => undefined,
    },
    done,
  );

exports.serve = (key, cert) => https.createServer({ key, cert, minVersion: 'TLSv1' });

exports.share = (file) => fs.chmodSync(file, 0o666);

exports.connect = () => new pg.Pool({ host: 'db.example', password: 'till-and-drawer' });
