import { below, labelled, sinks } from '../make';
import type { FlowRows } from '../rows';

const WITHOUT_RAILS = { unlessImports: ['rails', 'actionpack'] };

/** Sinatra, Rack, Grape, Hanami and Roda. */
export const rubyWeb: FlowRows = {
  aliases: {
    'Rack.Request': 'request',
    'Rack.Request.new()': 'request',
    'Sinatra.Request': 'request',
    'Hanami.Action.params()': 'params()',
  },
  sources: {
    ...labelled('parameter of the request', below('env', ['QUERY_STRING', 'rack.input'])),
    'CGI.params()': 'parameter of the request',
    'Rack.Utils.parse_query()': 'query of the request',
    'Rack.Utils.parse_nested_query()': 'query of the request',
    'declared()': 'parameter of the request',
  },
  handlers: ['get', 'post', 'put', 'patch', 'delete', 'options', 'head'].map((call) => ({ call, parameters: [], label: 'part of the path of the request' })),
  decorated: [{ decorator: 'route', label: 'part of the path of the request' }],
  responseTypes: [{ call: 'content_type', argument: 0 }],
  sinks: [
    { returnOf: 'route', weakness: 'cross-site-scripting', only: 'text', imports: ['sinatra', 'roda', 'cuba'] },
    ...sinks('open-redirect', ['redirect', 'request.redirect'], { only: 'address', imports: ['sinatra', 'grape', 'hanami', 'roda'] }),
    ...sinks('header-injection', ['CGI.http_header', 'CGI.header', 'CGI.out']),
    ...sinks('template-injection', ['erb', 'haml', 'slim', 'liquid', 'markdown'], WITHOUT_RAILS),
    ...sinks('cross-site-scripting', ['halt'], { arguments: [1], only: 'text', imports: ['sinatra', 'roda'], ...WITHOUT_RAILS }),
    ...sinks('cross-site-scripting', ['Rack.Response', 'response.write', 'body', 'halt'], { only: 'text', imports: ['sinatra', 'rack', 'roda'], ...WITHOUT_RAILS }),
  ],
};
