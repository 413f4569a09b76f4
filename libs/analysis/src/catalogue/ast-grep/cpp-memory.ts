import { SOURCE_TARGETS } from '../tool';
import { type NodePattern, contains, field, node, patternTool, within } from './pattern-rule';

/** A later statement of the same block ends the loop or the function, so the container is not used again. */
const THEN_LEAVES = { precedes: { any: [{ kind: 'break_statement' }, { kind: 'return_statement' }], stopBy: 'end' } } as const;

const ENDS_KNOWLEDGE: readonly NodePattern[] = [{ has: { pattern: '$P = $V' } }, { not: { any: [{ kind: 'expression_statement' }, { kind: 'declaration' }, { kind: 'comment' }] } }];

/** A function, such as a getter, may return another object at each call. */
const IS_CALL = contains({ kind: 'call_expression' });

/** A statement of the same block releases what `$P` is, and none between gives it another value. */
const followsRelease = (release: NodePattern): NodePattern => ({
  any: [{ follows: { all: [release, { not: IS_CALL }], stopBy: { any: ENDS_KNOWLEDGE } } }, { follows: { all: [release, IS_CALL], stopBy: { any: [...ENDS_KNOWLEDGE, IS_CALL] } } }],
});

export const cppMemory = patternTool({
  id: 'cpp-memory',
  name: 'C++ memory',
  description: 'Finds memory that is used after its end, released twice or the wrong way, and pointers that outlive what they point to.',
  category: 'security',
  billing: 'security',
  targets: SOURCE_TARGETS,
  languages: ['cpp'],
  files: ['**/*.{h,cc,cpp,cxx,hh,hpp,hxx}'],
  advice: 'Let an owner release the memory: std::unique_ptr, std::vector or std::string.',
  rules: {
    'use-after-delete': {
      severity: 'high',
      cwe: 'CWE-416',
      title: 'Memory is used after it was released',
      fix: 'Release it after its last use, or let a std::unique_ptr do it.',
      needs: 'delete',
      match: {
        any: [node('expression_statement', contains({ pattern: '$P->$F' }), followsRelease({ pattern: 'delete $P;' })), node('return_statement', contains({ pattern: '$P->$F' }), followsRelease({ pattern: 'delete $P;' }))],
      },
    },
    'released-twice': {
      severity: 'high',
      cwe: 'CWE-415',
      title: 'Memory is released twice',
      fix: 'Remove one, or let a std::unique_ptr own it.',
      needs: 'delete',
      match: node('expression_statement', { any: [{ pattern: 'delete $P;' }, { pattern: 'delete[] $P;' }] }, followsRelease({ any: [{ pattern: 'delete $P;' }, { pattern: 'delete[] $P;' }] })),
    },
    'array-released-as-object': {
      severity: 'high',
      cwe: 'CWE-762',
      title: 'An array made with new[] is released with delete',
      fix: 'Write delete[], or use std::vector.',
      needs: 'delete',
      match: node(
        'delete_expression',
        { pattern: 'delete $P' },
        { not: { regex: '^delete\\s*\\[' } },
        within({
          kind: 'function_definition',
          ...contains({ any: [{ pattern: { context: 'void f() { $T* $P = new $E[$N]; }', selector: 'declaration' } }, { pattern: { context: 'void f() { auto* $P = new $E[$N]; }', selector: 'declaration' } }, { pattern: { context: 'void f() { auto $P = new $E[$N]; }', selector: 'declaration' } }] }),
        }),
      ),
    },
    'new-released-with-free': {
      severity: 'high',
      cwe: 'CWE-762',
      title: 'An object made with new is released with free',
      fix: 'Release it with delete: free runs no destructor.',
      needs: 'free',
      match: node(
        'call_expression',
        { pattern: 'free($P)' },
        within({ kind: 'function_definition', ...contains({ kind: 'declaration', has: { kind: 'init_declarator', all: [{ has: { field: 'value', kind: 'new_expression' } }, { has: { field: 'declarator', any: [{ pattern: '$P' }, { has: { pattern: '$P' } }] } }] } }) }),
      ),
    },
    'address-of-local': {
      severity: 'high',
      cwe: 'CWE-562',
      title: 'The address of a local variable is returned',
      fix: 'Return the value, or an object that owns it.',
      needs: 'return\\s*&',
      match: node(
        'return_statement',
        { pattern: { context: 'int* f() { return &$V; }', selector: 'return_statement' } },
        {
          inside: { kind: 'compound_statement', inside: { kind: 'function_definition' }, has: { kind: 'declaration', not: { regex: '^\\s*(static|extern|thread_local)\\b' }, any: [{ has: { field: 'declarator', pattern: '$V' } }, { has: { kind: 'init_declarator', has: { field: 'declarator', pattern: '$V' } } }] } },
        },
      ),
    },
    'dangling-text': {
      severity: 'high',
      cwe: 'CWE-416',
      title: 'A pointer to the text of a temporary string is kept',
      fix: 'Keep the std::string in a variable that lives as long as the pointer.',
      needs: 'c_str|data|string_view',
      match: {
        any: [
          node('init_declarator', { has: { field: 'declarator', kind: 'pointer_declarator' } }, { has: { field: 'value', regex: '(?s)^((std::)?(string|to_string)\\s*\\(.*\\)|.*\\.(str|substr)\\(.*\\))\\s*\\.(c_str|data)\\(\\)$' } }),
          node(
            'init_declarator',
            { has: { field: 'declarator', kind: 'pointer_declarator' } },
            { has: { field: 'value', kind: 'call_expression', has: { field: 'function', kind: 'field_expression', all: [field('field', '^(c_str|data)$'), { has: { field: 'argument', kind: 'parenthesized_expression', has: { kind: 'binary_expression', regex: '\\+' } } }] } } },
          ),
          node('declaration', field('type', '^(std::)?string_view$'), { has: { kind: 'init_declarator', has: { field: 'value', regex: '(?s)^((std::)?(string|to_string)\\s*\\(.*\\)|.*\\.(str|substr)\\(.*\\))$', kind: 'call_expression' } } }, { not: { regex: 'view|sv\\b.*\\.substr' } }),
        ],
      },
    },
    'container-changed-while-iterated': {
      severity: 'high',
      cwe: 'CWE-416',
      title: 'A container is changed while a range-based loop runs over it',
      fix: 'Collect the changes and apply them after the loop, or use std::erase_if.',
      needs: 'for\\s*\\([^;]*:',
      match: {
        all: [
          { any: [{ pattern: '$C.erase($$$A)' }, { pattern: '$C.push_back($$$A)' }, { pattern: '$C.emplace_back($$$A)' }, { pattern: '$C.insert($$$A)' }, { pattern: '$C.clear()' }, { pattern: '$C.pop_back()' }, { pattern: '$C.resize($$$A)' }] },
          { inside: { kind: 'for_range_loop', stopBy: { any: [{ kind: 'lambda_expression' }] }, has: { field: 'right', pattern: '$C' } } },
          { not: { inside: { kind: 'expression_statement', ...THEN_LEAVES } } },
          { not: { inside: { kind: 'if_statement', stopBy: { kind: 'for_range_loop' }, ...THEN_LEAVES } } },
        ],
      },
    },
    'iterator-after-erase': {
      severity: 'high',
      cwe: 'CWE-416',
      title: 'An iterator goes on from an element that was erased',
      fix: 'Go on from what erase gives back, and move the iterator on only where nothing is erased.',
      needs: 'erase\\s*\\(',
      match: {
        all: [
          { pattern: '$C.erase($I)' },
          { inside: { kind: 'expression_statement', not: { precedes: { any: [{ kind: 'break_statement' }, { kind: 'return_statement' }, { kind: 'goto_statement' }] } } } },
          { not: { inside: { kind: 'if_statement', stopBy: { kind: 'for_statement' }, precedes: { any: [{ kind: 'break_statement' }, { kind: 'return_statement' }, { kind: 'goto_statement' }] } } } },
          { inside: { kind: 'for_statement', stopBy: { any: [{ kind: 'lambda_expression' }] }, all: [{ has: { field: 'initializer', regex: '\\.\\s*c?begin\\s*\\(' } }, { has: { field: 'update', any: [{ pattern: '++$I' }, { pattern: '$I++' }] } }] } },
        ],
      },
    },
    'memory-function-on-this': {
      severity: 'high',
      cwe: 'CWE-758',
      title: 'An object overwrites itself byte by byte',
      fix: 'Initialise the members; this destroys virtual tables and owned objects.',
      needs: '\\(\\s*this',
      match: node('call_expression', field('function', '^(std::)?(memset|memcpy|bzero)$'), { has: { field: 'arguments', has: { nthChild: 1, regex: '^this$' } } }),
    },
    'destructor-not-virtual': {
      severity: 'low',
      cwe: 'CWE-1079',
      title: 'A class with virtual functions has no virtual destructor',
      fix: 'Declare virtual ~Class() = default, or make the destructor protected.',
      needs: 'virtual',
      match: {
        all: [
          { any: [{ kind: 'class_specifier' }, { kind: 'struct_specifier' }] },
          { has: { kind: 'field_declaration_list', has: { any: [{ kind: 'field_declaration' }, { kind: 'function_definition' }], has: { regex: '^virtual$' } } } },
          { not: { has: { kind: 'base_class_clause' } } },
          { not: { has: { kind: 'virtual_specifier' } } },
          { not: { has: { kind: 'field_declaration_list', any: [{ regex: '(?s)virtual\\s+(constexpr\\s+)?~' }, { regex: '(?s)protected\\s*:.*~' }, { regex: '(?s)~\\w+\\(\\)\\s*(noexcept\\s*)?override' }] } } },
        ],
      },
    },
    'throwing-destructor': {
      severity: 'medium',
      cwe: 'CWE-248',
      title: 'A destructor throws, which ends the program',
      fix: 'Catch the error in the destructor, or offer a close function that may fail.',
      needs: '~',
      match: node(
        'throw_statement',
        { inside: { kind: 'function_definition', has: { kind: 'function_declarator', ...contains({ kind: 'destructor_name' }) }, stopBy: { any: [{ kind: 'lambda_expression' }, { kind: 'function_definition' }] } } },
        { not: within({ kind: 'try_statement' }) },
        { not: within({ kind: 'function_definition', regex: 'noexcept\\(false\\)' }) },
      ),
    },
    'auto-ptr': {
      severity: 'low',
      cwe: 'CWE-477',
      title: 'std::auto_ptr loses its object when it is copied',
      fix: 'Use std::unique_ptr.',
      needs: 'auto_ptr',
      match: node('template_type', field('name', '^auto_ptr$')),
    },
  },
});
