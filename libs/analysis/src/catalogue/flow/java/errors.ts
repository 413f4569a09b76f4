import { sinks } from '../make';
import { ALL_BUT_EXPOSURE, ERROR_MESSAGE, ERROR_STACK, type FlowRows } from '../rows';

/**
 * Errors whose message the platform, a driver or a mapper has written for developers: names of tables, statements,
 * hosts. One of the program's own may be meant for the client.
 */
export const INNER_ERRORS = [
  ...['SQLException', 'BatchUpdateException', 'DataAccessException', 'DataIntegrityViolationException', 'BadSqlGrammarException', 'JdbcSQLException'],
  ...['PersistenceException', 'HibernateException', 'JpaSystemException', 'MongoException', 'NamingException', 'ClassNotFoundException', 'NullPointerException', 'Exception', 'RuntimeException'],
];

const CAUSES = ['getCause', 'getRootCause', 'getMostSpecificCause', 'getNextException'];
const SAYING = ['getMessage', 'getLocalizedMessage', 'toString'].map((name) => `InnerError.${name}()`);

/** The messages of errors, and the calls that send them to the client. */
export const javaErrors: FlowRows = {
  aliases: { ...Object.fromEntries(INNER_ERRORS.map((name) => [name, 'InnerError'])), ...Object.fromEntries(CAUSES.map((name) => [`InnerError.${name}()`, 'InnerError'])) },
  sources: { ...Object.fromEntries(SAYING.map((path) => [path, ERROR_MESSAGE])), 'InnerError.getStackTrace()': ERROR_STACK, 'InnerError.stackTraceToString()': ERROR_STACK },
  harmless: [{ paths: [...SAYING, 'InnerError.getStackTrace()', 'InnerError.stackTraceToString()'], weaknesses: ALL_BUT_EXPOSURE }],
  sinks: [
    ...sinks('error-exposure', ['ResponseEntity', 'ResponseEntity.ok', 'BodyBuilder.body', 'ResponseBuilder.entity', 'Response.ok', 'Context.result', 'Context.json', 'Context.html', 'HttpServerResponse.end', 'HttpServerExchange.getResponseSender().send']),
    ...sinks('error-exposure', ['ProblemDetail.forStatusAndDetail'], { arguments: [1] }),
    { returnOf: 'ExceptionHandler', weakness: 'error-exposure' },
  ],
};
