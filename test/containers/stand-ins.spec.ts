import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { SITE, STAND_INS } from './base-images';
import { KILLED } from './trials';

interface ComposeFile {
  readonly services: Readonly<Record<string, { readonly image: string; readonly build?: string }>>;
}

const read = (file: string): ComposeFile => parse(readFileSync(join(__dirname, file), 'utf8'), { merge: true });
const { services } = read('../../docker-compose.yml');
const added = read('stand-ins.yml').services;

describe('test:containers', () => {
  it('has a stand-in for each server of docker-compose.yml, with what makes its image', () => {
    const servers = Object.values(services).filter(({ build }) => build === undefined);
    const folders = servers.map(({ image }) => STAND_INS.find(([name]) => name.test(image))?.[1] ?? image);
    expect(new Set(folders)).toEqual(new Set(STAND_INS.map(([, folder]) => folder)));
    for (const folder of [...folders, 'site', 'tools'])
      expect([folder, existsSync(join(__dirname, 'images', folder, 'Dockerfile'))]).toEqual([folder, true]);
  });

  it('kills each service, and no other', () => {
    expect([...KILLED].sort()).toEqual(Object.keys(services).sort());
  });

  it('adds a site to the services, and no other', () => {
    expect(Object.keys(added).filter((name) => services[name] === undefined)).toEqual(['site']);
    expect(added['site']!.image).toBe(SITE);
  });
});
