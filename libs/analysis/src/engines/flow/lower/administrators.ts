/** Attributes, annotations and decorators that say by their arguments who may call a function. */
const GATE = new RegExp(
  String.raw`^@?(?:[\w$]+\.)*(?:(?:pre_?)?authori[sz]e|secured|roles?_?(?:allowed|required|accepted)?|` +
    String.raw`has_?(?:any_?)?roles?|requires?_?roles?|user_passes_test)\s*\(`,
  'i',
);
/** Those that say it by their own name: `@staff_member_required`, `[AdminOnly]`. */
const NAMED = new RegExp(
  String.raw`^@?(?:[\w$]+\.)*(?:(?:require|requires|ensure|check|verify|authori[sz]e|is)_?)*(?:super_?)?` +
    String.raw`(?:admin(?:istrator)?|superuser|staff_member)s?_?(?:only|required|access)?(?:\s*\(\s*\))?$`,
  'i',
);
/** All of these must let a request pass. */
const GUARDS = /^@?UseGuards\s*\(/;
const ADMINISTRATORS = /admin|super_?user|root_?user|is_?staff|elevat/i;
/** Frameworks in which the host is the administrator of all sites. Elsewhere, a host may be any user. */
const OF_HOSTS = /^(?:Oqtane|DotNetNuke)(?:\.|$)/;
/** Before there is an administrator, whoever sets the program up is one. */
const BEFORE = /^(?:first_?time_?setup|init|setup)$/i;
/** Arguments of the attribute that name no role. */
const BESIDE = /\b(?:AuthenticationSchemes?|login_url|redirect_field_name)\s*[=:]\s*(?:"[^"]*"|'[^']*'|[\w.]+)/g;
const NAMES = /\b(?:[\w$]+\.)*([\w$-]+)\b(?!\s*[(=:.\w$-])/g;
/** The caller must have one of the roles, and meet the policy. */
const ANOTHER = /,(?=\s*(?:Roles|Policy)\s*=)/;
/** A user who is not an administrator may pass, too. */
const OTHERWISE = /!|\|\||\bor\b|\bnot\b/;

/** `isAdmin`, `requireAdminUser`, `ensure_superuser`, `adminOnly`: functions that a request passes on its way. */
const PASSED = new RegExp(
  '^(?:(?:is|has|requires?|ensures?|checks?|verify|verifies|asserts?|must_?be|needs?|only|authori[sz]e)_?\\w*|' +
    'admin(?:istrator)?s?_?(?:only|required|auth\\w*|guard|middleware)\\w*)$',
  'i',
);

/** Whether a function that stands before a handler lets none but administrators pass, by its name. */
export const isGateOfAdministrators = (name: string): boolean => PASSED.test(name) && isOfAdministrators(name);

/**
 * Whether an attribute, as it is written, lets none but administrators call what it stands at.
 * @param namespaces those that its file uses
 */
export function letsAdministratorsAlone(attribute: string, namespaces: readonly string[] = []): boolean {
  if (NAMED.test(attribute)) return true;
  const isGuarded = GUARDS.test(attribute);
  if (!isGuarded && !GATE.test(attribute)) return false;
  const told = attribute
    .slice(attribute.indexOf('(') + 1)
    .replace(BESIDE, '')
    .replace(/\blambda\b/g, '');
  if (OTHERWISE.test(told)) return false;
  const hasHosts = namespaces.some((each) => OF_HOSTS.test(each));
  const isOne = (name: string): boolean => isOfAdministrators(name) || (hasHosts && name === 'Host');
  if (isGuarded) return namesIn(told).some(isOne);
  return told.split(ANOTHER).some((part) => {
    const names = namesIn(part).filter((name) => !BEFORE.test(name));
    return names.length > 0 && names.every(isOne);
  });
}

const namesIn = (told: string): readonly string[] => [...told.matchAll(NAMES)].map(([, name]) => name!);

/** `RequiresElevation`, `FirstTimeSetupOrElevated`, and not `LocalAccessOrElevated`. */
function isOfAdministrators(name: string): boolean {
  const ways = name.split(/_or_|Or(?=[A-Z])/).filter((way) => !BEFORE.test(way));
  return ways.length > 0 && ways.every((way) => ADMINISTRATORS.test(way));
}
