import type { Notes } from './programs';

/** The C or C++ of each program of `programs.ts`, by what it shows: a handler's body, and what stands beside it. */
interface CProgram {
  readonly body: string;
  /** Functions and types. */
  readonly helpers?: string;
}

const one = (body: string, helpers?: string): CProgram => ({ body, ...(helpers !== undefined && { helpers }) });
const MANY = Array.from({ length: 600 }, () => 'strcat(a, " -l");').join(' ');
const BUFFER = 'char a[4096];';
const joined = (first: string) => `${BUFFER} strcpy(a, "ls "); strncat(a, ${first}, 1000); system(a);`;
const ONE_OF = 'static int one_of(const char *x) { return strcmp(x, "a") == 0 || strcmp(x, "b") == 0; }';
const WORDS = 'static int plain(const char *x) { return strspn(x, "abc") == strlen(x); }';

const cPrograms: Readonly<Record<string, CProgram>> = {
  'finds what reaches a call directly': one('system(q);'),
  'follows a variable': one('const char *a = q; a = a; system(a);'),
  'finds nothing where the variable got another value': one('const char *a = q; a = "ls"; system(a);'),
  'follows texts that are joined': one(joined('q')),
  'follows a text that is joined from many parts': one(
    `char a[9000]; strcpy(a, "ls "); strncat(a, q, 1000); ${MANY} system(a);`,
  ),
  'follows texts with places for values': one(`${BUFFER} snprintf(a, sizeof a, "ls %s", q); system(a);`),
  'follows a text that is changed': one(`${BUFFER} snprintf(a, sizeof a, "%s", q); a[0] = toupper(a[0]); system(a);`),
  'follows either branch': one('const char *a = "ls"; if (rand() > 5) a = q; system(a);'),
  'leaves out a branch that is never taken': one('const char *a = "ls"; if (1 > 2) a = q; system(a);'),
  'follows a choice': one('system(rand() > 5 ? q : "ls");'),
  'knows which choice is made': one('system(1 ? "ls" : q);'),
  'follows a loop': one(`${BUFFER} a[0] = 0; for (int i = 0; i < 2; i++) strncat(a, q, 9); system(a);`),
  'follows a value that comes round in a loop': one(
    'const char *a = "ls"; const char *b = "ls"; while (rand() > 5) { system(b); b = a; a = q; }',
  ),
  'follows a list': one('const char *a[2]; a[0] = q; system(a[0]);'),
  'tells the places of a list apart': one('const char *a[] = {q, "ls"}; system(a[1]);'),
  'follows a map': one('struct pair a = {.x = q}; system(a.x);', 'struct pair { const char *x, *y; };'),
  'tells the keys of a map apart': one(
    'struct pair a = {.x = q, .y = "ls"}; system(a.y);',
    'struct pair { const char *x, *y; };',
  ),
  'follows a list that is joined': one(
    `const char *parts[] = {"ls", q}; ${BUFFER} snprintf(a, sizeof a, "%s %s", parts[0], parts[1]); system(a);`,
  ),
  'follows the parts of a list': one(
    'struct pair p = {q, "x"}; const char *a = p.x; system(a);',
    'struct pair { const char *x, *y; };',
  ),
  'tells the parts of a list apart': one(
    'struct pair p = {q, "ls"}; system(p.y);',
    'struct pair { const char *x, *y; };',
  ),
  'follows a call into another function': one('run(q);', 'static void run(const char *command) { system(command); }'),
  'follows what a function returns': one(
    'system(same(q));',
    'static const char *same(const char *x) { const char *y = x; return y; }',
  ),
  'knows that a function returns something else': one(
    'system(other(q));',
    'static const char *other(const char *x) { return "ls"; }',
  ),
  'tells two calls of a function apart': one(
    'same(q); system(same("ls"));',
    'static const char *same(const char *x) { return x; }',
  ),
  'follows a function that is passed': one(
    'each(run, q);',
    'static void run(const char *x) { system(x); }\n' +
      'static void each(void (*work)(const char *), const char *x) { work(x); }',
  ),
  'follows an instance': one(
    'struct job j; job_init(&j, q); job_run(&j);',
    'struct job { const char *c, *d; };\n' +
      'static void job_init(struct job *j, const char *c) { j->c = c; j->d = "ls"; }\n' +
      'static void job_run(struct job *j) { system(j->c); }',
  ),
  'tells the fields of an instance apart': one(
    'struct job j; job_init(&j, q); job_run(&j);',
    'struct job { const char *c, *d; };\n' +
      'static void job_init(struct job *j, const char *c) { j->c = c; j->d = "ls"; }\n' +
      'static void job_run(struct job *j) { system(j->d); }',
  ),
  'follows a method that is inherited': one(
    'struct special s = { .base = { .run = plain } }; s.base.run(q);',
    'struct job { void (*run)(const char *); };\nstruct special { struct job base; };\n' +
      'static void plain(const char *c) { system(c); }',
  ),
  'takes a member of a list for safe': one('if (one_of(q)) system(q);', ONE_OF),
  'finds what is no member of the list': one('if (!one_of(q)) system(q);', ONE_OF),
  'takes what is left after a check for safe': one('if (!one_of(q)) return 0; system(q);', ONE_OF),
  'takes what equals a constant for safe': one('if (strcmp(q, "ls") == 0) system(q);'),
  'takes a number for safe': one('char a[32]; snprintf(a, sizeof a, "kill %d", atoi(q)); system(a);'),
  'takes what a strict pattern lets through for safe': one('if (plain(q)) system(q);', WORDS),
  'finds what a loose pattern lets through': one('if (strstr(q, "abc")) system(q);'),
  'does not take a value of before a change for checked': one(
    'const char *a = q; if (strcmp(a, "ls") == 0) { a = q; system(a); }',
  ),
  'finds what comes after an error that is caught': one(
    'char *end; strtol(q, &end, 10); if (*end) goto failed; return 0;\nfailed: system(q);',
  ),
  'finds nothing after a function that ends': one('return 0; system(q);'),
  'takes nothing of an unknown lookup for the input': one('const char *row = find_row(q); system(row);'),
  'follows a text that is added to': one(`${BUFFER} strcpy(a, "ls "); strncat(a, q, 1000); system(a);`),
  'follows a part of a text': one('system(q + 1);'),
  'follows a text that is split': one(`${BUFFER} snprintf(a, sizeof a, "%s", q); system(strtok(a, " "));`),
  'follows a case': one('const char *a = "ls"; switch (rand()) { case 1: a = q; break; } system(a);'),
  'leaves out a case that is never chosen': one(
    'const char *a = "ls"; switch (1) { case 2: a = q; break; } system(a);',
  ),
  'follows a map within a map': one(
    'struct outer a = {.x = {.y = q}}; system(a.x.y);',
    'struct inner { const char *y; };\nstruct outer { struct inner x; };',
  ),
  'follows a field that is set': one(
    'struct job a; fill(&a, q); system(a.c);',
    'struct job { const char *c; };\nstatic void fill(struct job *job, const char *c) { job->c = c; }',
  ),
  'finds nothing in a field that is set to something else': one(
    'struct job a; a.c = q; a.c = "ls"; system(a.c);',
    'struct job { const char *c; };',
  ),
  'follows each of a list': one('const char *a[] = {q}; for (int i = 0; i < 1; i++) system(a[i]);'),
  'follows a list that a function adds to': one(
    'const char *a[1]; fill(a, q); system(a[0]);',
    'static void fill(const char **list, const char *c) { list[0] = c; }',
  ),
  'follows the second parameter of a function': one(
    'system(second("ls", q));',
    'static const char *second(const char *x, const char *y) { return y; }',
  ),
  'tells the parameters of a function apart': one(
    'system(first("ls", q));',
    'static const char *first(const char *x, const char *y) { return x; }',
  ),
  'follows calls through two functions': one(
    'run(q);',
    'static void go(const char *c) { system(c); }\nstatic void run(const char *c) { go(c); }',
  ),
  'follows a function that calls itself': one(
    'system(again(q, 3));',
    'static const char *again(const char *x, int n) { if (n > 0) return again(x, n - 1); return x; }',
  ),
  'follows a value that has a fallback': one('system(*q ? q : "ls");'),
  'takes a length for safe': one('char a[32]; snprintf(a, sizeof a, "kill %zu", strlen(q)); system(a);'),
  'takes a truth for safe': one('char a[32]; snprintf(a, sizeof a, "kill %d", strcmp(q, "a") == 0); system(a);'),
  'finds what a check of the length lets through': one('if (strlen(q) > 2) system(q);'),
  'takes what a function lets through for safe': one(
    'if (!known(q)) return 0; system(q);',
    'static int known(const char *x) { return strcmp(x, "a") == 0; }',
  ),
  'follows a method that overrides another one': one(
    'struct special s = { .base = { .run = plain } }; s.base.run = special; s.base.run(q);',
    'struct job { void (*run)(const char *); };\nstruct special { struct job base; };\n' +
      'static void plain(const char *c) { }\nstatic void special(const char *c) { system(c); }',
  ),
  'leaves out a method that is overridden': one(
    'struct special s = { .base = { .run = plain } }; s.base.run = special; s.base.run(q);',
    'struct job { void (*run)(const char *); };\nstruct special { struct job base; };\n' +
      'static void plain(const char *c) { system(c); }\nstatic void special(const char *c) { }',
  ),
  'tells two instances of a class apart': one(
    'struct job i = { q }, j = { "ls" }; job_run(&j);',
    'struct job { const char *c; };\nstatic void job_run(struct job *j) { system(j->c); }',
  ),
  'follows values that change places': one(
    'const char *a = q; const char *b = "ls"; const char *c = a; a = b; b = c; system(b);',
  ),
  'tells values that change places apart': one(
    'const char *a = q; const char *b = "ls"; const char *c = a; a = b; b = c; system(a);',
  ),
};

