/** Packages of icons without a name of their own: what they draw is hidden, or says nothing. */
const ICON_PACKAGES: readonly string[] = [
  '@carbon/icons-vue',
  '@element-plus/icons-vue',
  '@fortawesome/react-fontawesome',
  '@fortawesome/vue-fontawesome',
  '@heroicons/react',
  '@heroicons/vue',
  '@iconify/react',
  '@iconify/svelte',
  '@iconify/vue',
  '@lucide/svelte',
  '@lucide/vue',
  '@material-ui/icons',
  '@mui/icons-material',
  '@phosphor-icons/react',
  '@phosphor-icons/vue',
  '@primer/octicons-react',
  '@radix-ui/react-icons',
  '@steeze-ui/svelte-icon',
  '@tabler/icons-react',
  '@tabler/icons-svelte',
  '@tabler/icons-vue',
  'carbon-icons-svelte',
  'lucide-react',
  'lucide-svelte',
  'lucide-vue-next',
  'phosphor-react',
  'phosphor-svelte',
  'react-bootstrap-icons',
  'react-feather',
  'react-icons',
  'svelte-awesome',
  'svelte-fa',
  'svelte-feather-icons',
  'svelte-hero-icons',
  'svelte-icons',
  'svelte-material-icons',
  'vue-feather-icons',
  'vue-material-design-icons',
  '~icons',
];

/** Whether a module is of a package of icons. */
export const isOfIcons = (module: string): boolean =>
  ICON_PACKAGES.some((name) => module === name || module.startsWith(`${name}/`));

/** Components of icons that a project registers once, for all its templates. Most read their content as a name. */
const REGISTERED = new Set(['font-awesome-icon', 'fontawesomeicon', 'v-icon', 'vicon', 'q-icon', 'qicon']);

/** Components of Angular that draw an icon, and hide it from assistive technology. */
const OF_ANGULAR = new Set(['mat-icon', 'fa-icon', 'lucide-icon', 'lucide-angular', 'i-feather', 'i-tabler']);

export const isRegisteredIcon = (tag: string): boolean => REGISTERED.has(tag.toLowerCase());
export const isIconOfAngular = (tag: string): boolean => OF_ANGULAR.has(tag);

/** Properties of icons that become a title of the drawing. */
const ICON_TITLES = ['title', 'titleaccess', 'titleid', 'alt', 'label', 'role', 'aria-hidden', 'content', 'arialabel'];

/** Whether an attribute may give the drawing of an icon a name. */
export const mayNameIcon = (attributes: ReadonlyMap<string, string | null>): boolean =>
  ICON_TITLES.some((name) => attributes.has(name) && !(name === 'aria-hidden' && attributes.get(name) !== 'false'));

const IMPORT = /\bimport\s+(?:type\s+)?([\w$]+)?\s*,?\s*(?:\{([^{}]{0,4000})\}\s*)?from\s*['"]([^'"\n]{1,200})['"]/g;

/** Names that the scripts of a component import from packages of icons. */
export function iconsImportedIn(text: string): ReadonlySet<string> {
  const names = new Set<string>();
  for (const [, whole, parts = '', module = ''] of text.matchAll(IMPORT)) {
    if (!isOfIcons(module)) continue;
    if (whole) names.add(whole);
    for (const part of parts.split(',')) {
      const name = part
        .trim()
        .split(/\s+as\s+/)
        .at(-1);
      if (name) names.add(name);
    }
  }
  return names;
}
