import { runOn } from '../../../test/run-on';
import { flowTools } from '../../catalogue/flow';
import { profileOf } from '../engine-table';

const CONTROLLER =
  'package a;\nimport java.io.*;\nimport org.springframework.web.bind.annotation.*;\n' +
  '@RestController\n@RequestMapping("/admin")\nclass A {\n' +
  '  @GetMapping(value = "/files/{id}", produces = "text/plain")\n' +
  '  void read(@RequestParam String q) throws IOException { Runtime.getRuntime().exec("ls " + q); }\n}\n';

const config = (rules: string, more = '') =>
  'package a;\nimport org.springframework.context.annotation.*;\nimport org.springframework.http.HttpMethod;\n' +
  'import org.springframework.security.config.annotation.web.builders.HttpSecurity;\n' +
  'import org.springframework.security.web.SecurityFilterChain;\n@Configuration\nclass Security {\n' +
  '  @Bean\n  SecurityFilterChain chain(HttpSecurity http) throws Exception {\n' +
  `    ${rules}\n    return http.build();\n  }\n` +
  `${more}}\n`;

async function severities(rules: string, more = '') {
  const files = { 'a/A.java': CONTROLLER, 'a/Security.java': config(rules, more) };
  const { findings } = (await runOn(profileOf('flow'), flowTools, files)).tool('java-data-flow');
  return findings.map(({ rule, severity }) => `${rule} ${severity ?? 'as the rule'}`);
}

const all = (rules: string) => `http.authorizeHttpRequests(auth -> auth${rules}.anyRequest().authenticated());`;

describe('a method that Spring calls', () => {
  it.each([
    all('.requestMatchers("/admin/**").hasRole("ADMIN")'),
    all('.requestMatchers("/login").permitAll().requestMatchers("/other/**", "/admin/**").hasAuthority("ROLE_ADMIN")'),
    all('.requestMatchers("/admin/files/*").hasAnyRole(Role.ADMIN.name(), "SUPERUSER")'),
    all('.requestMatchers(new AntPathRequestMatcher("/admin/**")).hasRole("ADMIN")'),
    'http.authorizeRequests().antMatchers("/admin/**").hasRole("ADMIN").anyRequest().permitAll();',
    'http.securityMatcher("/admin/**").authorizeHttpRequests(auth -> auth.anyRequest().hasRole("ADMIN"));',
  ])('is for administrators alone where a chain of filters says so: %s', async (rules) => {
    expect(await severities(rules)).toEqual(['command-injection low']);
  });

  it.each([
    all(''),
    all('.requestMatchers("/admin/**").hasRole("USER")'),
    all('.requestMatchers("/admin/**").hasAnyRole("ADMIN", "USER")'),
    all('.requestMatchers("/admin/*").hasRole("ADMIN")'),
    all('.requestMatchers("/administrators/**").hasRole("ADMIN")'),
    all('.requestMatchers("/admin/files/**").permitAll().requestMatchers("/admin/**").hasRole("ADMIN")'),
    all('.requestMatchers(HttpMethod.POST, "/admin/**").hasRole("ADMIN")'),
    'http.securityMatcher("/other/**").authorizeHttpRequests(auth -> auth.anyRequest().hasRole("ADMIN"));',
    all(`.requestMatchers("${'**a'.repeat(30)}").hasRole("ADMIN")`),
  ])('is for others, too: %s', async (rules) => {
    expect(await severities(rules)).toEqual(['command-injection as the rule']);
  });

  it('is for others, too, where another chain of filters lets them', async () => {
    const other =
      '  SecurityFilterChain other(HttpSecurity http) throws Exception {\n' +
      '    http.authorizeHttpRequests(auth -> auth.requestMatchers("/admin/**").permitAll());\n' +
      '    return http.build();\n  }\n';
    expect(await severities(all('.requestMatchers("/admin/**").hasRole("ADMIN")'), other)).toEqual([
      'command-injection as the rule',
    ]);
  });
});
