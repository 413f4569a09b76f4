import { runOn } from '../../../test/run-on';
import { flowTools } from '../../catalogue/flow';
import { profileOf } from '../engine-table';

const profile = profileOf('flow');

const rulesIn = async (tool: string, tree: Record<string, string>) => {
  const run = (await runOn(profile, flowTools, tree)).tool(tool);
  expect(run.unreadable).toEqual([]);
  return run.findings.map(({ rule }) => rule).sort();
};

const scriptOf = (body: string) => `
import { createCipheriv, createHmac, webcrypto, generateKeyPairSync } from 'node:crypto';
import https from 'node:https';
import express from 'express';
import cors from 'cors';
import CryptoJS from 'crypto-js';
import jwt from 'jsonwebtoken';
const app = express();
const KEY = 'till-and-drawer';
export async function run(given, typed, limit, allowed) {
  ${body}
}
`;

describe('what JavaScript tells a call', () => {
  it.each<[string, string, readonly string[]]>([
    ['a constant key', 'createCipheriv("aes-256-gcm", KEY, given);', ['hard-coded-key']],
    ['the environment', 'createCipheriv("aes-256-gcm", process.env.KEY, given);', []],
    ['a default of the environment', 'createHmac("sha256", process.env.KEY || "abc");', []],
    ['a part of a constant', 'createCipheriv("aes-256-gcm", Buffer.from(KEY).slice(0, 8), given);', ['hard-coded-key']],
    ['a vector of zeros', 'createCipheriv("aes-256-cbc", given, Buffer.alloc(16));', ['constant-iv']],
    [
      'a vector that was filled',
      'const iv = new Uint8Array(16); webcrypto.getRandomValues(iv); createCipheriv("aes-256-cbc", given, iv);',
      [],
    ],
    ['a short key', 'generateKeyPairSync("rsa", { modulusLength: 1024 });', ['short-key']],
    ['settings that nobody knows', 'generateKeyPairSync("rsa", { modulusLength: 1024, ...given });', []],
    ['a cipher of a package', 'CryptoJS.DES.encrypt(given, typed);', ['weak-cipher']],
    ['the mode of a package', 'CryptoJS.AES.encrypt(given, typed, { mode: CryptoJS.mode.ECB });', ['weak-cipher']],
    ['another mode of a package', 'CryptoJS.AES.encrypt(given, typed, { mode: CryptoJS.mode.CBC });', []],
    ['rights for all', 'const fs = await import("node:fs"); fs.chmodSync(given, 0o777);', ['writable-by-all']],
    ['rights for the group', 'const fs = await import("node:fs"); fs.chmodSync(given, 0o775);', []],
    ['a token without a signature', 'jwt.sign(given, "", { algorithm: "none" });', ['token-unverified']],
    ['a token that is signed with a constant', 'jwt.sign(given, KEY);', ['hard-coded-key']],
    ['any origin with cookies', 'app.use(cors({ origin: true, credentials: true }));', ['any-origin']],
    ['any origin without cookies', 'app.use(cors({ origin: true }));', []],
    ['any origin, with cookies by chance', 'app.use(cors({ origin: true, credentials: limit }));', []],
    [
      'the origin that asks',
      'app.get("/", (req, res) => res.set("Access-Control-Allow-Origin", req.get("origin")).end());',
      ['cross-origin-access'],
    ],
    [
      'an origin of a list',
      `app.get("/", (req, res) => {
         if (allowed.has(req.headers.origin)) res.set("Access-Control-Allow-Origin", req.headers.origin);
       });`,
      [],
    ],
    [
      'an origin that somebody judges',
      `app.get("/", (req, res) => {
         if (!given.originAllowed(req.headers.origin)) return;
         res.set("Access-Control-Allow-Origin", req.headers.origin);
       });`,
      [],
    ],
    [
      'certificates that are not checked',
      'https.get(given, { rejectUnauthorized: false });',
      ['certificate-unchecked'],
    ],
    ['certificates by choice', 'https.get(given, { rejectUnauthorized: !limit });', []],
    ['hosts that are not checked', 'new https.Agent({ checkServerIdentity: () => {} });', ['host-name-unchecked']],
    ['hosts that are checked', 'new https.Agent({ checkServerIdentity: (a, b) => given(a, b) });', []],
    ['all certificates', 'process.env.NODE_TLS_REJECT_UNAUTHORIZED = "0";', ['certificate-unchecked']],
    ['a nonce of a client', 'const cnonce = Math.random().toString(36);', []],
    ['a predictable token', 'const token = Math.floor(Math.random() * 1e9).toString(36);', ['predictable-secret']],
    ['a number for a game', 'const dice = 1 + Math.floor(Math.random() * 6);', []],
    [
      'one of several keys',
      'const apiKeys = given.split(","); const apiKey = apiKeys[Math.floor(Math.random() * 9)]; use(apiKey);',
      [],
    ],
    [
      'a token of characters that are chosen',
      'const all = given.split(""); let token = ""; for (const i of limit) token += all[Math.floor(Math.random()*9)];',
      ['predictable-secret'],
    ],
    ['what is found by a token', 'function userByToken() { return Math.random(); } userByToken();', []],
    [
      'a stack that is sent',
      'app.get("/", (req, res) => { try { given(); } catch (e) { res.json({ why: e.stack }); } });',
      ['error-exposure'],
    ],
    [
      'a message that is sent',
      'app.get("/", (req, res) => { try { given(); } catch (e) { res.json({ why: e.message }); } });',
      [],
    ],
  ])('%s', async (_, body, expected) => {
    expect(await rulesIn('js-data-flow', { 'app.js': scriptOf(body) })).toEqual(expected);
  });

  it('is shown where it is set, so that it merges with what other tools say of the line', async () => {
    const code = 'https.get(given, {\n  timeout: 1,\n  rejectUnauthorized: false,\n});';
    const { findings } = (await runOn(profile, flowTools, { 'app.js': scriptOf(code) })).tool('js-data-flow');
    expect(findings.map(({ line }) => scriptOf(code).split('\n')[line! - 1]!.trim())).toEqual([
      'rejectUnauthorized: false,',
    ]);
  });
});

