import { QUERY } from '../labels';
import type { FlowRows } from '../rows';
import { aliases, assigned, below, labelled, safe, sinks } from '../make';

const GATEWAYS = ['APIGatewayProxyRequest', 'APIGatewayHttpApiV2ProxyRequest', 'ApplicationLoadBalancerRequest'];
const LOCATION = { arguments: [1], onlyWithFirst: 'location', only: 'address' } as const;

/** Functions of clouds, FastEndpoints, middleware, and the headers of a response that lead elsewhere. */
export const csharpHosts: FlowRows = {
  sources: {
    ...labelled(
      QUERY,
      GATEWAYS.flatMap((type) => below(type, ['QueryStringParameters', 'MultiValueQueryStringParameters', 'RawQueryString'])),
    ),
    ...labelled(
      'part of the path of the request',
      GATEWAYS.map((type) => `${type}.PathParameters`),
    ),
    ...labelled(
      'body of the request',
      GATEWAYS.map((type) => `${type}.Body`),
    ),
    ...labelled(
      'header of the request',
      GATEWAYS.map((type) => `${type}.Headers`),
    ),
    ...labelled('parameter of the request', ['ControllerBase.RouteData.Values', 'RouteData.Values', 'HttpContext.GetRouteData().Values']),
  },
  controllers: [{ base: 'Endpoint', methods: ['HandleAsync', 'ExecuteAsync'], unless: [], label: 'parameter of the request' }],
  handlers: ['WebApplication', 'IApplicationBuilder'].flatMap((type) => ['Run', 'Use'].map((name) => ({ call: `${type}.${name}`, parameters: [], implicit: ['HttpContext'] }))),
  sinks: [
    ...assigned('open-redirect', ['HttpResponse.Headers.Location'], { only: 'address' }),
    ...sinks('open-redirect', ['HttpResponse.Headers.Add', 'HttpResponse.Headers.Append', 'HttpResponse.AddHeader', 'HttpResponse.AppendHeader'], LOCATION),
    ...sinks('cross-site-scripting', ['ContentResult'], { arguments: ['Content'], only: 'markup', typedBy: ['ContentType'] }),
  ],
};

const KATA = ['WhereRaw', 'OrWhereRaw', 'OrderByRaw', 'SelectRaw', 'HavingRaw', 'GroupByRaw', 'FromRaw'];
const OF_PETA = ['Fetch', 'Single', 'SingleOrDefault', 'First', 'FirstOrDefault', 'Page', 'SkipTake', 'Delete', 'Update'].flatMap((name) => [name, `${name}Async`]);
const ORM_LITE = ['SqlList', 'SqlScalar', 'SqlColumn', 'SelectFmt', 'WhereUnsafe'].flatMap((name) => [name, `${name}Async`]);
const SUGAR = ['SqlQuery', 'SqlQueryAsync', 'GetDataTable', 'ExecuteCommand', 'ExecuteCommandAsync', 'GetString', 'GetInt'];
const MONGO = ['Find', 'FindSync', 'DeleteOne', 'DeleteMany', 'UpdateOne', 'UpdateMany', 'ReplaceOne', 'CountDocuments', 'FindOneAndUpdate', 'FindOneAndDelete'].flatMap((name) => [name, `${name}Async`]);

