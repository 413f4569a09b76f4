import { runOn } from '../../../test/run-on';
import { flowTools } from '../../catalogue/flow';
import { profileOf } from '../engine-table';

const PARAMETER = '@RequestParam String q';
const CONTROLLER = (call: string, parameter = PARAMETER) =>
  'package shop;\nimport java.util.*;\nimport org.springframework.web.bind.annotation.*;\n' +
  '@RestController\nclass Shop {\n' +
  `  private final UserMapper users;\n  @GetMapping("/") Object find(${parameter}) { ${call} }\n}\n`;
const INTERFACE = (...methods: string[]) =>
  'package shop;\nimport java.util.*;\nimport org.apache.ibatis.annotations.Param;\ninterface UserMapper {\n' +
  `${methods.map((each) => `  ${each}\n`).join('')}}\n`;
const DOCTYPE =
  '<!DOCTYPE mapper PUBLIC "-//mybatis.org//DTD Mapper 3.0//EN" "http://mybatis.org/dtd/mybatis-3-mapper.dtd">';
const MAPPER = (body: string, namespace = 'shop.UserMapper') =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${DOCTYPE}\n<mapper namespace="${namespace}">\n${body}\n</mapper>\n`;
const XML = 'src/main/resources/mapper/UserMapper.xml';

/** A mapper with one method, whose parameter and statement are given; the statement begins in line 5. */
const program = (parameter: string, statement: string, call = 'return users.find(q);', ofRequest = PARAMETER) => ({
  'src/main/java/shop/Shop.java': CONTROLLER(call, ofRequest),
  'src/main/java/shop/UserMapper.java': INTERFACE(`List<User> find(${parameter});`),
  [XML]: MAPPER(`<select id="find" resultType="User">\n${statement}\n</select>`),
});

async function run(files: Readonly<Record<string, string>>) {
  return (await runOn(profileOf('flow'), flowTools, files)).tool('java-data-flow');
}

/** `rule line` of each finding in the mapper, and `rule file:line` of each other one. */
async function found(files: Readonly<Record<string, string>>): Promise<string[]> {
  const { findings } = await run(files);
  return findings.map(({ rule, file, line }) => (file === XML ? `${rule} ${line}` : `${rule} ${file}:${line}`));
}

const BY = '@Param("sort") String sort';
const FOUND = ['sql-injection 5'];
const FORM = 'class Form { private String sort; private Integer limit; private Kind kind; enum Kind { A, B } }\n';
const FORM_FILE = 'src/main/java/shop/Form.java';
const form = (statement: string) => ({
  ...program('Form form', statement, 'return users.find(form);', '@RequestBody Form form'),
  [FORM_FILE]: `package shop;\n${FORM}`,
});

describe('a value that a mapper of MyBatis puts into its statement as it is', () => {
  it('is found where it stands, with the way through the method of the mapper', async () => {
    const { findings } = await run(program(BY, 'select * from users order by ${sort}'));
    expect(findings.map(({ rule, file, line, column }) => ({ rule, file, line, column }))).toEqual([
      { rule: 'sql-injection', file: XML, line: 5, column: 30 },
    ]);
    expect(findings[0]!.trace!.steps.map(({ file, text }) => `${file!.split('/').at(-1)}: ${text}`)).toEqual([
      'Shop.java: the parameter of the request comes in',
      'Shop.java: passed to Shop.find',
      'Shop.java: passed to UserMapper.find',
      'UserMapper.xml: given to executeQuery',
    ]);
  });

  it.each([
    ['the only parameter by any of its names', 'String sort', "select * from users where name like '%${value}%'"],
    ['a parameter by its own name', 'String sort, int limit', 'select * from users order by ${sort}'],
    ['a parameter by its number', 'int limit, String sort', 'select * from users order by ${param2}'],
    ['a part that is taken in on a condition', BY, '<if test="sort != null">order by ${sort}</if>'],
    ['a text that XML leaves alone', BY, '<![CDATA[select * from users where id < 3 order by ${sort}]]>'],
    ['a name that is bound', BY, '<bind name="by" value="\'u.\' + sort"/>select * from users order by ${by}'],
    [
      'an element of a list',
      '@Param("names") List<String> names',
      'select * from users where name in <foreach collection="names" item="n" open="(" close=")">${n}</foreach>',
    ],
  ])('is found in %s', async (_, parameter, statement) => {
    const isList = parameter.includes('List');
    const two = parameter.startsWith('int') ? '1, q' : parameter.includes(',') ? 'q, 1' : isList ? 'List.of(q)' : 'q';
    expect(await found(program(parameter, statement, `return users.find(${two});`))).toEqual(FOUND);
  });

  it('is found in a field of an object that the request fills', async () => {
    expect(await found(form('select * from users order by ${sort}'))).toEqual(FOUND);
  });

  it('is found in a map', async () => {
    const call =
      'Map<String, Object> map = new HashMap<>(); map.put("sort", q); map.put("b", "c"); return users.find(map);';
    expect(await found(program('Map<String, Object> map', 'order by ${sort}, ${b}', call))).toEqual(FOUND);
  });

  it('is found in a part of the statement, of this mapper and of another one', async () => {
    const part = '<sql id="order">\norder by ${sort}\n</sql>';
    const select = (id: string) => `<select id="find">select * from users <include refid="${id}"/></select>`;
    const files = program(BY, '');
    expect(await found({ ...files, [XML]: MAPPER(`${part}\n${select('order')}`) })).toEqual(FOUND);
    const other = { 'src/main/resources/mapper/Common.xml': MAPPER(part, 'shop.Common') };
    expect(await found({ ...files, ...other, [XML]: MAPPER(select('shop.Common.order')) })).toEqual([
      'sql-injection src/main/resources/mapper/Common.xml:5',
    ]);
  });

  it.each([
    ['a value that is passed beside the statement', BY, 'select * from users where name = #{sort}'],
    ['a part that MyBatis-Plus composes', '@Param("ew") Object ew', 'select * from users ${ew.customSqlSegment}'],
    ['a value that a condition compares', BY, '<if test="sort == \'name\'">select 1 order by ${sort}</if>'],
    ['a value that a condition asks about', BY, '<if test="\'name\'.equals(sort)">select 1 order by ${sort}</if>'],
    ['a variable of the configuration', 'String sort', 'select * from ${prefix}_users'],
    ['a comment', BY, 'select * from users <!-- order by ${sort} -->'],
    [
      'a property of an included part',
      BY,
      'select * from users <include refid="x"><property name="sort" value="a"/></include>',
    ],
  ])('is no finding in %s', async (_, parameter, statement) => {
    const files = program(parameter, statement);
    const part = '<sql id="x">order by ${sort}</sql>';
    expect(await found({ ...files, [XML]: files[XML]!.replace('\n</mapper>', `${part}</mapper>`) })).toEqual([]);
  });

  it.each([
    ['a constant', 'return users.find("name");'],
    ['one of a list', 'if (!List.of("name", "id").contains(q)) return null; return users.find(q);'],
    ['what a pattern lets through', 'if (!q.matches("[a-z_]+")) return null; return users.find(q);'],
    ['a number', 'return users.find(String.valueOf(Integer.parseInt(q)));'],
  ])('is no finding if it is %s', async (_, call) => {
    expect(await found(program(BY, 'select * from users order by ${sort}', call))).toEqual([]);
  });

  it('is no finding in a field that holds a number or a member of an enumeration', async () => {
    expect(await found(form('select * from users order by ${kind} limit ${limit}'))).toEqual([]);
    const files = form('select * from users order by ${sort}');
    const own = { [FORM_FILE]: files[FORM_FILE].replace('private String sort', 'private Order sort') };
    const order = { 'src/main/java/shop/Order.java': 'package shop;\nenum Order { NAME, DATE }\n' };
    expect(await found({ ...files, ...own, ...order })).toEqual([]);
  });

  it('is no finding in such a field of a class that the object extends', async () => {
    const page = 'package shop;\nclass Page { private Integer offset; private String by; }\n';
    const extended = (statement: string) => {
      const files = form(statement);
      return {
        ...files,
        [FORM_FILE]: files[FORM_FILE].replace('Form {', 'Form extends Page {'),
        'src/main/java/shop/Page.java': page,
      };
    };
    expect(await found(extended('select * from users limit 10 offset ${offset}'))).toEqual([]);
    expect(await found(extended('select * from users order by ${by}'))).toEqual(FOUND);
  });

  it('is no finding in a mapper of another interface, or in a file of another kind', async () => {
    const files = program(BY, 'select * from users order by ${sort}');
    expect(await found({ ...files, [XML]: files[XML]!.replace('shop.UserMapper', 'other.UserMapper') })).toEqual([]);
    const settings = '<beans><bean id="find">order by ${sort}</bean></beans>';
    expect(await found({ ...files, [XML]: settings })).toEqual([]);
  });

  it('is no finding where an aspect of the program empties it before', async () => {
    const aspect = (value: string) =>
      'package shop;\n@Aspect\n@Component\nclass Scope {\n  static final String KEY = "scope";\n' +
      `  @Before("@annotation(S)") void clear(JoinPoint point) { form.getParams().put(KEY, ${value}); }\n}\n`;
    const files = {
      ...program(
        'Form form',
        'select * from users ${params.scope}',
        'return users.find(form);',
        '@RequestBody Form form',
      ),
      'src/main/java/shop/Form.java': 'package shop;\nclass Form { private Map<String, Object> params; }\n',
    };
    expect(await found({ ...files, 'src/main/java/shop/Scope.java': aspect('""') })).toEqual([]);
    expect(await found({ ...files, 'src/main/java/shop/Scope.java': aspect('scopeOf(point)') })).toEqual(FOUND);
  });

  it('leaves a mapper out that cannot be read, and reads the others', async () => {
    const files = program(BY, 'select * from users order by ${sort}');
    const result = await run({ ...files, 'src/main/resources/mapper/B.xml': MAPPER('<select id="a">') });
    expect(result.findings).toHaveLength(1);
    expect(result.unreadable.map(({ file }) => file)).toEqual(['src/main/resources/mapper/B.xml']);
  });

  it('ends where parts include each other', async () => {
    const parts = Array.from({ length: 30 }, (_, index) => {
      const include = `<include refid="p${(index + 1) % 30}"/>`;
      return `<sql id="p${index}">${include}${include} x</sql>`;
    });
    const files = program(BY, 'select * from users <include refid="p0"/> order by ${sort}');
    const mapper = files[XML]!.replace('\n</mapper>', `${parts.join('')}</mapper>`);
    expect((await run({ ...files, [XML]: mapper })).unreadable).toEqual([]);
  });
});