const cppPrograms: Readonly<Record<string, CProgram>> = {
  'finds what reaches a call directly': one('system(q.c_str());'),
  'follows a variable': one('std::string a = q; a = a; system(a.c_str());'),
  'finds nothing where the variable got another value': one('std::string a = q; a = "ls"; system(a.c_str());'),
  'follows texts that are joined': one('system(("ls " + q).c_str());'),
  'follows a text that is joined from many parts': one(
    `system(("ls " + q + ${Array.from({ length: 600 }, () => '" -l"').join(' + ')}).c_str());`,
  ),
  'follows texts with places for values': one('system(std::format("ls {}", q).c_str());'),
  'follows a text that is changed': one('system(q.substr(1).append(" -l").c_str());'),
  'follows either branch': one('std::string a = "ls"; if (rand() > 5) a = q; system(a.c_str());'),
  'leaves out a branch that is never taken': one('std::string a = "ls"; if (1 > 2) a = q; system(a.c_str());'),
  'follows a choice': one('system((rand() > 5 ? q : "ls").c_str());'),
  'knows which choice is made': one('std::string a = true ? "ls" : q; system(a.c_str());'),
  'follows a loop': one('std::string a; for (int c : {1, 2}) a += q; system(a.c_str());'),
  'follows a value that comes round in a loop': one(
    'std::string a, b; while (rand() > 5) { system(b.c_str()); b = a; a = q; }',
  ),
  'follows a list': one('std::vector<std::string> a; a.push_back(q); system(a[0].c_str());'),
  'tells the places of a list apart': one('std::vector<std::string> a{q, "ls"}; system(a[1].c_str());'),
  'follows a map': one('std::map<std::string, std::string> a = {{"x", q}}; system(a["x"].c_str());'),
  'tells the keys of a map apart': one(
    'std::map<std::string, std::string> a = {{"x", q}, {"y", "ls"}}; system(a["y"].c_str());',
  ),
  'follows a list that is joined': one(
    'std::vector<std::string> parts{"ls", q}; std::string a; for (auto &part : parts) a += part; system(a.c_str());',
  ),
  'follows the parts of a list': one('auto [a, b] = std::array{q, q}; system(a.c_str());'),
  'tells the parts of a list apart': one('std::string p[] = {q, "ls"}; auto &[a, b] = p; system(b.c_str());'),
  'follows a call into another function': one(
    'run(q);',
    'static void run(const std::string &c) { system(c.c_str()); }',
  ),
  'follows what a function returns': one(
    'system(same(q).c_str());',
    'template <typename T> T same(const T &x) { auto y = x; return y; }',
  ),
  'knows that a function returns something else': one(
    'system(other(q).c_str());',
    'static std::string other(const std::string &x) { return "ls"; }',
  ),
  'tells two calls of a function apart': one(
    'same(q); system(same("ls").c_str());',
    'static std::string same(const std::string &x) { return x; }',
  ),
  'follows a function that is passed': one(
    'each([](const std::string &x) { system(x.c_str()); }, q);',
    'template <typename F> void each(F work, const std::string &x) { work(x); }',
  ),
  'follows an instance': one(
    'auto j = std::make_unique<Job>(q); j->run();',
    'class Job {\n public:\n  explicit Job(std::string c) : c_(std::move(c)) {}\n' +
      '  void run() { system(c_.c_str()); }\n' +
      ' private:\n  std::string c_;\n};',
  ),
  'tells the fields of an instance apart': one(
    'Job j(q); j.run();',
    'class Job {\n public:\n  explicit Job(std::string c) : c_(c), d_("ls") {}\n' +
      '  void run() { system(d_.c_str()); }\n' +
      ' private:\n  std::string c_, d_;\n};',
  ),
  'follows a method that is inherited': one(
    'Special s; s.run(q);',
    'struct Job { void run(const std::string &c) { system(c.c_str()); } };\nstruct Special : public Job {};',
  ),
  'takes a member of a list for safe': one(
    'std::set<std::string> known{"a", "b"}; if (known.count(q)) system(q.c_str());',
  ),
  'finds what is no member of the list': one(
    'std::set<std::string> known{"a", "b"}; if (!known.count(q)) system(q.c_str());',
  ),
  'takes what is left after a check for safe': one(
    'std::set<std::string> known{"a", "b"}; if (known.find(q) == known.end()) return 0; system(q.c_str());',
  ),
  'takes what equals a constant for safe': one('if (q == "ls") system(q.c_str());'),
  'takes a number for safe': one('system(("kill " + std::to_string(std::stoi(q))).c_str());'),
  'takes what a strict pattern lets through for safe': one(
    'if (std::regex_match(q, std::regex("[a-z]+"))) system(q.c_str());',
  ),
  'finds what a loose pattern lets through': one('if (std::regex_search(q, std::regex("[a-z]+"))) system(q.c_str());'),
  'does not take a value of before a change for checked': one(
    'std::string a = q; if (a == "ls") { a = q; system(a.c_str()); }',
  ),
  'finds what comes after an error that is caught': one(
    'try { std::stoi(q); } catch (const std::exception &error) { system(q.c_str()); }',
  ),
  'finds nothing after a function that ends': one('return 0; system(q.c_str());'),
  'takes nothing of an unknown lookup for the input': one('auto row = rows.find_row(q); system(row.c_str());'),
  'follows a text that is added to': one('std::string a = "ls "; a += q; system(a.c_str());'),
  'follows a part of a text': one('system(q.substr(1).c_str());'),
  'follows a text that is split': one('system(q.substr(0, q.find(" ")).c_str());'),
  'follows a case': one('std::string a = "ls"; switch (rand()) { case 1: a = q; break; } system(a.c_str());'),
  'leaves out a case that is never chosen': one(
    'std::string a = "ls"; switch (1) { case 2: a = q; break; } system(a.c_str());',
  ),
  'follows a map within a map': one(
    'std::map<std::string, std::map<std::string, std::string>> a = {{"x", {{"y", q}}}}; system(a["x"]["y"].c_str());',
  ),
  'follows a field that is set': one(
    'Job a; fill(a, q); system(a.c.c_str());',
    'struct Job { std::string c; };\nstatic void fill(Job &job, const std::string &c) { job.c = c; }',
  ),
  'finds nothing in a field that is set to something else': one(
    'Job a; a.c = q; a.c = "ls"; system(a.c.c_str());',
    'struct Job { std::string c; };',
  ),
  'follows each of a list': one('for (auto &each : std::vector<std::string>{q}) system(each.c_str());'),
  'follows a list that a function adds to': one(
    'std::vector<std::string> a; fill(a, q); system(a[0].c_str());',
    'static void fill(std::vector<std::string> &list, const std::string &c) { list.push_back(c); }',
  ),
  'follows the second parameter of a function': one(
    'system(second("ls", q).c_str());',
    'static std::string second(const std::string &x, const std::string &y) { return y; }',
  ),
  'tells the parameters of a function apart': one(
    'system(first("ls", q).c_str());',
    'static std::string first(const std::string &x, const std::string &y) { return x; }',
  ),
  'follows calls through two functions': one(
    'run(q);',
    'static void go(const std::string &c) { system(c.c_str()); }\nstatic void run(const std::string &c) { go(c); }',
  ),
  'follows a function that calls itself': one(
    'system(again(q, 3).c_str());',
    'static std::string again(std::string x, int n) { if (n > 0) return again(x, n - 1); return x; }',
  ),
  'follows what a closure keeps': one('auto f = [&] { system(q.c_str()); }; f();'),
  'follows a value that has a fallback': one('system((q.empty() ? "ls" : q).c_str());'),
  'takes a length for safe': one('system(("kill " + std::to_string(q.size())).c_str());'),
  'takes a truth for safe': one('system(("kill " + std::to_string(q == "a")).c_str());'),
  'finds what a check of the length lets through': one('if (q.size() > 2) system(q.c_str());'),
  'takes what a function lets through for safe': one(
    'if (!known(q)) return 0; system(q.c_str());',
    'static bool known(const std::string &x) { return x == "a"; }',
  ),
  'follows a method that overrides another one': one(
    'Special s; s.run(q);',
    'struct Job { virtual void run(const std::string &c) {} };\n' +
      'struct Special : public Job { void run(const std::string &c) override { system(c.c_str()); } };',
  ),
  'leaves out a method that is overridden': one(
    'Special s; s.run(q);',
    'struct Job { virtual void run(const std::string &c) { system(c.c_str()); } };\n' +
      'struct Special : public Job { void run(const std::string &c) override {} };',
  ),
  'tells two instances of a class apart': one(
    'Job i(q); Job j("ls"); j.run();',
    'struct Job {\n  explicit Job(std::string c) : c_(c) {}\n' +
      '  void run() { system(c_.c_str()); }\n  std::string c_;\n};',
  ),
  'follows values that change places': one(
    'std::string a = q; std::string b = "ls"; std::string c = a; a = b; b = c; system(b.c_str());',
  ),
  'tells values that change places apart': one(
    'std::string a = q; std::string b = "ls"; std::string c = a; a = b; b = c; system(a.c_str());',
  ),
};