/** Mappers and stores beside those of Microsoft. */
export const csharpStores: FlowRows = {
  sinks: [
    ...sinks('sql-injection', below('*', KATA), { imports: ['SqlKata', 'SqlKata.Execution'] }),
    ...sinks('sql-injection', ['*.Statement', '*.StatementAsync', '*.Select'], { only: 'sql-text', imports: ['SqlKata', 'SqlKata.Execution'] }),
    ...sinks('sql-injection', below('*', OF_PETA), { only: 'sql-text', imports: ['PetaPoco', 'NPoco'] }),
    ...sinks('sql-injection', below('*', ORM_LITE), { only: 'sql-text' }),
    ...sinks('sql-injection', below('*', SUGAR), { only: 'sql-text', imports: ['SqlSugar', 'FreeSql'] }),
    ...sinks('sql-injection', ['*.Where', '*.OrderBy', '*.GroupBy', '*.Having'], { only: 'sql-composed', imports: ['SqlSugar', 'FreeSql'] }),
    ...sinks('sql-injection', ['SimpleStatement', 'QueryDefinition', '*.GetItemQueryIterator', '*.GetItemQueryStreamIterator'], { only: 'sql-text' }),
    ...sinks('sql-injection', ['FormattableStringFactory.Create'], { only: 'sql-text' }),
    ...sinks('nosql-injection', ['*.Run', '*.RunAsync', '*.ExecutableQuery'], { only: 'cypher', imports: ['Neo4j.Driver'] }),
    ...sinks('nosql-injection', below('*', MONGO), { only: 'query-text', imports: ['MongoDB.Driver'] }),
    ...sinks('nosql-injection', ['BsonDocument.Parse', 'BsonDocument.TryParse', 'BsonSerializer.Deserialize'], { only: 'query-text' }),
    ...sinks('nosql-injection', ['BsonDocument', 'BsonElement'], { arguments: [1], onlyWithFirst: '$where' }),
    ...sinks('code-injection', below('IDatabase', ['ScriptEvaluate', 'ScriptEvaluateAsync'])),
  ],
};

/** Clients, reflection, scripts and templates of libraries. */
export const csharpLibraries: FlowRows = {
  aliases: aliases('Type', ['Assembly.GetType()']),
  sinks: [
    ...assigned('request-forgery', ['HttpClient.BaseAddress', 'HttpRequestMessage.RequestUri', 'WebClient.BaseAddress'], { only: 'address' }),
    ...sinks('request-forgery', ['HttpClient'], { arguments: ['BaseAddress'], only: 'address' }),
    ...sinks('request-forgery', ['HttpRequestMessage'], { arguments: ['RequestUri'], only: 'address' }),
    ...sinks('request-forgery', ['FlurlRequest', 'FlurlClient', 'TcpClient', ...below('TcpClient', ['Connect', 'ConnectAsync']), 'ClientWebSocket.ConnectAsync', 'HubConnectionBuilder.WithUrl', 'SyndicationFeed.Load', 'HtmlWeb.Load', 'HtmlWeb.LoadFromWebAsync'], { only: 'address' }),
    ...sinks(
      'request-forgery',
      ['GetStringAsync', 'GetJsonAsync', 'GetBytesAsync', 'GetStreamAsync', 'PostJsonAsync', 'PostStringAsync', 'PutJsonAsync', 'DownloadFileAsync'].map((name) => `string.${name}`),
      { receiver: true, imports: ['Flurl.Http'] },
    ),
    ...sinks('unsafe-reflection', ['Type.GetType', 'Assembly.GetType', '*.GetMethod', '*.InvokeMember', 'Assembly.CreateInstance']),
    ...sinks('code-injection', below('Engine', ['Execute', 'Evaluate']), { imports: ['Jint'] }),
    ...sinks('code-injection', ['Script.DoString', 'Script.RunString', 'Lua.DoString', 'V8ScriptEngine.Execute', 'V8ScriptEngine.Evaluate']),
    ...sinks('command-injection', ['*.AddCommand'], { imports: ['System.Management.Automation'] }),
    ...sinks('template-injection', ['*.CompileRenderStringAsync', '*.RunCompile'], { arguments: [0, 1], imports: ['RazorLight', 'RazorEngine', 'RazorEngine.Templating'] }),
    ...sinks('template-injection', ['*.CompileRenderString']),
    ...sinks('unsafe-deserialization', ['JSON.ToObject'], { imports: ['fastJSON'] }),
    ...sinks('ldap-injection', ['LdapConnection.Search', 'LdapConnection.SearchAsync', 'ILdapConnection.Search', 'ILdapConnection.SearchAsync'], { arguments: [0, 2] }),
    ...sinks('path-traversal', ['ZipFile.ExtractToDirectory'], { arguments: [0, 1] }),
  ],
  sanitizers: safe(['ldap-injection'], ['*.LdapFilterEncode', '*.LdapDistinguishedNameEncode']),
};
