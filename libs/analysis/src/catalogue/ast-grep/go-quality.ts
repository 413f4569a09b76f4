import { SOURCE_TARGETS } from '../tool';
import { patternTool } from './pattern-rule';

export const goQuality = patternTool({
  id: 'go-quality',
  name: 'Go quality',
  description: 'Finds lost errors, misplaced defer, copied locks and code that cannot do what it says in Go.',
  category: 'quality',
  billing: 'quality',
  targets: SOURCE_TARGETS,
  languages: ['go'],
  files: ['**/!(*_test|*.pb|*_gen|zz_generated*).go'],
  advice: 'Rewrite the statement so that it does what its author meant.',
  rules: {
    'ignored-error': {
      severity: 'low',
      cwe: 'CWE-252',
      title: 'A result is thrown away with the blank identifier',
      fix: 'Handle the error, or say in a comment why it cannot matter.',
      needs: '_\\s*=',
      // Close and print calls are left out: a program can do nothing about their errors.
      match: {
        kind: 'assignment_statement',
        regex: '^_(\\s*,\\s*_)*\\s*=',
        has: { field: 'right', has: { kind: 'call_expression', not: { has: { field: 'function', regex: '(\\.Close|\\.Flush|\\.Rollback|^fmt\\.F?[Pp]rint(f|ln)?|^io\\.Copy)$' } } } },
        not: { any: [{ follows: { kind: 'comment' } }, { precedes: { kind: 'comment' } }] },
      },
    },
    'defer-in-loop': {
      severity: 'low',
      cwe: 'CWE-772',
      title: 'defer in a loop runs only when the function returns',
      fix: 'Move the body of the loop to a function of its own, or release the resource at the end of each turn.',
      needs: 'defer\\s',
      match: { kind: 'defer_statement', inside: { kind: 'for_statement', stopBy: { kind: 'func_literal' } } },
    },
    'busy-loop': {
      severity: 'medium',
      cwe: 'CWE-835',
      title: 'An empty loop without an end keeps a processor busy',
      fix: 'Wait with select {} or on a channel.',
      needs: 'for\\s*\\{\\s*\\}',
      match: { kind: 'for_statement', regex: '^for\\s*\\{\\s*\\}$' },
    },
    'empty-branch': {
      severity: 'low',
      weakness: 'empty-block',
      title: 'A branch is empty',
      fix: 'Handle the case, or remove the condition.',
      needs: '\\{\\s*\\}',
      match: { kind: 'if_statement', has: { field: 'consequence', regex: '^\\{\\s*\\}$' } },
    },
    'error-compared-as-text': {
      severity: 'low',
      cwe: 'CWE-597',
      title: 'An error is recognised by its text',
      fix: 'Compare with errors.Is or errors.As: texts change.',
      needs: '\\.Error\\(\\)',
      match: {
        kind: 'binary_expression',
        regex: '[=!]=',
        has: { kind: 'call_expression', has: { field: 'function', kind: 'selector_expression', regex: '(?i)err\\w*\\.Error$' } },
      },
    },
    'waitgroup-add-in-goroutine': {
      severity: 'medium',
      cwe: 'CWE-362',
      title: 'WaitGroup.Add is called inside the goroutine that it counts',
      fix: 'Call Add before the go statement; Wait may otherwise return too early.',
      needs: '\\.Add\\(',
      match: {
        kind: 'call_expression',
        has: { field: 'function', regex: '(?i)(^|\\.)(wg|\\w*wait_?group)\\.Add$' },
        inside: { kind: 'func_literal', stopBy: 'end', inside: { kind: 'call_expression', inside: { kind: 'go_statement' } } },
        // An `Add` right before another `go` counts that goroutine, while the current one is still counted.
        not: { inside: { kind: 'expression_statement', precedes: { kind: 'go_statement' } } },
      },
    },
    'copied-lock': {
      severity: 'medium',
      cwe: 'CWE-667',
      title: 'A lock is passed by value, so the function locks a copy',
      fix: 'Pass a pointer to it.',
      needs: 'sync\\.',
      match: { kind: 'parameter_declaration', has: { field: 'type', kind: 'qualified_type', regex: '^sync\\.(Mutex|RWMutex|WaitGroup|Once|Cond|Map)$' } },
    },
    'self-assignment': {
      severity: 'low',
      weakness: 'self-assign',
      cwe: 'CWE-1164',
      title: 'A variable is assigned to itself',
      fix: 'Remove the assignment or name the value that was meant.',
      match: { all: [{ kind: 'assignment_statement' }, { pattern: '$A = $A' }] },
    },
    'self-comparison': {
      severity: 'medium',
      weakness: 'self-compare',
      cwe: 'CWE-1025',
      title: 'Both sides of a comparison are the same',
      fix: 'Compare with the value that was meant; use math.IsNaN to look for NaN.',
      match: {
        kind: 'binary_expression',
        not: { has: { kind: 'call_expression', stopBy: 'end' } },
        any: [{ pattern: '$A == $A' }, { pattern: '$A != $A' }, { pattern: '$A < $A' }, { pattern: '$A <= $A' }, { pattern: '$A > $A' }, { pattern: '$A >= $A' }],
      },
    },
    'unreachable-code': {
      severity: 'low',
      weakness: 'unreachable-code',
      cwe: 'CWE-561',
      title: 'Code after return never runs',
      fix: 'Remove it, or move it before the return.',
      match: {
        all: [{ inside: { kind: 'statement_list' } }, { not: { any: [{ kind: 'comment' }, { kind: 'labeled_statement' }, { regex: '^\\s*;?\\s*$' }] } }, { follows: { any: [{ kind: 'return_statement' }, { kind: 'expression_statement', regex: '^panic\\(' }] } }],
      },
    },
    'errors-new-sprintf': {
      severity: 'info',
      title: 'errors.New(fmt.Sprintf(…)) is fmt.Errorf',
      weakness: 'errorf-form',
      fix: 'Write fmt.Errorf, with %w where it wraps another error.',
      needs: 'errors\\.New\\(',
      match: {
        kind: 'call_expression',
        all: [{ has: { field: 'function', regex: '^errors\\.New$' } }, { has: { field: 'arguments', has: { kind: 'call_expression', has: { field: 'function', regex: '^fmt\\.Sprintf$' } } } }],
      },
    },
  },
});
