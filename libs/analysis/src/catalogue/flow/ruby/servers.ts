import { below, labelled, settings, sinks } from '../make';
import type { FlowRows } from '../rows';

const ENVIRONMENT = 'rack.Environment';
const WEBRICK = 'WEBrick.HTTPRequest';
const EVENT = 'aws.lambda.Event';
const ROUTE = 'roda.Route';
const HANAMI = 'hanami.Request';

/** Rack without a framework, Roda, Hanami, WEBrick, CGI, functions of AWS, resolvers of GraphQL, channels of Rails. */
export const rubyServers: FlowRows = {
  aliases: { 'CGI.new()': 'CGI', 'CGI()': 'CGI', [`${HANAMI}.params()`]: 'params()', [`${ROUTE}.params()`]: 'params()' },
  conventions: [
    { names: [['env']], parameters: [ENVIRONMENT], of: '^call!?$' },
    {
      names: [
        ['req', 'request'],
        ['res', 'resp', 'response'],
      ],
      parameters: [WEBRICK, 'WEBrick.HTTPResponse'],
      of: '^do_[A-Z]+$',
    },
    {
      names: [
        ['request', 'req'],
        ['response', 'res'],
      ],
      parameters: [HANAMI, 'hanami.Response'],
      of: '^handle$',
    },
    { names: [['event'], ['context']], parameters: [EVENT] },
  ],
  handlers: [{ call: 'route', parameters: [ROUTE], imports: ['roda'] }],
  sources: {
    ...labelled('query of the request', [`${ENVIRONMENT}.QUERY_STRING`]),
    ...labelled('body of the request', [`${ENVIRONMENT}.rack.input`, `${EVENT}.body`]),
    ...labelled('path of the request', [`${ENVIRONMENT}.PATH_INFO`, `${ENVIRONMENT}.REQUEST_PATH`]),
    ...labelled('header of the request', [...below(ENVIRONMENT, ['HTTP_COOKIE', 'HTTP_HOST', 'HTTP_USER_AGENT', 'HTTP_REFERER', 'HTTP_X_FORWARDED_FOR', 'HTTP_AUTHORIZATION']), `${EVENT}.headers`]),
    ...labelled('query of the request', [...below(EVENT, ['queryStringParameters', 'multiValueQueryStringParameters', 'rawQueryString']), `${WEBRICK}.query()`, `${WEBRICK}.query_string()`]),
    ...labelled('part of the path of the request', [`${EVENT}.pathParameters`]),
    ...labelled('body of the request', [`${WEBRICK}.body()`]),
    ...labelled('header of the request', [`${WEBRICK}.header()`, `${WEBRICK}.cookies()`]),
    ...labelled('parameter of the request', ['CGI.[]()', 'CGI.params()']),
  },
  controllers: [
    { base: 'GraphQL.Schema.Mutation', methods: ['resolve'], label: 'argument of a query' },
    { base: 'GraphQL.Schema.RelayClassicMutation', methods: ['resolve'], label: 'argument of a query' },
    { base: 'GraphQL.Schema.Resolver', methods: ['resolve'], label: 'argument of a query' },
    { base: 'GraphQL.Schema.Object', label: 'argument of a query' },
    { base: 'ActionCable.Channel.Base', label: 'message of a web socket' },
    { base: 'ApplicationCable.Channel', label: 'message of a web socket' },
  ],
  sinks: [
    ...sinks('cross-site-scripting', ['WEBrick.HTTPResponse.body=', 'hanami.Response.body='], { only: 'markup' }),
    ...sinks('open-redirect', ['WEBrick.HTTPResponse.set_redirect'], { arguments: [1], only: 'address' }),
    ...sinks('open-redirect', ['hanami.Response.redirect_to', `${ROUTE}.redirect`], { only: 'address' }),
    ...sinks('open-redirect', ['headers().[]=', 'response.headers().[]='], { arguments: [1], onlyWithFirst: 'location', only: 'address' }),
    ...sinks('open-redirect', ['head'], { arguments: ['location'], only: 'address-text' }),
    ...sinks('open-redirect', ['redirect_back'], { arguments: ['fallback_location'], only: 'address-text' }),
    ...sinks('open-redirect', ['headers'], { arguments: ['Location', 'location'], only: 'address', imports: ['sinatra', 'grape'] }),
  ],
};

/** Settings of Rails and Sinatra for the whole application. */
export const rubyHardening: FlowRows = {
  settings: [
    ...settings('forgery-unchecked', ['*.allow_forgery_protection='], { is: [false] }),
    ...settings('forgery-unchecked', ['disable'], { matches: '^protection$' }),
    ...settings('forgery-unchecked', ['set'], { argument: [1], is: [false], and: [{ matches: '^protection$' }] }),
    ...settings('error-shown', ['*.consider_all_requests_local='], { is: [true] }),
    ...settings('error-shown', ['set'], { argument: [1], is: [true], and: [{ matches: '^show_exceptions$' }] }),
    ...settings('mass-assignment', ['*.permit_all_parameters='], { is: [true] }),
    ...settings('weak-content-policy', ['*.script_src'], { argument: [0, 1], matches: '^unsafe_(?:inline|eval)$', severity: 'low' }),
    ...settings('weak-content-policy', ['*.script_src'], { argument: [1], matches: '^unsafe_(?:inline|eval)$', severity: 'low' }),
    ...settings('weak-content-policy', ['headers().[]=', 'response.headers().[]='], { argument: [1], matches: "script-src(?![^;]*'(?:nonce-|strict-dynamic))[^;]*(?:'unsafe-inline'|'unsafe-eval'|\\s\\*(?:\\s|;|$))", and: [{ matches: '^content-security-policy$' }] }),
    ...settings('escaping-off', ['ActiveSupport.escape_html_entities_in_json=', '*.escape_html_entities_in_json='], { is: [false] }),
  ],
};
