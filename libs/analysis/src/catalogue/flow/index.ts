import { SOURCE_TARGETS, type ToolDefinition } from '../tool';
import { cLanguage } from './c/language';
import { csharpDatabases } from './csharp/databases';
import { csharpHardening } from './csharp/hardening';
import { csharpHosts, csharpLibraries, csharpStores } from './csharp/libraries';
import { csharpPlatform } from './csharp/platform';
import { csharpSecurityRows } from './csharp/security';
import { csharpWeb } from './csharp/web';
import { csharpWebForms } from './csharp/webforms';
import { goClients, goDocuments, goScripts } from './go/clients';
import { goBuilders, goDrivers, goMappers, goStores, gorm } from './go/databases';
import { echo, fiber, gin, goLibraries } from './go/frameworks';
import { goLanguage } from './go/language';
import { goSecurity } from './go/security';
import { beego, fasthttp, goMessages, goRouters, iris, macaron } from './go/web';
import { javaClients } from './java/clients';
import { javaErrors } from './java/errors';
import { javaExpressions } from './java/expressions';
import { javaFiles } from './java/files';
import { javaHardening } from './java/hardening';
import { javaPatterns, javaPlatform } from './java/platform';
import { javaQueries } from './java/queries';
import { javaSecurityRows } from './java/security';
import { javaServers } from './java/servers';
import { javaWeb } from './java/web';
import { angular } from './javascript/angular';
import { clients } from './javascript/clients';
import { databases } from './javascript/databases';
import { express } from './javascript/express';
import { browser, fastify, fetchApi, koa, modelContext, nest } from './javascript/frameworks';
import { libraries } from './javascript/libraries';
import { node } from './javascript/node';
import { scripts } from './javascript/scripts';
import { javascriptSecurity } from './javascript/security';
import { elysia, filedRoutes, procedures } from './javascript/routes';
import { forms, h3, hapi, loaders, messages } from './javascript/web';
import { android } from './kotlin/android';
import { kotlinDatabases } from './kotlin/databases';
import { ktor } from './kotlin/ktor';
import { kotlinLanguage } from './kotlin/language';
import { withProperties } from './kotlin/properties';
import { kotlinXml } from './kotlin/xml';
import { laravel, slim, symfony, wordpress } from './php/frameworks';
import { phpHardening } from './php/hardening';
import { phpDatabases, phpLanguage } from './php/language';
import { phpClients, phpLibraries, phpMappers, phpRemoteCalls } from './php/libraries';
import { phpSecurityRows } from './php/security';
import { pimcore } from './php/pimcore';
import { cakephp, codeigniter, drupal, yii } from './php/yii-cake-codeigniter';
import { pythonHardening } from './python/hardening';
import { language } from './python/language';
import { pythonClients, pythonDatabases, pythonExecution, pythonFiles, pythonParsers } from './python/libraries';
import { clouds, falcon, graphql, litestar, quart, readers, standardServers, webSockets, webpy, wrappers } from './python/requests';
import { pythonSecurity } from './python/security';
import { aiohttp, bottle, cherrypy, django, fastapi, flask, pyramid, sanic, tornado } from './python/web';
import { rubyDatabases } from './ruby/databases';
import { rubyLanguage } from './ruby/language';
import { rubyClients, rubyLibraries } from './ruby/libraries';
import { rails, templates } from './ruby/rails';
import { rubySecurityRows } from './ruby/security';
import { rubyHardening, rubyServers } from './ruby/servers';
import { rubyWeb } from './ruby/web';
import { type FlowRows, type FlowSettings, SIZE_WEAKNESSES } from './rows';
import { FLOW_RULES, MEMORY_RULES, SETTING_RULES } from './weaknesses';

/** The rules for the weaknesses that the rows have sinks or settings for. */
function rulesOf(rows: readonly FlowRows[]): ToolDefinition['rules'] {
  const named = [...rows.flatMap(({ sinks }) => sinks ?? []), ...rows.flatMap(({ settings }) => settings ?? [])];
  const memory = rows.flatMap((row) => row.memory ?? []);
  // Reads and writes past the end of a buffer are judged by sizes: no call alone is their sink.
  const sizes = memory.length > 0 ? SIZE_WEAKNESSES : [];
  const patterns = rows.some(({ patternTests }) => patternTests !== undefined) ? ['slow-pattern'] : [];
  const weaknesses = new Set<string>([...named.map(({ weakness }) => weakness), ...memory, ...sizes, ...patterns]);
  return Object.fromEntries(Object.entries({ ...FLOW_RULES, ...MEMORY_RULES, ...SETTING_RULES }).filter(([weakness]) => weaknesses.has(weakness)));
}

const flow = (settings: FlowSettings): Pick<ToolDefinition, 'rules' | 'settings'> => ({
  rules: rulesOf(settings.rows),
  settings: { ...settings },
});

const common = {
  category: 'security',
  billing: 'security',
  engine: 'flow',
  targets: SOURCE_TARGETS,
  comparesFiles: true,
  advice:
    'Make sure that nothing from outside reaches this place unchecked. A finding of low severity says what makes its way less sure: more than three files or six calls, a value that any part of the program may change, a call that is not known. One of medium severity, where the rule’s own is higher, says what a reader has to judge: a condition or check on the way whose effect is not known, what a service gives for the input, a long way, a place where the input may be meant to choose all.',
} as const;

/** The rows that Java and Kotlin share: the platform and its libraries. */
const javaRows: readonly FlowRows[] = [javaWeb, javaServers, javaPlatform, javaFiles, javaQueries, javaExpressions, javaClients, javaSecurityRows, javaHardening, javaErrors];

