import { retiredImage } from '../../../catalogue/retired-images';
import { modelOf } from '../stages';
import { retiredBase } from './retired';
import { supersededAmong } from './superseded';

it.each([
  ['debian:buster-slim', 'Debian 10'],
  ['debian:9.13', 'Debian 9'],
  ['python:3.12-slim-buster', 'Debian 10'],
  ['docker.io/library/ubuntu:18.04', 'Ubuntu 18.04'],
  ['centos', 'CentOS 8'],
  ['centos:7', 'CentOS 7'],
  ['node:14-alpine', 'Node.js 14'],
  ['python:3.7.2-alpine', 'Python 3.7'],
  ['node:8', 'Node.js 8'],
  ['ubuntu:19.10', 'Ubuntu 19.10'],
  ['ubuntu:eoan', 'Ubuntu 19.10'],
  ['fedora:41', 'Fedora 41'],
  ['alpine:3.11', 'Alpine 3.11'],
  ['redis:7-alpine3.16', 'Alpine 3.16'],
  ['debian:bullseye-slim', 'Debian 11'],
  ['tomcat:9-jdk11-temurin-focal', 'Ubuntu 20.04'],
  ['mcr.example.com/sdk:5.0-buster-slim', 'Debian 10'],
  ['quay.io/centos/centos:stream8', 'CentOS Stream 8'],
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
  'ubuntu:26.04',
  'fedora:43',
  'alpine:3',
  'alpine:3.22',
  'node:24-alpine3.22',
  'acme/node:8',
  'quay.io/centos/centos:stream9',
  'acme/debian:9',
  'python:${VERSION}-alpine',
])('knows none that is not, or may not be: %s', (image) => expect(retiredImage(image)).toBeUndefined());

describe('a stage on an old system', () => {
  const found = (text: string) =>
    retiredBase(modelOf(text), () => []).map(({ line, severity = 'medium' }) => `${line} ${severity}`);
  const UPDATE = 'RUN apt-get update && apt-get install -y nginx\n';

  it('is grave where it asks for packages that no server has', () => {
    expect(found(`FROM debian:stretch\n${UPDATE}`)).toEqual(['1 high']);
    expect(found(`FROM debian:stretch AS build\n${UPDATE}FROM alpine\nCOPY --from=build /a /a\n`)).toEqual(['1 high']);
    expect(found('FROM centos:8\nRUN yum install -y nginx\n')).toEqual(['1 high']);
  });

  it('is grave without a name of the system, where all images of that version have it', () => {
    expect(found(`FROM node:8\n${UPDATE}`)).toEqual(['1 high']);
    expect(found(`FROM node:8-alpine\n${UPDATE}`)).toEqual(['1 medium']);
    expect(found(`FROM ubuntu:19.10\n${UPDATE}`)).toEqual(['1 high']);
    expect(found(`FROM ubuntu:19.10\nRUN sed -i s/archive/old-releases/ /etc/apt/sources.list\n${UPDATE}`)).toEqual([
      '1 medium',
    ]);
  });

  it('names the month in which the version ended, not a later one', () =>
    expect(retiredImage('node:12')?.since).toBe('2022-04'));

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

describe('a version that a newer one stands beside', () => {
  const isSuperseded = supersededAmong([
    'task/build/0.1/Dockerfile',
    'task/build/0.2/task.yaml',
    'server-5.6/Dockerfile',
    'server-5.10/Dockerfile',
    'agent-1.0/Dockerfile',
    'sites/2.5.1/Dockerfile',
    'sites/2.5.1-2601/Dockerfile',
    'releases/20.15.0-buster/Dockerfile',
    'releases/22.1.0-bookworm/Dockerfile',
    'Dockerfile',
  ]);

  it.each([
    'task/build/0.1/Dockerfile',
    'server-5.6/Dockerfile',
    'sites/2.5.1/Dockerfile',
    'releases/20.15.0-buster/Dockerfile',
  ])('is known by its folder: %s', (path) => expect(isSuperseded(path)).toBe(true));

  it.each([
    'task/build/0.2/task.yaml',
    'server-5.10/Dockerfile',
    'agent-1.0/Dockerfile',
    'sites/2.5.1-2601/Dockerfile',
    'Dockerfile',
  ])('is not one without a newer one: %s', (path) => expect(isSuperseded(path)).toBe(false));
});
