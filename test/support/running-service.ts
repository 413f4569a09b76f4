import './nest-under-jest';
import { listen } from '../../libs/http-api/src/http-app';
import { startHttpService } from '../../libs/runtime/src/service';
import { CreateApiKey, CreateOrganization } from '@assay/identity';
import { type TierId, readSettings } from '@assay/kernel';
import type { FollowedPlatform } from '@assay/platform';
import { CommandBus } from '@nestjs/cqrs';
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Documentation, documentationOf, documented } from './documented-answers';
import { type HttpClient, httpClient } from './http-client';

/** An organization with its own key, and a client that sends it. Each answer must conform to the OpenAPI document. */
export interface Tenant extends HttpClient {
  readonly organizationId: string;
  readonly key: string;
}

export interface RunningService {
  readonly url: string;
  /** The platform of the service; a test may inspect it, but acts through HTTP. */
  readonly platform: FollowedPlatform;
  /** The address of the admin port; only with ASSAY_ADMIN_PORT among the settings. */
  readonly adminUrl: string | undefined;
  /** The directory root that sessions may analyse. */
  readonly root: string;
  /** A directory below the root with these files: name to content. */
  directory(name: string, files: Readonly<Record<string, string>>): Promise<string>;
  /** Creates a tenant as an operator does with `assay org create` and `assay key create`. */
  tenant(
    tier: TierId,
    options?: { permissions?: readonly string[]; preset?: string; organizationId?: string; expiresAt?: string },
  ): Promise<Tenant>;
  close(): Promise<void>;
}

/** The document, shared by the services of one spec file, because Nest takes a fifth of a second to make it. */
let documentation: Documentation | undefined;

/**
 * Starts the whole service on its own port and store.
 *
 * @param options.platform wraps the platform of the HTTP application, to inject faults
 */
export async function runningService({
  settings = {},
  platform: wrap,
}: {
  settings?: Readonly<Record<string, string>>;
  platform?: (platform: FollowedPlatform) => FollowedPlatform;
} = {}): Promise<RunningService> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'assay-e2e-')));
  const root = join(folder, 'targets');
  await mkdir(root);
  const service = await startHttpService(
    readSettings({
      ASSAY_DATA_DIR: join(folder, 'data'),
      ASSAY_DIRECTORY_ROOTS: `*=${root}`,
      ASSAY_ENGINE_SLOTS: '2',
      ASSAY_LOG_LEVEL: 'silent',
      ASSAY_UNCONFINED: 'allow', // the tests run on machines without namespaces, too
      ASSAY_RATE_LIMIT: '100000',
      ASSAY_START_RATE_LIMIT: '10000',
      ASSAY_UPLOAD_RATE_LIMIT: '10000',
      PORT: '0',
      ...settings,
    }),
    { ...(wrap && { wrap }) },
  );
  const url = await listen(service.app, { host: '127.0.0.1', port: 0 });
  const commands = service.app.get(CommandBus);
  documentation ??= documentationOf((await httpClient(url).get('/openapi.json')).body);
  const described = documentation;
  return {
    url,
    root,
    platform: service.platform,
    adminUrl: service.adminUrl,
    async directory(name, files) {
      for (const [file, content] of Object.entries(files)) {
        await mkdir(dirname(join(root, name, file)), { recursive: true });
        await writeFile(join(root, name, file), content);
      }
      return join(root, name);
    },
    async tenant(tier, { permissions, preset = 'full_access', organizationId: existing, expiresAt } = {}) {
      const organizationId =
        existing ??
        (await commands.execute(new CreateOrganization({ name: `a ${tier} organization`, tier }))).organizationId;
      const { key, position } = await commands.execute(
        new CreateApiKey({
          organizationId,
          name: 'a key',
          ...(permissions ? { permissions } : { preset }),
          expiresAt,
          grantedBy: 'operator',
        }),
      );
      if (position !== undefined) await service.platform.readModels.waitFor(position);
      return { organizationId, key, ...documented(httpClient(url, { authorization: `Bearer ${key}` }), described) };
    },
    async close() {
      await service.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
