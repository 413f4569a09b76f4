import { SOURCE_TARGETS } from '../tool';
import { contains, node, patternTool } from './pattern-rule';
import { SECRET_NAME } from './shapes';

export const swiftSafety = patternTool({
  id: 'swift-safety',
  name: 'Swift safety',
  description: 'Finds code that can crash (forced tries, casts and unwrapping), leak memory, deadlock or store secrets openly in Swift.',
  category: 'quality',
  billing: 'quality',
  targets: SOURCE_TARGETS,
  languages: ['swift'],
  files: ['**/!(*Tests|*Test|*Spec|Package).swift'],
  advice: 'Use the form that lets the caller handle the failure.',
  shapes: {
    'secret-name': SECRET_NAME,
    // URL(string: "…")! and its kin fail at the first run or never.
    'constant-construction': { kind: 'call_expression', regex: '(?s)^[A-Z]\\w*\\([^()]*"([^"\\\\]|\\\\[^(])*"[^()]*\\)$' },
  },
  rules: {
    'forced-try': {
      severity: 'medium', cwe: 'CWE-248', title: 'try! ends the program when the call throws',
      fix: 'Use do/catch, or try? with a default.',
      needs: 'try!',
      match: node('try_expression', { has: { kind: 'try_operator', regex: '^try!$' } }, { not: { regex: 'NSRegularExpression\\(pattern:\\s*#*"' } }),
    },
    'forced-cast': {
      severity: 'medium', cwe: 'CWE-704', title: 'as! ends the program when the type is another one',
      fix: 'Use as? and handle nil.',
      needs: 'as!',
      match: node('as_expression', { has: { kind: 'as_operator', regex: '^as!$' } }),
    },
    'forced-unwrapping': {
      severity: 'low', cwe: 'CWE-476', weakness: 'non-null-assertion', title: '! ends the program when the value is nil',
      fix: 'Use if let, guard let or ?? with a default.',
      match: node('postfix_expression', { has: { kind: 'bang' } }, { not: { has: { matches: 'constant-construction' } } }),
    },
    'implicitly-unwrapped-property': {
      severity: 'low', cwe: 'CWE-476', weakness: 'implicitly-unwrapped', title: 'A property that is nil until somebody sets it crashes when it is read too early',
      fix: 'Set it in init, make it optional, or make it lazy.',
      match: node('property_declaration', { has: { kind: 'type_annotation', regex: '!$' } }, { not: { has: { kind: 'modifiers', regex: '@IBOutlet|@IBInspectable|@objc' } } }, { inside: { kind: 'class_body' } }),
    },
    'swallowed-error': {
      severity: 'medium', cwe: 'CWE-390', weakness: 'empty-block', title: 'An error is caught and nothing is done about it',
      fix: 'Handle it, log it, or write try? where it may be ignored.',
      needs: 'catch',
      match: node('catch_block', { regex: '(?s)\\{\\s*\\}$' }),
    },
    'main-queue-deadlock': {
      severity: 'high', cwe: 'CWE-833', title: 'DispatchQueue.main.sync blocks for ever when it is called on the main thread',
      fix: 'Use async, or await MainActor.run.',
      needs: 'DispatchQueue',
      match: node('call_expression', { has: { kind: 'navigation_expression', regex: '^DispatchQueue\\.main\\.sync$' } }),
    },
    'secret-in-user-defaults': {
      severity: 'high', cwe: 'CWE-312', title: 'A secret is stored in UserDefaults, which is a readable file',
      fix: 'Store it in the keychain.',
      needs: 'defaults',
      match: node('call_expression', { has: { kind: 'navigation_expression', regex: '(UserDefaults\\.standard|(?i)defaults)\\.set(Value)?$' } }, contains({ kind: 'value_argument', all: [{ has: { kind: 'value_argument_label', regex: '^forKey$' } }, { has: { kind: 'line_string_literal', matches: 'secret-name' } }] })),
    },
    'strong-delegate': {
      severity: 'medium', cwe: 'CWE-401', title: 'A strong reference to a delegate keeps both objects alive for ever',
      fix: 'Declare it weak var.',
      needs: 'delegate',
      match: node('property_declaration', { has: { kind: 'value_binding_pattern', regex: '^var$' } }, { has: { kind: 'pattern', regex: '(^d|D)elegate$' } }, { has: { kind: 'type_annotation', regex: 'Delegate[?!]$' } }, { not: { has: { kind: 'modifiers', regex: 'weak|unowned|static' } } }, { not: { has: { kind: 'computed_property' } } }, { inside: { kind: 'class_body', inside: { kind: 'class_declaration', has: { regex: '^class$' } } } }),
    },
    'unowned-capture': {
      severity: 'low', cwe: 'CWE-416', title: 'unowned ends the program when the object is gone before the closure runs',
      fix: 'Capture it weak and return when it is nil.',
      needs: 'unowned',
      match: node('capture_list_item', { has: { kind: 'ownership_modifier', regex: '^unowned' } }),
    },
    'weak-hash': {
      severity: 'medium', cwe: 'CWE-328', title: 'MD5 or SHA-1 is used',
      fix: 'Use SHA256 of CryptoKit.',
      needs: 'MD5|SHA1',
      match: {
        any: [
          node('call_expression', { has: { kind: 'navigation_expression', regex: '(^|\\.)Insecure\\.(MD5|SHA1)\\.hash$' } }),
          node('call_expression', { has: { kind: 'simple_identifier', regex: '^CC_(MD5|SHA1)$' } }),
        ],
      },
    },
    'unsafe-deserialization': {
      severity: 'high', cwe: 'CWE-502', title: 'An archive is read without naming the classes that it may hold',
      fix: 'Use NSKeyedUnarchiver.unarchivedObject(ofClass:from:).',
      needs: 'NSKeyedUnarchiver',
      match: node('call_expression', { has: { kind: 'navigation_expression', regex: '^NSKeyedUnarchiver\\.(unarchiveObject|unarchiveTopLevelObjectWithData)$' } }),
    },
    'bit-cast': {
      severity: 'medium', cwe: 'CWE-843', title: 'unsafeBitCast reinterprets bytes as another type',
      fix: 'Use as?, init(bitPattern:) or withMemoryRebound.',
      needs: 'unsafeBitCast',
      match: node('call_expression', { has: { kind: 'simple_identifier', regex: '^unsafeBitCast$' } }),
    },
  },
});
