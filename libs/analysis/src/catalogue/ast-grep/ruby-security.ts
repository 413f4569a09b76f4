import { SOURCE_TARGETS } from '../tool';
import { contains, field, node, patternTool, within } from './pattern-rule';
import { SECRET_NAME } from './shapes';

export const rubySecurity = patternTool({
  id: 'ruby-security',
  name: 'Ruby security',
  description: 'Finds injection, unsafe deserialization, unescaped output and switched-off protections in Ruby and Rails code.',
  category: 'security',
  billing: 'security',
  targets: SOURCE_TARGETS,
  languages: ['ruby'],
  files: ['**/!(*_spec|*_test).{rb,rake}'],
  advice: 'Replace the construct by the safe form that Ruby or Rails offers.',
  shapes: {
    'secret-name': SECRET_NAME,
    interpolated: { kind: 'string', has: { kind: 'interpolation' } },
    // Left out: local variables in a method without parameters that reads no input. The method itself sets their
    // values.
    'of-this-method': {
      all: [{ not: { has: { kind: 'interpolation', not: { regex: '^#\\{[a-z_]\\w*\\}$' } } } }, within({ kind: 'method', all: [{ not: { has: { field: 'parameters', regex: '^\\(?\\s*[a-z]' } } }, { not: { regex: '\\b(params|request|cookies|ARGV|ENV|gets|read|readlines|download)\\b|@' } }] })],
    },
    'request-value': {
      any: [
        { kind: 'element_reference', regex: '^(params|cookies|request\\.(params|headers))\\[' },
        { kind: 'call', regex: '^params\\.(fetch|dig)\\(' },
      ],
    },
    'for-a-secret': {
      any: [{ inside: { kind: 'assignment', stopBy: { kind: 'body_statement' }, has: { field: 'left', matches: 'secret-name' } } }, within({ kind: 'method', has: { field: 'name', matches: 'secret-name' } })],
    },
  },
  rules: {
    'sql-built-from-values': {
      severity: 'low',
      cwe: 'CWE-89',
      title: 'A condition or SQL statement is built from values',
      fix: "Pass the values apart: where('name = ?', name) or where(name: name).",
      needs: '#\\{|params|cookies',
      match: {
        any: [
          node(
            'call',
            field('method', '^(where|not|having|joins|find_by_sql|count_by_sql|select_all|select_value|exec_query|execute|delete_by|destroy_by|exists\\?|order|reorder|pluck)$'),
            { has: { field: 'receiver', regex: '.' } },
            { has: { field: 'arguments', has: { nthChild: 1, matches: 'interpolated', not: { regex: '^"#\\{[^}]*(quoted_)?table_name\\}[^#]*"$' }, has: { kind: 'interpolation', not: { regex: 'quote|sanitize|table_name|column_name|\\.to_i\\}|Arel' } } } } },
          ),
          node('call', field('method', '^(where|having|find_by_sql|execute|order)$'), { has: { field: 'arguments', has: { nthChild: 1, kind: 'binary', regex: '^["\']', ...contains({ matches: 'request-value' }) } } }),
        ],
      },
    },
    'command-from-value': {
      severity: 'low',
      cwe: 'CWE-78',
      weakness: 'command-injection',
      title: 'A shell command is built from values',
      fix: 'Pass the program and its arguments apart: system("convert", file). Or quote with Shellwords.escape.',
      needs: '#\\{',
      match: {
        any: [
          node('call', field('method', '^(system|exec|spawn)$'), { not: { has: { field: 'receiver', not: { regex: '^Kernel$' } } } }, { has: { field: 'arguments', has: { nthChild: 1, matches: 'interpolated', not: { any: [{ regex: 'shellescape|Shellwords' }, { matches: 'of-this-method' }] } } } }),
          node('call', field('receiver', '^(IO|Open3|PTY)$'), field('method', '^(popen|popen3|capture2|capture2e|capture3|pipeline|spawn)$'), { has: { field: 'arguments', has: { nthChild: 1, matches: 'interpolated', not: { regex: 'shellescape|Shellwords' } } } }),
          node('subshell', { has: { kind: 'interpolation', not: { regex: 'shellescape|Shellwords' } } }),
        ],
      },
    },
    'evaluated-value': {
      severity: 'low',
      cwe: 'CWE-95',
      weakness: 'eval',
      title: 'Text that is not constant is run as Ruby code',
      fix: 'Use public_send with a list of allowed names, or define_method.',
      needs: 'eval',
      match: {
        any: [
          node('call', field('method', '^eval$'), { not: { has: { field: 'receiver', regex: '.' } } }, { has: { field: 'arguments', has: { nthChild: 1, not: { any: [{ kind: 'string', not: { has: { kind: 'interpolation' } } }, { kind: 'heredoc_beginning' }] } } } }),
          node('call', field('method', '^(instance_eval|class_eval|module_eval)$'), { has: { field: 'arguments', has: { nthChild: 1, any: [{ matches: 'interpolated' }, { matches: 'request-value' }] } } }),
        ],
      },
    },
    'method-named-by-request': {
      severity: 'high',
      cwe: 'CWE-470',
      title: 'A value of the request chooses a method or class',
      fix: 'Choose from a fixed list.',
      needs: 'params|cookies|request',
      match: {
        any: [
          node('call', field('method', '^(send|public_send|__send__|const_get)$'), { has: { field: 'arguments', has: { nthChild: 1, ...contains({ matches: 'request-value' }) } } }),
          node('call', field('method', '^(send|public_send|__send__|const_get)$'), { has: { field: 'arguments', has: { nthChild: 1, matches: 'request-value' } } }),
          node('call', field('method', '^(constantize|safe_constantize)$'), { has: { field: 'receiver', any: [{ matches: 'request-value' }, contains({ matches: 'request-value' })] } }),
        ],
      },
    },
    'unsafe-deserialization': {
      severity: 'low',
      cwe: 'CWE-502',
      title: 'Data is deserialized into any object',
      fix: 'Use JSON.parse, or YAML.safe_load with the permitted classes.',
      needs: 'Marshal|YAML|Psych',
      match: {
        any: [
          node('call', field('receiver', '^Marshal$'), field('method', '^(load|restore)$'), { has: { field: 'arguments', not: { regex: '^\\(\\s*Marshal\\.dump' } } }),
          node('call', field('receiver', '^(YAML|Psych)$'), field('method', '^(unsafe_load|unsafe_load_file)$')),
          node('call', field('receiver', '^(YAML|Psych)$'), field('method', '^load$'), { has: { field: 'arguments', ...contains({ matches: 'request-value' }) } }),
        ],
      },
    },
    'tls-verification-off': {
      severity: 'high',
      cwe: 'CWE-295',
      title: 'TLS certificates are not verified',
      fix: 'Use OpenSSL::SSL::VERIFY_PEER and set ca_file for a private authority.',
      needs: 'verify',
      match: {
        any: [node('scope_resolution', { regex: '^(::)?OpenSSL::SSL::VERIFY_NONE$' }), node('pair', { regex: '^(verify_ssl|ssl_verify|verify|ssl_verify_peer):\\s*false$|^:(verify_ssl|ssl_verify)\\s*=>\\s*false$' })],
      },
    },
    'weak-hash': {
      severity: 'low',
      cwe: 'CWE-328',
      title: 'MD5 or SHA-1 is used',
      fix: 'Use Digest::SHA256, or bcrypt for passwords.',
      needs: 'Digest',
      match: node('call', field('receiver', '^(OpenSSL::)?Digest::(MD5|SHA1)$'), field('method', '^(hexdigest|digest|base64digest|new)$')),
    },
    'unescaped-output': {
      severity: 'low',
      cwe: 'CWE-79',
      title: 'A value is marked as safe HTML without being escaped',
      fix: 'Let the view escape it, or use sanitize, content_tag or safe_join.',
      needs: 'html_safe|raw',
      match: {
        any: [
          node('call', field('method', '^html_safe$'), { has: { field: 'receiver', any: [{ matches: 'interpolated', not: { regex: '#\\{\\s*(h|escape|sanitize|CGI\\.escapeHTML|ERB::Util)' } }, { matches: 'request-value' }] } }),
          node('call', field('method', '^raw$'), { has: { field: 'arguments', has: { nthChild: 1, any: [{ matches: 'interpolated' }, { matches: 'request-value' }] } } }),
        ],
      },
    },
    'all-parameters-permitted': {
      severity: 'low',
      cwe: 'CWE-915',
      title: 'Every attribute may be set by the request',
      fix: 'Name the permitted attributes: permit(:name, :email).',
      needs: 'permit!',
      match: node('call', field('method', '^permit!$')),
    },
    'open-redirect': {
      severity: 'medium',
      cwe: 'CWE-601',
      title: 'A value of the request decides where the browser is sent',
      fix: 'Redirect to paths of your own, or use url_from.',
      needs: 'redirect_to',
      match: node('call', field('method', '^redirect_to$'), { has: { field: 'arguments', has: { nthChild: 1, matches: 'request-value' } } }),
    },
    'request-value-in-path': {
      severity: 'high',
      cwe: 'CWE-22',
      title: 'A value of the request becomes a file path',
      fix: 'Use a list of allowed names, or File.basename and a check that the expanded path stays in its folder.',
      needs: 'params|cookies|request',
      match: {
        any: [
          node('call', field('receiver', '^(File|IO|Dir|FileUtils|Pathname)$'), field('method', '^(read|open|new|write|delete|readlines|binread|rm|rm_rf|glob|join)$'), {
            // Only the path, which is the first argument: the content comes after it, and so does the mode of an opened
            // file.
            has: { field: 'arguments', has: { nthChild: 1, any: [{ matches: 'request-value' }, { kind: 'string', has: { kind: 'interpolation', has: { matches: 'request-value' } } }] } },
          }),
          node('call', field('method', '^(send_file|open)$'), { has: { field: 'arguments', has: { nthChild: 1, any: [{ matches: 'request-value' }, { kind: 'string', has: { kind: 'interpolation', has: { matches: 'request-value' } } }] } } }),
        ],
      },
    },
    'predictable-secret': {
      severity: 'high',
      cwe: 'CWE-338',
      title: 'A secret is made with a predictable generator',
      fix: 'Use SecureRandom.',
      needs: 'rand|sample|shuffle',
      match: {
        any: [node('call', field('method', '^(rand|sample|shuffle)$'), { matches: 'for-a-secret' }, { not: { regex: 'SecureRandom' } }), node('call', field('receiver', '^Random$'), field('method', '^(new|bytes)$'), { matches: 'for-a-secret' })],
      },
    },
    'csrf-protection-off': {
      severity: 'low',
      cwe: 'CWE-352',
      title: 'The protection against cross-site request forgery is off',
      fix: 'Keep it on for everything that a browser session can reach; APIs should inherit from ActionController::API.',
      needs: 'verify_authenticity_token',
      match: node('call', field('method', '^skip_before_action$'), field('arguments', '^\\(?\\s*:verify_authenticity_token')),
    },
  },
});
