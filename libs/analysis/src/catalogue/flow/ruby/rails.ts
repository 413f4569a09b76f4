import { below, labelled, sinks } from '../make';
import { ALL_BUT_EXPOSURE, ERROR_STACK, type FlowRows, UNFILTERED } from '../rows';

/** Since this version, Rails itself refuses a text that is no name of a column. */
const CHECKED = ['activerecord 6.1'];
/** Models of MongoDB have methods of the same names, which make no statement of SQL. */
const DOCUMENTS = ['mongoid alone'];
const FRAMEWORKS = ['rails', 'actionview', 'actionpack'];

const QUERY = ['params()', 'query_parameters()', 'request_parameters()', 'query_string()', 'raw_post()', 'body()', 'GET()', 'POST()', 'path_parameters()', 'filtered_parameters()'];
const ADDRESS = ['original_fullpath()', 'fullpath()', 'path()', 'path_info()', 'url()', 'original_url()', 'request_uri()'];
/** Headers that another site cannot choose for a user who opens a link. */
const HEADERS = ['headers()', 'env()', 'user_agent()', 'referer()', 'referrer()', 'cookies()', 'host()', 'remote_ip()', 'ip()', 'get_header()', 'authorization()', 'origin()', 'domain()', 'subdomain()', 'host_with_port()'];
/** Entries that Rack, the server and the middleware of Rails put beside the headers. A request id may come from a client. */
const SET_BY_SERVER = [
  'REMOTE_(?:ADDR|PORT)|SERVER_(?:PORT|PROTOCOL|SOFTWARE)|DOCUMENT_ROOT|SCRIPT_(?:NAME|FILENAME)|GATEWAY_INTERFACE',
  'rack\\.(?:version|url_scheme|errors|logger|multithread|multiprocess|run_once|hijack\\??|hijack_io|after_reply|session\\.options)',
  'action_dispatch\\.(?:secret_key_base|key_generator|exception|show_exceptions|logger|remote_ip|routes|cookies_serializer)',
  'action_controller\\.instance|warden(?:\\.options)?',
].join('|');
/** Helpers that return a path of the application itself, also in the attributes of a link. */
const OWN_ADDRESSES = ['url_for', 'polymorphic_path', 'polymorphic_url', 'url_from', 'root_path', 'root_url'];
/** Methods that take statements and parts of statements as strings. */
const WHOLE = ['find_by_sql', 'count_by_sql', 'select_all', 'select_rows', 'select_value', 'select_values', 'select_one', 'exec_query', 'exec_update', 'exec_delete', 'exec_insert'];
const PARTS = ['where', 'rewhere', 'having', 'joins', 'left_joins', 'left_outer_joins', 'update_all', 'delete_by', 'destroy_by'];
/** Methods that have other meanings too. */
const GUESSED = ['exists?', 'delete_all', 'destroy_all', 'from', 'lock', 'or', 'find_by', 'find_by!', 'group', 'select', 'sum', 'average', 'minimum', 'maximum', 'count'];
/** Methods that set the attributes of a record, or of several. */
const SETTING = ['update', 'update!', 'update_attributes', 'update_attributes!', 'assign_attributes', 'attributes=', 'update_columns', 'create', 'create!', 'insert', 'upsert'];
const COLUMNS = ['order', 'reorder', 'pluck', 'pick'];

