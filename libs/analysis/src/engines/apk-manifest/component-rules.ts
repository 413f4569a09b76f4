import type { XmlElement } from '@assay/target-records';
import type { RawFinding } from '../engine';
import { type Manifest, childrenOf, inElement } from './manifest';

/** Since Android 12, a component with an intent filter must declare whether it is exported. */
const EXPORT_SAID = 31;
/** Up to Android 4.1, providers were exported by default. */
const PROVIDERS_PRIVATE = 17;
/** Since Android 11, the system prevents an app from entering the task of another app. */
const TASKS_APART = 30;
const SINGLE_TASK = 2;

const SEVERITY = {
  activity: 'low',
  'activity-alias': 'low',
  service: 'medium',
  receiver: 'medium',
  provider: 'high',
} as const;
type ComponentKind = keyof typeof SEVERITY;

/** Judges the components that other apps can reach. */
export function judgeComponents(manifest: Manifest): RawFinding[] {
  const components = childrenOf(manifest.application, ...Object.keys(SEVERITY));
  return components.flatMap((component) => [
    ...judgeExport(manifest, component),
    ...judgeTask(manifest, component),
    ...judgeLinks(manifest, component),
    ...judgePower(manifest, component),
  ]);
}

function judgeExport(manifest: Manifest, component: XmlElement): RawFinding[] {
  const kind = component.name as ComponentKind;
  if (isEntrance(manifest, component) || isProtected(manifest, component)) return [];
  const name = nameOf(manifest, component);
  const said = component.attributes.has('android:exported');
  if (said && manifest.mayBe(component, 'exported', true, false)) {
    return [
      inElement(
        'exported-component',
        component,
        `Every app on the device can reach the ${kind} ${name}: it is exported and asks for no permission`,
        { severity: SEVERITY[kind] },
      ),
    ];
  }
  const implied =
    !said &&
    (kind === 'provider'
      ? manifest.minSdk < PROVIDERS_PRIVATE && manifest.targetSdk < PROVIDERS_PRIVATE
      : filtersOf(component).length > 0 && manifest.targetSdk < EXPORT_SAID);
  return implied
    ? [
        inElement(
          'implicitly-exported',
          component,
          `Every app on the device can reach the ${kind} ${name}: ` +
            `${kind === 'provider' ? 'providers were' : 'with an intent filter it is'} exported ` +
            'unless it says otherwise',
          { severity: SEVERITY[kind] },
        ),
      ]
    : [];
}

/** Whether a component must be reachable: the launcher starts it, or a browser opens it and its links are judged. */
const isEntrance = (manifest: Manifest, component: XmlElement): boolean =>
  component.name.startsWith('activity') &&
  filtersOf(component).some((filter) => {
    const [actions, categories] = [namesIn(manifest, filter, 'action'), namesIn(manifest, filter, 'category')];
    const launched =
      actions.includes('android.intent.action.MAIN') &&
      categories.some((category) => /^android\.intent\.category\.(LEANBACK_)?LAUNCHER$/.test(category));
    return launched || isLink(manifest, filter);
  });

function isProtected(manifest: Manifest, component: XmlElement): boolean {
  const asks = (attribute: string): boolean => (manifest.text(component, attribute) ?? '') !== '';
  const own = component.attributes.has('android:permission');
  if (own ? asks('permission') : (manifest.text(manifest.application, 'permission') ?? '') !== '') return true;
  return component.name === 'provider' && asks('readPermission') && asks('writePermission');
}

function judgeTask(manifest: Manifest, component: XmlElement): RawFinding[] {
  if (component.name !== 'activity' || manifest.minSdk >= TASKS_APART) return [];
  const joins =
    manifest.number(component, 'launchMode') === SINGLE_TASK ||
    manifest.mayBe(component, 'allowTaskReparenting', true, false);
  const affinity = manifest.text(component, 'taskAffinity') ?? manifest.text(manifest.application, 'taskAffinity');
  if (!joins || affinity === '') return [];
  return [
    inElement(
      'task-hijacking',
      component,
      'Up to Android 10 another app can put its own screen in front of ' +
        `${nameOf(manifest, component)}, in the same task`,
    ),
  ];
}

function judgeLinks(manifest: Manifest, component: XmlElement): RawFinding[] {
  if (!component.name.startsWith('activity')) return [];
  const name = nameOf(manifest, component);
  return filtersOf(component)
    .filter((filter) => isLink(manifest, filter))
    .flatMap((filter) => {
      const schemes = [...new Set(childrenOf(filter, 'data').flatMap((data) => manifest.texts(data, 'scheme')))];
      const web =
        schemes.some((scheme) => /^https?$/.test(scheme)) && !manifest.mayBe(filter, 'autoVerify', true, false);
      const own = schemes.filter((scheme) => !/^https?$/.test(scheme));
      return [
        ...(web
          ? [
              inElement(
                'unverified-app-link',
                filter,
                `Nothing verifies that web links to ${name} belong to this app: another app can ask for them as well`,
                { excerpt: `${name}: ${schemes.join(', ')}` },
              ),
            ]
          : []),
        ...own.map((scheme) =>
          inElement(
            'custom-scheme',
            filter,
            `Links of the scheme ${scheme} open ${name}, and any other app that names the same scheme`,
            { excerpt: `${name}: ${scheme}` },
          ),
        ),
      ];
    });
}

const isLink = (manifest: Manifest, filter: XmlElement): boolean =>
  namesIn(manifest, filter, 'action').includes('android.intent.action.VIEW') &&
  namesIn(manifest, filter, 'category').includes('android.intent.category.BROWSABLE');

const POWERS: Readonly<Record<string, string>> = {
  'android.permission.BIND_ACCESSIBILITY_SERVICE': 'reads and operates all that is on the screen',
  'android.permission.BIND_DEVICE_ADMIN': 'administers the device',
  'android.permission.BIND_NOTIFICATION_LISTENER_SERVICE': 'reads the notifications of all apps',
  'android.permission.BIND_VPN_SERVICE': 'sees the traffic of all apps',
  'android.permission.BIND_INPUT_METHOD': 'sees all that is typed',
};

function judgePower(manifest: Manifest, component: XmlElement): RawFinding[] {
  const permission = manifest.text(component, 'permission') ?? '';
  return Object.hasOwn(POWERS, permission)
    ? [
        inElement(
          'powerful-service',
          component,
          `Once the user agrees, ${nameOf(manifest, component)} ${POWERS[permission]}`,
        ),
      ]
    : [];
}

const filtersOf = (component: XmlElement): XmlElement[] => childrenOf(component, 'intent-filter');

const namesIn = (manifest: Manifest, filter: XmlElement, kind: string): string[] =>
  childrenOf(filter, kind).flatMap((each) => manifest.texts(each, 'name'));

const nameOf = (manifest: Manifest, component: XmlElement): string =>
  manifest.text(component, 'name') ?? '(without a name)';
