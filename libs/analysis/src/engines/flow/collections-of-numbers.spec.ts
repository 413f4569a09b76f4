import { runOn } from '../../../test/run-on';
import { flowTools } from '../../catalogue/flow';
import { profileOf } from '../engine-table';

const javaHandler = (type: string, use: string) =>
  'import java.util.*;\nclass Form { List<Long> ids; List<String> names; byte[] bytes;\n' +
  '  List<Long> getIds() { return ids; } List<String> getNames() { return names; } }\n' +
  `@RestController class A { java.sql.Statement all;\n@PostMapping("/a") void a(@RequestBody ${type} it)` +
  ` throws Exception { all.execute("delete from b where c in (" + ${use} + ")"); } }\n`;
const kotlinHandler = (type: string, use: string) =>
  'import org.springframework.web.bind.annotation.*\n' +
  'class Form(val id: Long, val ids: List<Long>, val names: List<String>)\n' +
  '@RestController class A(private val all: java.sql.Statement) {\n' +
  `@PostMapping("/a") fun a(@RequestBody it: ${type}) { all.execute("delete from b where c in (" + ${use} + ")") } }\n`;
const dotnetHandler = (type: string, use: string) =>
  'using Microsoft.AspNetCore.Mvc; using System.Collections.Generic; using System.Data.SqlClient;\n' +
  'public class Form { public List<int> Ids { get; set; } public int? Id { get; set; }\n' +
  'public string[] Names { get; set; } }\n' +
  `[ApiController] public class A : ControllerBase { [HttpPost("a")] public void B([FromBody] ${type} it) {\n` +
  `new SqlCommand("delete from b where c in (" + ${use} + ")").ExecuteNonQuery(); } }\n`;

/** Whether input reaches the statement of a handler of requests. */
async function isReached(file: 'A.java' | 'A.kt' | 'A.cs', type: string, use: string) {
  const make = { 'A.java': javaHandler, 'A.kt': kotlinHandler, 'A.cs': dotnetHandler }[file];
  const tool = { 'A.java': 'java-data-flow', 'A.kt': 'kotlin-data-flow', 'A.cs': 'csharp-data-flow' }[file];
  const { findings } = (await runOn(profileOf('flow'), flowTools, { [file]: make(type, use) })).tool(tool);
  return findings.some(({ rule }) => rule === 'sql-injection');
}

describe('a collection of numbers', () => {
  it.each([
    ['A.java', 'List<Long>', 'it.stream().map(String::valueOf).collect(Collectors.joining(","))'],
    ['A.java', 'long[]', 'it[0]'],
    ['A.java', 'Set<UUID>', 'it.iterator().next()'],
    ['A.java', 'Form', 'it.getIds()'],
    ['A.kt', 'List<Long>', 'it.joinToString(",")'],
    ['A.kt', 'LongArray?', 'it?.joinToString(",")'],
    ['A.kt', 'Form', 'it.ids.joinToString(",")'],
    ['A.kt', 'Form', 'it.id'],
    ['A.cs', 'IEnumerable<Guid>', 'string.Join(",", it)'],
    ['A.cs', 'int[]', 'string.Join(",", it)'],
    ['A.cs', 'Form', 'string.Join(",", it.Ids)'],
    ['A.cs', 'Form', 'it.Id'],
  ] as const)('holds no text: %s, %s', async (file, type, use) => {
    expect(await isReached(file, type, use)).toBe(false);
  });

  it.each([
    ['A.java', 'List<String>', 'String.join(",", it)'],
    ['A.java', 'Map<Long, String>', 'it.get(1)'],
    ['A.java', 'byte[]', 'new String(it)'],
    ['A.java', 'Form', 'it.getNames()'],
    ['A.kt', 'List<String>', 'it.joinToString(",")'],
    ['A.kt', 'ByteArray', 'String(it)'],
    ['A.kt', 'Form', 'it.names.joinToString(",")'],
    ['A.cs', 'List<string>', 'string.Join(",", it)'],
    ['A.cs', 'Form', 'string.Join(",", it.Names)'],
  ] as const)('is none where a text fits in: %s, %s', async (file, type, use) => {
    expect(await isReached(file, type, use)).toBe(true);
  });
});