/** Rails: requests, models, answers and views. */
export const rails: FlowRows = {
  aliases: {
    'request()': 'request',
    'response()': 'response',
    'cookies().signed()': 'signed cookies',
    'cookies().encrypted()': 'signed cookies',
    'cookies().permanent()': 'cookies()',
    'response.headers()': 'headers()',
    'response.set_header': 'headers().[]=',
    'Rails.logger()': 'logger()',
    'ActiveRecord.Base.connection()': 'connection()',
    'ApplicationRecord.connection()': 'connection()',
  },
  setByServer: { 'request.env()': SET_BY_SERVER },
  sources: {
    'params()': 'parameter of the request',
    'cookies()': 'cookie of the request',
    ...labelled('parameter of the request', below('request', QUERY)),
    ...labelled('address of the request', below('request', ADDRESS)),
    ...labelled('header of the request', below('request', HEADERS)),
    'Exception.backtrace()': ERROR_STACK,
    'Exception.full_message()': ERROR_STACK,
  },
  otherwise: [{ path: 'params()', files: '(?:^|/)mailers?/', label: 'parameter of the mail' }],
  harmless: [
    { paths: ['cookies()', ...below('request', HEADERS)], weaknesses: ['cross-site-scripting', 'open-redirect', 'regular-expression-injection'] },
    { paths: below('request', ADDRESS), weaknesses: ['open-redirect', 'path-traversal', 'request-forgery', 'trust-boundary'] },
    { paths: ['Exception.backtrace()', 'Exception.full_message()'], weaknesses: ALL_BUT_EXPOSURE },
  ],
  sinks: [
    ...sinks('sql-injection', below('*', WHOLE), { only: 'sql-part' }),
    ...sinks('sql-injection', below('*', PARTS), { only: 'sql-part', unlessImports: DOCUMENTS }),
    ...sinks('sql-injection', below('*', COLUMNS), { only: 'sql-part', unlessImports: [...CHECKED, ...DOCUMENTS] }),
    ...sinks('sql-injection', below('*', GUESSED), { only: 'sql-composed', unlessImports: DOCUMENTS }),
    ...sinks('sql-injection', ['*.execute', '*.query', '*.exec', '*.exec_params', '*.prepare'], { only: 'sql-text' }),
    ...sinks('sql-injection', ['connection().execute', 'connection().query', 'Arel.sql']),
    ...sinks('sql-injection', ['*.calculate'], { arguments: [1], only: 'sql-part' }),
    ...sinks('cross-site-scripting', ['raw', 'ERB.raw', '*.raw', 'h.raw', '*.safe_concat', 'ActiveSupport.SafeBuffer', 'ActiveSupport.SafeBuffer.new', 'javascript_tag']),
    ...sinks('cross-site-scripting', ['*.html_safe'], { receiver: true }),
    ...sinks('cross-site-scripting', ['link_to'], { arguments: [1], only: 'address-text' }),
    ...sinks('template-injection', ['render', 'render_to_string'], { arguments: ['inline'] }),
    ...sinks('template-injection', ['ERB', 'ERB.new', 'Liquid.Template.parse', 'Haml.Engine', 'Slim.Template', 'Tilt.ERBTemplate', 'Erubi.Engine']),
    ...sinks('path-traversal', ['render', 'render_to_string'], { arguments: ['file'] }),
    ...sinks('path-traversal', ['send_file', 'x_sendfile']),
    ...sinks('open-redirect', ['redirect_to', 'redirect_back_or_to'], { only: 'address-text', unlessFalse: 'allow_other_host' }),
    ...sinks('header-injection', ['headers().[]=', 'response.add_header'], { arguments: [1], unlessImports: ['rails', 'actionpack', 'puma'] }),
    ...sinks('cross-origin-access', ['headers().[]=', 'response.add_header'], { arguments: [1], onlyWithFirst: 'access-control-allow-origin' }),
    ...sinks('trust-boundary', ['session().[]=', 'request.session().[]='], { arguments: [1], only: 'text' }),
    ...sinks('error-exposure', ['render'], { arguments: ['plain', 'text', 'json', 'html', 'inline', 'body'] }),
    ...sinks('mass-assignment', below('*', SETTING), { onlyLabel: UNFILTERED, ofRecord: true }),
    ...sinks('predictable-secret', ['cookies().[]=', 'signed cookies.[]='], { arguments: [1] }),
  ],
  sanitizers: [
    ...[...OWN_ADDRESSES, ...below('*', ['url_for', 'cache_key', 'id'])].map((call) => ({ call, safeFor: 'all' as const })),
    ...[
      'h',
      'html_escape',
      'ERB.Util.html_escape',
      'ERB.Util.h',
      'sanitize',
      'strip_tags',
      'escape_once',
      'simple_format',
      'content_tag',
      'link_to',
      'tag',
      'safe_join',
      'truncate',
      'j',
      'escape_javascript',
      'json_escape',
      'auto_link',
      '*.sanitize',
      '*.to_json',
      '*.strip_tags',
      'Sanitize.fragment',
      'Sanitize.clean',
      'Loofah.fragment',
      'render',
      'number_to_currency',
      'image_tag',
      '*.except',
      't',
      'I18n.t',
      'l',
    ].map((call) => ({ call, safeFor: ['cross-site-scripting'] as const })),
    ...['sanitize_sql', 'sanitize_sql_array', 'sanitize_sql_for_conditions', 'sanitize_sql_for_order', 'quote', 'quote_column_name', 'quote_table_name', 'quote_string', 'sanitize_sql_hash_for_assignment'].flatMap((name) => [name, `*.${name}`]).map((call) => ({ call, safeFor: ['sql-injection'] as const })),
    // A database record is not the value that finds it.
    ...below('*', ['where', 'not', 'joins', 'includes', 'order', 'rewhere']).map((call) => ({ call, safeFor: 'all' as const })),
    // The result is not the input: a class is not its name.
    ...['*.parameterize', '*.constantize', '*.safe_constantize', '*.const_get', '*.to_param', '*.hexdigest', 'dom_id'].map((call) => ({ call, safeFor: 'all' as const })),
  ],
};

/** Templates of frameworks that print without escaping. */
export const templates: FlowRows = {
  sinks: sinks('cross-site-scripting', ['ERB.printed'], { imports: ['sinatra', 'hanami', 'roda', 'cuba'], unlessImports: FRAMEWORKS, only: 'text' }),
};