export const flowTools: readonly ToolDefinition[] = [
  {
    ...common,
    id: 'c-data-flow',
    name: 'Data flow in C and C++',
    description: 'Follows what comes in from outside through C and C++, across functions and files, to calls that it can harm, and what is known of memory: sizes of arrays and blocks, what was released, lengths of texts.',
    files: ['**/*.{c,h,cc,cpp,cxx,hh,hpp,hxx}'],
    ...flow({ language: 'c', rows: [cLanguage] }),
  },
  {
    ...common,
    id: 'js-data-flow',
    name: 'Data flow in JavaScript and TypeScript',
    description: 'Follows what comes in from outside through JavaScript and TypeScript, across functions and files, to calls that it can harm, and judges calls by the constants that they get: ciphers, keys, tokens, cookies, TLS.',
    files: ['**/*.{js,jsx,mjs,cjs,ts,tsx,mts,cts,ejs}', '**/package.json'],
    needs: ['**/*.{js,jsx,mjs,cjs,ts,tsx,mts,cts}'],
    ...flow({ language: 'javascript', rows: [express, koa, fastify, nest, hapi, h3, elysia, loaders, filedRoutes, procedures, messages, forms, fetchApi, browser, node, clients, databases, scripts, libraries, javascriptSecurity, modelContext, angular] }),
  },
  {
    ...common,
    id: 'java-data-flow',
    name: 'Data flow in Java',
    description: 'Follows what comes in from outside through Java and pages of JSP, across methods, classes and mappers of MyBatis, to calls that it can harm, and judges calls by the constants that they get: ciphers, hashes, cookies.',
    files: ['**/*.{java,jsp,jspf,properties}', '**/*{Mapper,mapper,Mapping,Dao,DAO,dao}.xml', '**/{mapper,mappers,mybatis}/**/*.xml'],
    needs: ['**/*.{java,jsp}'],
    ...flow({ language: 'java', rows: [...javaRows, javaPatterns] }),
  },
  {
    ...common,
    id: 'csharp-data-flow',
    name: 'Data flow in C#',
    description: 'Follows what comes in from outside through C#, across methods, classes and files, to calls that it can harm, and judges calls by the constants that they get: ciphers, keys, tokens, cookies, TLS.',
    files: ['**/!(*.g|*.g.i).cs'],
    ...flow({ language: 'csharp', rows: [csharpWeb, csharpWebForms, csharpHosts, csharpDatabases, csharpStores, csharpPlatform, csharpLibraries, csharpSecurityRows, csharpHardening] }),
  },
  {
    ...common,
    id: 'go-data-flow',
    name: 'Data flow in Go',
    description: 'Follows what comes in from outside through Go, across functions, methods and packages, to calls that it can harm, and judges calls by the constants that they get: keys, tokens, cookies, TLS.',
    files: ['**/!(*_test).go'],
    ...flow({ language: 'go', rows: [goLanguage, gin, echo, fiber, fasthttp, iris, macaron, beego, goRouters, goMessages, gorm, goDrivers, goMappers, goBuilders, goStores, goClients, goDocuments, goScripts, goLibraries, goSecurity] }),
  },
  {
    ...common,
    id: 'kotlin-data-flow',
    name: 'Data flow in Kotlin',
    description: 'Follows what comes in from outside through Kotlin, across functions, classes and files, to calls that it can harm, and judges calls by the constants that they get: ciphers, keys, trust in servers, settings of Android.',
    files: ['**/*.{kt,properties}', '**/AndroidManifest.xml'],
    needs: ['**/*.kt'],
    ...flow({ language: 'kotlin', rows: [kotlinLanguage, kotlinXml, ktor, android, kotlinDatabases, ...javaRows].map(withProperties) }),
  },
  {
    ...common,
    id: 'php-data-flow',
    name: 'Data flow in PHP',
    description: 'Follows what comes in from outside through PHP, across functions, classes and included files, to calls that it can harm, and judges calls by the constants that they get: ciphers, hashes, cookies.',
    files: ['**/*.{php,phtml,php5,inc}'],
    ...flow({ language: 'php', rows: [phpLanguage, phpSecurityRows, phpHardening, phpDatabases, laravel, symfony, slim, wordpress, yii, codeigniter, cakephp, drupal, pimcore, phpClients, phpMappers, phpLibraries, phpRemoteCalls] }),
  },
  {
    ...common,
    id: 'py-data-flow',
    name: 'Data flow in Python',
    description: 'Follows what comes in from outside through Python, across functions and files, to calls that it can harm, and judges calls by the constants that they get: ciphers, hashes, cookies.',
    files: ['**/*.py'],
    ...flow({
      language: 'python',
      rows: [flask, django, fastapi, tornado, aiohttp, cherrypy, bottle, pyramid, sanic, falcon, quart, litestar, webpy, wrappers, standardServers, clouds, webSockets, graphql, readers, language, pythonDatabases, pythonClients, pythonFiles, pythonExecution, pythonParsers, pythonSecurity, pythonHardening],
    }),
  },
  {
    ...common,
    id: 'ruby-data-flow',
    name: 'Data flow in Ruby',
    description: 'Follows what comes in from outside through Ruby and ERB templates, across methods, classes, blocks and from controllers into views, to calls that it can harm, and judges calls by the constants that they get: ciphers, keys, cookies, TLS.',
    files: ['**/!(*_spec|*_test).{rb,rake,ru,erb}', '**/{Rakefile,Gemfile,Gemfile.lock,*.gemspec}'],
    needs: ['**/*.{rb,rake,ru}'],
    ...flow({ language: 'ruby', rows: [rubyLanguage, rubyDatabases, rails, templates, rubyWeb, rubySecurityRows, rubyClients, rubyLibraries, rubyServers, rubyHardening] }),
  },
];
