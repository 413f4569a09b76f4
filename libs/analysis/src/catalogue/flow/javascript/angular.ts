import { ANSWER, FLOW_WEAKNESSES, type FlowRows, TOKEN } from '../rows';

const ROUTE = '@angular.router.ActivatedRoute';
const OF_PAGE = ['queryParams', 'params', 'fragment'].flatMap((name) => [`${ROUTE}.snapshot.${name}`, `${ROUTE}.${name}`]);
const MAPS = ['queryParamMap', 'paramMap'].flatMap((name) => [`${ROUTE}.snapshot.${name}`, `${ROUTE}.${name}`]);
const METHODS = ['get', 'post', 'put', 'patch', 'delete', 'request'];
const TRUSTING = ['Html', 'Script', 'Style', 'Url', 'ResourceUrl'];

/** Angular: what a component marks as trusted is not cleaned any more. */
export const angular: FlowRows = {
  aliases: {
    ...Object.fromEntries(METHODS.map((name) => [`@angular.common.http.HttpClient.${name}()`, 'angular.Answers'])),
    'angular.Answers.pipe()': 'angular.Answers',
  },
  handlers: [{ call: 'angular.Answers.subscribe', parameters: ['angular.Answer'], fields: ['next'] }, ...[...OF_PAGE, ...MAPS].filter((path) => !path.includes('snapshot')).map((path) => ({ call: `${path}.subscribe`, parameters: ['angular.Parameters'], fields: ['next'] }))],
  sources: {
    'angular.Answer': ANSWER,
    'jwt-decode.jwtDecode()': TOKEN,
    'jwt-decode()': TOKEN,
    'angular.Parameters': 'address of the page',
    ...Object.fromEntries([...OF_PAGE, ...MAPS].filter((path) => path.includes('snapshot')).map((path) => [path, 'address of the page'])),
  },
  harmless: [{ paths: ['angular.Answer', 'jwt-decode.jwtDecode()', 'jwt-decode()', 'angular.Parameters', ...OF_PAGE, ...MAPS], weaknesses: FLOW_WEAKNESSES.filter((name) => name !== 'cross-site-scripting' && name !== 'open-redirect') }],
  milder: [{ labels: [ANSWER, TOKEN], severities: { 'cross-site-scripting': 'medium' } }],
  sinks: TRUSTING.map((name) => ({ call: `@angular.platform-browser.DomSanitizer.bypassSecurityTrust${name}`, weakness: 'cross-site-scripting' as const, takesStored: true as const })),
};
