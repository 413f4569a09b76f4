import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dockerRegistry } from '../../../scripts/engines/docker-registry';
import { freePort } from './free-port';
import { type ServerProcess, onFreePort, startServer } from './server-process';

export interface DockerRegistry extends ServerProcess {
  readonly url: string;
}

export type RegistryAuth =
  /** Lines of `user:bcrypt hash`. */
  | { readonly htpasswd: string }
  /** Where clients get a token, who signs it, and the certificate of that signer in PEM. */
  | {
      readonly token: {
        readonly realm: string;
        readonly service: string;
        readonly issuer: string;
        readonly certificate: string;
      };
    };

/** A real registry with a configuration and a folder of its own. */
export async function startDockerRegistry(auth?: RegistryAuth): Promise<DockerRegistry> {
  const program = await dockerRegistry();
  const folder = await mkdtemp(join(tmpdir(), 'assay-registry-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  const start = async (port: number): Promise<DockerRegistry> => {
    const url = `http://127.0.0.1:${port}`;
    const file = join(folder, 'config.json');
    // JSON is YAML.
    await writeFile(
      file,
      JSON.stringify({
        version: '0.1',
        log: { level: 'info', accesslog: { disabled: true } },
        storage: { filesystem: { rootdirectory: join(folder, 'data') } },
        http: { addr: `127.0.0.1:${port}`, secret: 'of no use to anybody' },
        ...(auth && { auth: await authOf(auth, folder) }),
      }),
    );
    const server = await startServer({
      name: 'the container registry',
      program,
      args: ['serve', file],
      says: /listening on 127\.0\.0\.1/,
      answers: () => fetch(`${url}/v2/`),
    });
    return { ...server, url, stop: () => server.stop().then(remove), kill: () => server.kill().then(remove) };
  };
  try {
    return await onFreePort(start, freePort);
  } catch (error) {
    await remove();
    throw error;
  }
}

async function authOf(auth: RegistryAuth, folder: string): Promise<object> {
  if ('htpasswd' in auth) {
    const path = join(folder, 'htpasswd');
    await writeFile(path, auth.htpasswd);
    return { htpasswd: { realm: 'a private registry', path } };
  }
  const { realm, service, issuer, certificate } = auth.token;
  const rootcertbundle = join(folder, 'certificate.pem');
  await writeFile(rootcertbundle, certificate);
  return { token: { realm, service, issuer, rootcertbundle } };
}