const goFile = (body: string) => `package shop

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/tls"
	"io"
	"net/http"
	"os"

	"crypto/rand"

	"github.com/golang-jwt/jwt/v5"
	"github.com/labstack/echo/v4/middleware"
)

const word = "till-and-drawer!"

func Run(block cipher.Block, gcm cipher.AEAD, given []byte, limit bool, w http.ResponseWriter) {
	${body}
}
`;

describe('what Go tells a call', () => {
  it.each<[string, string, readonly string[]]>([
    ['a constant of the package', 'aes.NewCipher([]byte(word))', ['hard-coded-key']],
    ['the environment', 'aes.NewCipher([]byte(os.Getenv("KEY")))', []],
    ['zeros', 'iv := make([]byte, aes.BlockSize); cipher.NewCBCEncrypter(block, iv)', ['constant-iv']],
    [
      'bytes that were filled',
      'iv := make([]byte, 16); io.ReadFull(rand.Reader, iv); cipher.NewCBCEncrypter(block, iv)',
      [],
    ],
    ['bytes that were copied', 'iv := make([]byte, 16); copy(iv, given); cipher.NewCBCEncrypter(block, iv)', []],
    ['certificates', '_ = &tls.Config{InsecureSkipVerify: true}', ['certificate-unchecked']],
    ['certificates by choice', '_ = &tls.Config{InsecureSkipVerify: limit}', []],
    ['certificates that are set', 'c := &tls.Config{}; c.InsecureSkipVerify = true', ['certificate-unchecked']],
    ['an old version', '_ = tls.Config{MinVersion: tls.VersionTLS11}', ['old-tls']],
    [
      'one of two versions',
      'v := uint16(tls.VersionTLS12); if limit { v = tls.VersionTLS10 }; _ = tls.Config{MinVersion: v}',
      [],
    ],
    ['rights of old', 'os.Chmod("a", 0777)', ['writable-by-all']],
    ['rights of the owner', 'os.Chmod("a", 0700)', []],
    ['a file that others know', 'os.Create("/tmp/shop.log")', ['shared-temporary-file']],
    ['a file with an unknown name', 'os.Create("/tmp/" + string(given))', []],
    ['a token without a signature', 'jwt.New(jwt.SigningMethodNone)', ['token-unverified']],
    [
      'any origin with cookies',
      '_ = middleware.CORSConfig{AllowOrigins: []string{"*"}, AllowCredentials: true}',
      ['any-origin'],
    ],
    ['any origin without cookies', '_ = middleware.CORSConfig{AllowOrigins: []string{"*"}}', []],
    [
      'a cookie that is protected later',
      'c := http.Cookie{Name: "a"}; c.Secure = true; c.HttpOnly = true; http.SetCookie(w, &c)',
      [],
    ],
    [
      'a cookie that scripts read',
      'http.SetCookie(w, &http.Cookie{Name: "a", Secure: true})',
      ['cookie-open-to-scripts'],
    ],
  ])('%s', async (_, body, expected) => {
    expect(await rulesIn('go-data-flow', { 'app.go': goFile(body) })).toEqual(expected);
  });
});
