import { environmentFor } from './environment';

const packaged = { version: '24.21.0', bin: '/nodes/24/bin', headers: '/nodes/24' };

describe('the environment of a Node.js', () => {
  it('has its programs first and its headers for native builds', () => {
    expect(environmentFor(packaged, { PATH: '/usr/bin:/bin', HOME: '/home/ada' })).toEqual({
      PATH: '/nodes/24/bin:/usr/bin:/bin',
      HOME: '/home/ada',
      NO_COLOR: '1',
      npm_config_nodedir: '/nodes/24',
    });
  });

  it('leaves the headers of this machine to its own Node.js', () => {
    const environment = environmentFor({ ...packaged, headers: undefined }, { PATH: '', NPM_CONFIG_NODEDIR: '/usr' });
    expect(environment).toMatchObject({ NPM_CONFIG_NODEDIR: '/usr' });
    expect(environment).not.toHaveProperty('npm_config_nodedir');
  });

  it('has nothing of the npm that started this, nor of another Node.js', () => {
    const environment = environmentFor(packaged, {
      PATH: '/project/node_modules/.bin:/npm/node-gyp-bin:/usr/bin',
      NPM_CONFIG_NODEDIR: '/usr',
      npm_config_local_prefix: '/project',
      npm_config_user_agent: 'npm/11',
      npm_package_json: '/project/package.json',
      npm_lifecycle_event: 'test:nodes',
      npm_command: 'run',
      npm_execpath: '/npm',
      npm_node_execpath: '/usr/bin/node',
      INIT_CWD: '/project',
      NODE: '/usr/bin/node',
      COLOR: '1',
      FORCE_COLOR: '1',
    });
    expect(environment).toEqual({ PATH: '/nodes/24/bin:/usr/bin', NO_COLOR: '1', npm_config_nodedir: '/nodes/24' });
  });

  it('keeps what npm needs to reach its registry, and where the browser is, and no other setting of Assay', () => {
    expect(
      environmentFor(packaged, {
        npm_config_registry: 'https://registry.example/',
        npm_config_cache: '/cache',
        ASSAY_CHROMIUM: '/usr/bin/chromium',
        ASSAY_DATA_DIR: '/home/ada/.assay',
        ASSAY_DEMO_URL: 'http://127.0.0.1:3000',
      }),
    ).toEqual({
      PATH: '/nodes/24/bin:',
      NO_COLOR: '1',
      npm_config_nodedir: '/nodes/24',
      npm_config_registry: 'https://registry.example/',
      npm_config_cache: '/cache',
      ASSAY_CHROMIUM: '/usr/bin/chromium',
    });
  });
});
