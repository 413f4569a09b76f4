import { chained } from '../make';
import type { FlowRows, SettingRow, SinkRow } from '../rows';

const BUILT = ['get', 'post', 'put', 'delete', 'patch', 'head', 'header', 'addHeader', 'headers', 'method', 'tag', 'cacheControl', 'removeHeader'];
const SPRING = ['get', 'post', 'put', 'delete', 'patch', 'head', 'options', 'method'];
const address = (call: string): SinkRow => ({ call, weakness: 'request-forgery', only: 'address' });

const UNIREST = ['get', 'post', 'put', 'delete', 'patch', 'head'].map((verb) => `Unirest.${verb}`);
const REQUEST_BUILDERS = ['RequestBuilder', 'ClassicRequestBuilder', 'SimpleRequestBuilder'].flatMap((builder) => ['get', 'post', 'put', 'delete', 'patch', 'head', 'setUri'].map((name) => `${builder}.${name}`));
const CLIENTS = [...UNIREST, ...REQUEST_BUILDERS, 'HttpGet.setURI', 'HttpPost.setURI', 'Jsoup.connect', 'Client.target', 'Client.resource', 'ClientBuilder.newClient().target', 'UrlResource', 'WSClient.url', 'AsyncHttpClient.prepareGet', 'FileUtils.copyURLToFile', 'Socket'];
/** The fluent interface of Apache's client: other libraries have a class of this name, too. */
const FLUENT = ['Get', 'Post', 'Put', 'Delete', 'Patch', 'Head'].flatMap((verb) => [`Request.${verb}`, `Request.${verb.toLowerCase()}`]);

/** A trust manager that accepts every certificate, in a list and alone. */
const trusting = (field: string): Omit<SettingRow, 'call'> => ({ weakness: 'certificate-unchecked', field, answer: true, is: [null] });
const ANY_HOST = { answer: true, is: [true], flags: ['NoopHostnameVerifier', 'NoopHostnameVerifier.INSTANCE', 'AllowAllHostnameVerifier', 'SSLSocketFactory.ALLOW_ALL_HOSTNAME_VERIFIER'] } as const;
const verifier = (call: string): SettingRow => ({ call, weakness: 'host-name-unchecked', ...ANY_HOST });

/** Clients for HTTP of the Java platform and its common libraries, and how they trust servers. */
export const javaClients: FlowRows = {
  aliases: {
    ...chained('Request.Builder', BUILT),
    ...chained('WebClient', SPRING),
    'WebClient.create()': 'WebClient',
    'WebClient.Builder.build()': 'WebClient',
    'RestClient.Builder.build()': 'RestClient',
    'WebClient.builder().build()': 'WebClient',
    ...chained('RestClient', SPRING),
    'RestClient.create()': 'RestClient',
  },
  sinks: [
    ...['Request.Builder.url', 'WebClient.uri', 'WebClient.create', 'RestClient.uri', 'HttpRequest.newBuilder', 'HttpRequest.newBuilder().uri', ...CLIENTS].map(address),
    ...FLUENT.map((call) => ({ ...address(call), imports: ['org.apache.hc.client5.http.fluent.Request', 'org.apache.http.client.fluent.Request'] })),
  ],
  settings: [
    { call: 'SSLContext.getInstance().init', argument: [1], ...trusting('0.checkServerTrusted') },
    { call: '*.sslSocketFactory', argument: [1], ...trusting('checkServerTrusted') },
    ...['*.hostnameVerifier', '*.setHostnameVerifier', '*.setSSLHostnameVerifier', 'HttpsURLConnection.setDefaultHostnameVerifier'].map(verifier),
    ...['*.hostnameVerifier', '*.defaultHostnameVerifier'].map((call) => ({ ...verifier(call), isAssignment: true as const })),
  ],
};