/** The program that needs two files. */
const ACROSS = 'follows a call into another file';

export const cNotes: Notes = {
  'follows a loop': { way: [], because: 'strncat writes into the memory of a text, which is no assignment' },
  'follows a text that is added to': { way: [], because: 'strncat writes into the memory of a text' },
  'follows a function that is passed': {
    way: ['passed', 'passed'],
    because: 'C has no call that hands each of a list to a function: one of the program does',
  },
  'follows what a closure keeps': { lacks: 'C has no function that keeps variables of another one' },
};

export function cOf(what: string): Readonly<Record<string, string>> {
  if (what in cNotes && 'lacks' in cNotes[what]!) return {};
  if (what === ACROSS)
    return {
      app: inC(one('run(q);', 'void run(const char *command);')),
      jobs: '#include <stdlib.h>\n\nvoid run(const char *command) { system(command); }\n',
    };
  return { app: inC(known(cPrograms, what)) };
}

export const cppNotes: Notes = {
  'follows a list that is joined': { way: ['stored'], because: 'C++ has no call that joins a list' },
  'follows a function that is passed': { way: ['passed', 'passed'], because: 'a function of the program calls it' },
};

export function cppOf(what: string): Readonly<Record<string, string>> {
  if (what === ACROSS)
    return {
      app: inCpp(one('jobs::run(q);', 'namespace jobs { void run(const std::string &command); }')),
      jobs:
        '#include <cstdlib>\n#include <string>\n\nnamespace jobs {\n' +
        'void run(const std::string &command) { std::system(command.c_str()); }\n}\n',
    };
  return { app: inCpp(known(cppPrograms, what)) };
}

function known(programs: Readonly<Record<string, CProgram>>, what: string): CProgram {
  const program = programs[what];
  if (!program) throw new Error(`no C says: ${what}`);
  return program;
}

const HEADERS = ['ctype.h', 'stdio.h', 'stdlib.h', 'string.h'];

const inC = ({ body, helpers = '' }: CProgram): string =>
  [
    ...HEADERS.map((header) => `#include <${header}>`),
    helpers,
    'int main(void) {',
    '  const char *q = getenv("QUERY_STRING");',
    '  if (q == NULL) return 1;',
    `  ${body}`,
    '  return 0;',
    '}\n',
  ].join('\n');

const inCpp = ({ body, helpers = '' }: CProgram): string =>
  [
    ...['cstdlib', 'map', 'memory', 'regex', 'set', 'sstream', 'string', 'vector'].map((name) => `#include <${name}>`),
    helpers,
    'int main() {',
    '  std::string q = std::getenv("QUERY_STRING");',
    `  ${body}`,
    '  return 0;',
    '}\n',
  ].join('\n');
