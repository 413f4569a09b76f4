import { sinks } from '../make';
import type { FlowRows } from '../rows';

/** Contexts in which an expression of Spring reaches properties alone. */
export const SMALL_CONTEXT = ['SimpleEvaluationContext.forReadOnlyDataBinding', 'SimpleEvaluationContext.forReadWriteDataBinding', 'SimpleEvaluationContext.forPropertyAccessors'];
/** XStream makes listed classes alone since one of these was called. */
const LISTED_TYPES = ['allowTypes', 'allowTypesByWildcard', 'allowTypeHierarchy', 'allowTypesByRegExp', 'addPermission'].map((name) => `XStream.${name}`);

/** XStream since 1.4.18, SnakeYAML since 2.0 and Kryo since 5.0. */
const NEWER_RELEASES = 'newer releases of the library make listed classes alone';

/** Scripts and expressions, templates, classes by name, and what objects are made of. */
export const javaExpressions: FlowRows = {
  aliases: {
    ...Object.fromEntries(['Name', 'Extension', 'MimeType'].map((by) => [`ScriptEngineManager.getEngineBy${by}()`, 'ScriptEngine'])),
    'NashornScriptEngineFactory.getScriptEngine()': 'ScriptEngine',
    'JexlBuilder.create()': 'JexlEngine',
    'ExpressionFactory.newInstance()': 'ExpressionFactory',
    Hessian2Input: 'HessianInput',
    BurlapInput: 'HessianInput',
    SpringTemplateEngine: 'TemplateEngine',
    ITemplateEngine: 'TemplateEngine',
    InitialContext: 'NamingContext',
    'Thread.getContextClassLoader()': 'ClassLoader',
    'Thread.currentThread().getContextClassLoader()': 'ClassLoader',
    'ClassLoader.getSystemClassLoader()': 'ClassLoader',
  },
  sinks: [
    ...sinks('code-injection', ['ScriptEngine.compile', 'Compilable.compile', 'Ognl.setValue', 'Ognl.parseExpression', 'OgnlUtil.getValue']),
    ...sinks('code-injection', ['MVEL.eval', 'MVEL.evalToBoolean', 'MVEL.evalToString', 'MVEL.executeExpression', 'MVEL.compileExpression', 'AviatorEvaluator.execute', 'AviatorEvaluator.compile']),
    ...sinks('code-injection', ['JexlEngine.createExpression', 'JexlEngine.createScript', 'JexlEngine.createTemplate', 'ELProcessor.eval', 'ELProcessor.getValue']),
    ...sinks('code-injection', ['GroovyShell.parse', 'GroovyShell.run', 'GroovyClassLoader.parseClass', 'GroovyScriptEngine.run', 'Eval.me', 'Interpreter.eval', 'PythonInterpreter.exec', 'PythonInterpreter.eval']),
    ...sinks('code-injection', ['ExpressionFactory.createValueExpression', 'ExpressionFactory.createMethodExpression', 'Eval.x'], { arguments: [1] }),
    ...sinks('code-injection', ['Context.evaluateString', 'Context.eval'], { arguments: [1] }),
    ...sinks('code-injection', ['SpelExpressionParser.parseRaw'], { unlessCalled: SMALL_CONTEXT }),
    ...sinks('code-injection', ['*.buildConstraintViolationWithTemplate']),
    ...sinks('template-injection', ['Velocity.evaluate', 'VelocityEngine.evaluate', 'RuntimeServices.evaluate'], { arguments: [3] }),
    ...sinks('template-injection', ['Template'], { arguments: [1], imports: ['freemarker.template.Template', 'freemarker.template'] }),
    ...sinks('template-injection', ['StringTemplateLoader.putTemplate'], { arguments: [1] }),
    ...sinks('template-injection', ['TemplateEngine.process', 'PebbleEngine.getLiteralTemplate', 'Handlebars.compileInline', 'Jinjava.render', 'Jinjava.renderForResult', 'SimpleTemplateEngine.createTemplate', 'GStringTemplateEngine.createTemplate']),
    ...sinks('unsafe-reflection', ['Class.forName', 'ClassLoader.loadClass', 'ClassUtils.forName', 'Class.getMethod', 'Class.getDeclaredMethod', 'MethodUtils.invokeStaticMethod']),
    ...sinks('unsafe-reflection', ['MethodUtils.invokeMethod', 'MethodUtils.invokeExactMethod', 'ReflectionUtils.findMethod'], { arguments: [1] }),
    ...sinks('name-lookup', ['NamingContext.lookup', 'NamingContext.lookupLink', 'Context.lookup', 'DirContext.lookup', 'InitialContext.doLookup', 'JndiTemplate.lookup', 'JndiLocatorDelegate.lookup']),
    ...sinks('unsafe-deserialization', ['XStream.fromXML', 'XStream.unmarshal'], { unlessCalled: LISTED_TYPES, reservation: NEWER_RELEASES }),
    ...sinks('unsafe-deserialization', ['XStream.fromXML', 'XStream.unmarshal'], { onlyCalled: ['XStream.addPermission(AnyTypePermission.ANY)'] }),
    ...sinks('unsafe-deserialization', ['Yaml.load', 'Yaml.loadAll', 'Yaml.loadAs', 'Yaml.parse'], { unlessCalled: ['SafeConstructor', 'LoaderOptions.setTagInspector'], reservation: NEWER_RELEASES }),
    ...sinks('unsafe-deserialization', ['Kryo.readClassAndObject', 'Kryo.readObject', 'Kryo.readObjectOrNull'], { onlyCalled: ['Kryo.setRegistrationRequired(false)'] }),
    ...sinks('unsafe-deserialization', ['Kryo.readClassAndObject'], { unlessCalled: ['Kryo.setRegistrationRequired(true)', 'Kryo.setRegistrationRequired(false)'], reservation: NEWER_RELEASES }),
    ...sinks('unsafe-deserialization', ['SerializationUtils.deserialize', 'SerializationHelper.deserialize', 'JsonReader.jsonToJava', 'YamlReader']),
    ...sinks('unsafe-deserialization', ['HessianInput.readObject'], { receiver: true }),
    ...sinks('unsafe-deserialization', ['ObjectMapper.readValue', 'ObjectMapper.readTree'], { onlyCalled: ['ObjectMapper.enableDefaultTyping', 'ObjectMapper.activateDefaultTyping(LaissezFaireSubTypeValidator.instance)'] }),
    ...sinks('unsafe-deserialization', ['FSTObjectInput', 'FSTConfiguration.asObject']),
  ],
  sanitizers: [{ call: 'Class.getSimpleName', safeFor: 'all' }],
};
