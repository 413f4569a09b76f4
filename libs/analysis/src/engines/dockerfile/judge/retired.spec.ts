import { retiredImage } from '../../../catalogue/retired-images';
import { modelOf } from '../stages';
import { retiredBase } from './retired';

it.each([
  ['debian:buster-slim', 'Debian 10'],
  ['debian:9.13', 'Debian 9'],
  ['python:3.12-slim-buster', 'Debian 10'],
  ['docker.io/library/ubuntu:18.04', 'Ubuntu 18.04'],
  ['centos', 'CentOS 8'],
  ['centos:7', 'CentOS 7'],
  ['node:14-alpine', 'Node.js 14'],
  ['python:3.7.2-alpine', 'Python 3.7'],
  [`python:2@sha256:${'0'.repeat(64)}`, 'Python 2'],
])('knows an image that is over: %s', (image, name) => expect(retiredImage(image)?.name).toBe(name));

it.each([
  'debian:bookworm',
  'debian',
  'ubuntu:24.04',
  'node:22-alpine',
  'node:lts',
  'python:3',
  'python:3.12',
  'php:8.3-fpm',
  'acme/debian:9',
  'python:${VERSION}-alpine',
])('knows none that is not, or may not be: %s', (image) => expect(retiredImage(image)).toBeUndefined());

describe('a stage on an old system', () => {
  const found = (text: string) =>
    retiredBase(modelOf(text)).map(({ line, severity = 'medium' }) => `${line} ${severity}`);
  const UPDATE = 'RUN apt-get update && apt-get install -y nginx\n';

  it('is grave where it asks for packages that no server has', () => {
    expect(found(`FROM debian:stretch\n${UPDATE}`)).toEqual(['1 high']);
    expect(found(`FROM debian:stretch AS build\n${UPDATE}FROM alpine\nCOPY --from=build /a /a\n`)).toEqual(['1 high']);
    expect(found('FROM centos:8\nRUN yum install -y nginx\n')).toEqual(['1 high']);
  });

  it('is not where it names other servers, asks for none, or may be another one', () => {
    expect(found(`FROM debian:stretch\nRUN sed -i s/deb/archive/ /etc/apt/sources.list\n${UPDATE}`)).toEqual([
      '1 medium',
    ]);
    expect(found('FROM debian:stretch\nCOPY a /a\n')).toEqual(['1 medium']);
    expect(found(`ARG BASE=debian:stretch\nFROM $BASE\n${UPDATE}`)).toEqual(['2 medium']);
  });

  it('matters where the image is shipped', () => {
    expect(found('FROM node:14 AS build\nRUN npm ci\nFROM nginx:1.29\nCOPY --from=build /a /a\n')).toEqual([]);
    expect(found('FROM node:14 AS build\nRUN npm ci\nFROM build\nCMD ["node"]\n')).toEqual(['1 medium']);
  });
});
