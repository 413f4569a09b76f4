import { each } from './recommended';
import type { RuleChoices } from './rule-choices';

/** Folders at the top of a target whose code its developers run. Deeper down such names are those of modules. */
const AT_THE_TOP = new RegExp(
  String.raw`^(?:bin|scripts?|tools?|hack|contrib|ci|dev(?:el)?|build|maint(?:enance)?|packaging|releng|installers?|` +
    String.raw`\.\w[\w-]*)\/`,
);

/** Migrations, seeds and tasks, wherever the frameworks keep them. */
const BELOW = new RegExp(
  [
    String.raw`(?:^|\/)(?:db|database)\/(?:migrations?|migrate|seeds?|seeders|factories)\/`,
    String.raw`(?:^|\/)(?:migrations|alembic)\/`,
    String.raw`(?:^|\/)lib\/(?:tasks|capistrano)\/`,
    String.raw`(?:^|\/)config\/deploy(?:\/|\.rb$)`,
    String.raw`(?:^|\/)management\/commands\/`,
    String.raw`(?:^|\/)app\/console\/`,
    String.raw`(?:^|\/)(?:buildsrc|build-logic)\/`,
  ].join('|'),
);

/** Descriptions of builds and tasks that are code. */
const BY_NAME = new RegExp(
  String.raw`(?:^|\/)(?:rakefile|capfile|vagrantfile|g(?:ulp|runt)file\.\w+|[\w-]+\.(?:rake|gradle|gradle\.kts)|` +
    String.raw`(?:setup|conf|noxfile|fabfile|tasks|manage)\.py|[\w.-]+\.config\.[cm]?[jt]s)$`,
);

/**
 * Whether a file is code that the people of the project run themselves, by conventions of its path: a script, a
 * migration, a task of the build. What it is given comes from them.
 * @param path relative to the target, with slashes
 */
export function isRunByDevelopers(path: string): boolean {
  const lower = path.toLowerCase();
  return AT_THE_TOP.test(lower) || BELOW.test(lower) || BY_NAME.test(lower);
}

/** Tools and rules about what input from outside can do. */
const ABOUT_INPUT = [
  'biome-security',
  'c-unsafe-calls',
  'csharp-data-flow',
  'csharp-security',
  'eslint-security',
  'go-data-flow',
  'go-security',
  'gosec',
  'java-data-flow',
  'java-security',
  'js-data-flow',
  'js-suspicious/no-eval',
  'js-suspicious/no-implied-eval',
  'js-suspicious/no-new-func',
  'kotlin-data-flow',
  'kotlin-safety',
  'microsoft-sdl',
  'php-data-flow',
  'php-security',
  'py-data-flow',
  'py-django',
  'py-security',
  'regex-dos',
  'ruby-data-flow',
  'ruby-security',
  'rust-safety',
  'sonar-security',
] as const;

/** Rules about faults that can be exploited over the network, no matter who starts the program. */
const ABOUT_TRANSPORT = [
  ...['csharp', 'go', 'java', 'kotlin', 'php', 'ruby', 'rust'].map(
    (language) => `${language}-${/kotlin|rust/.test(language) ? 'safety' : 'security'}/tls-verification-off`,
  ),
  ...['csharp', 'go', 'java', 'js', 'kotlin', 'php', 'py', 'ruby'].map(
    (language) => `${language}-data-flow/certificate-unchecked`,
  ),
  'py-security/PLE2502',
  'py-security/S323',
  'py-security/S501',
];

/** Only the developers run these files, so nobody else chooses what gets into a command, a statement or a path. */
export const IN_SCRIPTS: RuleChoices = { ...each(ABOUT_INPUT, 'low'), ...each(ABOUT_TRANSPORT, 'on') };
