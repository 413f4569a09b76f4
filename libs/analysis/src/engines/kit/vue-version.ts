import { nearestManifests } from './nearest-manifest';

const VUE_2 = /^[\^~=v\s]*2(?:\.|$)/;

/**
 * Whether the nearest package.json above a file that declares Vue asks for Vue 2 alone. Only rules about what Vue 3
 * changed may believe it.
 */
export function filesOfVue2(root: string): (staged: string) => boolean {
  const vueFor = nearestManifests(root, (declared) => declared.get('vue'));
  return (staged) => VUE_2.test(vueFor(staged) ?? '');
}
