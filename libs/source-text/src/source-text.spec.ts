import fc from 'fast-check';
import { anyText } from '../../../test/support/any-text';
import { countLines } from './count-lines';
import { detectLanguage, isBillable, languageKind } from './detect-language';
import { plainText } from './plain-text';
import { decodeBytes, isBinary } from './text-encoding';

describe('the language of a file', () => {
  it.each([
    ['src/a.ts', 'typescript'],
    ['A.PY', 'python'],
    ['Dockerfile', 'dockerfile'],
    ['docker/Dockerfile.dev', 'dockerfile'],
    ['api.dockerfile', 'dockerfile'],
    ['.env', 'ini'],
    ['.env.production', 'ini'],
    ['package-lock.json', 'lock'],
    ['yarn.lock', 'lock'],
    ['Gemfile.lock', 'lock'],
    ['Gemfile', 'ruby'],
    ['package.json', 'json'],
    ['.github/workflows/ci.yml', 'yaml'],
    ['LICENSE', 'text'],
    ['logo.SVG', 'svg'],
    ['ts', 'unknown'],
    ['a.unheard-of', 'unknown'],
  ])('of %s is %s', (path, language) => expect(detectLanguage(path)).toBe(language));

  it.each([
    ['#!/bin/sh\n', 'shell'],
    ['#!/usr/bin/env node', 'javascript'],
    ['#!/usr/bin/env -S NODE_ENV=x deno run --allow-net\n', 'typescript'],
    ['#! /usr/bin/python3.11 -u\n', 'python'],
    ['#!/bin/unheard-of\n', 'unknown'],
    ['no mark\n', 'unknown'],
  ])('is told by its first line where its name does not tell: %s', (line, language) =>
    expect(detectLanguage('bin/tool', Buffer.from(line))).toBe(language),
  );

  it('is billed for source and markup only', () => {
    expect(['typescript', 'terraform', 'html', 'scss'].map(isBillable)).toEqual([true, true, true, true]);
    expect(['json', 'lock', 'markdown', 'png', 'svg', 'unknown'].map(isBillable)).toEqual([
      false,
      false,
      false,
      false,
      false,
      false,
    ]);
    expect(languageKind('unknown')).toBeUndefined();
  });
});

describe('the lines of a file', () => {
  it.each([
    ['', 0],
    ['a', 1],
    ['a\n', 1],
    ['a\nb', 2],
    ['a\r\nb\r\n', 2],
    ['\n\n', 2],
    ['a\rb', 1],
  ])('of %j are %i', (text, lines) => expect(countLines(Buffer.from(text))).toBe(lines));
});

describe('the text of a file', () => {
  it('is decoded from UTF-8, from UTF-16 with its mark, and byte for byte where it is neither', () => {
    const utf16le = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('é\n', 'utf16le')]);
    const utf16be = Buffer.from(utf16le).swap16();
    expect(
      [Buffer.from('é\n'), Buffer.from('\ufeffé\n'), utf16le, utf16be, Buffer.from([0xe9, 0x0a])].map((bytes) =>
        decodeBytes(bytes),
      ),
    ).toEqual(Array(5).fill('é\n'));
    expect(isBinary(utf16le)).toBe(false);
    expect(isBinary(Buffer.from('a\0b'))).toBe(true);
  });
});

describe('plain text', () => {
  it('is one printable line of bounded length, whatever goes in', () =>
    fc.assert(
      fc.property(anyText({ maxLength: 300 }), fc.integer({ min: 1, max: 50 }), (text, limit) => {
        const plain = plainText(text, limit);
        expect(plain.length).toBeLessThanOrEqual(limit);
        expect(plain).not.toMatch(/[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e]/u);
      }),
    ));

  it('leaves ordinary words as they are', () =>
    expect(plainText("Unexpected 'été' — 日本 👍")).toBe("Unexpected 'été' — 日本 👍"));
});
