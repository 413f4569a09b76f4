export const PERMISSIONS = [
  'projects:read',
  'projects:write',
  'scans:read',
  'scans:write',
  'findings:read',
  'findings:write',
  'reports:read',
  'reports:write',
  'automations:read',
  'automations:write',
  'billing:read',
  'billing:write',
  'keys:read',
  'keys:write',
  'settings:read',
  'settings:write',
] as const;
export type Permission = (typeof PERMISSIONS)[number];

export const PRESETS = {
  read_only: ['projects:read', 'scans:read', 'findings:read', 'reports:read'],
  execute: [
    'projects:read',
    'scans:read',
    'findings:read',
    'reports:read',
    'automations:read',
    'billing:read',
    'projects:write',
    'scans:write',
    'findings:write',
  ],
  full_access: PERMISSIONS,
} as const satisfies Record<string, readonly Permission[]>;
type Preset = keyof typeof PRESETS;

export const isPermission = (name: string): name is Permission => (PERMISSIONS as readonly string[]).includes(name);
export const isPreset = (name: string): name is Preset => Object.hasOwn(PRESETS, name);
