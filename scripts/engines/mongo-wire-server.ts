import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { enginesFolder, EngineMissing, exists, madeOnce } from './cache';
import { runProgram } from './run-program';

const LIBRARY = '1.47.0';
const SOURCES = join(__dirname, 'mongo-wire-server');
const JDK = 'install a JDK, 17 or later (Debian: openjdk-17-jdk-headless)';

const jars = (): string => join(enginesFolder(), `mongo-java-server-${LIBRARY}`);

/** How to start the server; the port and the folder follow. */
export interface MongoWireProgram {
  readonly program: 'java';
  readonly args: readonly string[];
}

/**
 * A server of MongoDB's wire protocol with the data in one file: a library, and the few lines of Java beside this file.
 *
 * @throws EngineMissing
 */
export async function mongoWireProgram(): Promise<MongoWireProgram> {
  const classes = await compiled();
  if (!(await exists(jars())) || !(await exists(classes)))
    throw new EngineMissing(
      'there is no server of the MongoDB wire protocol: run npm run engines:install, or name a MongoDB in ' +
        'ASSAY_TEST_MONGODB_URL',
    );
  // It starts twice as fast with the first compiler only, and the machine's processors are the service's under test.
  return {
    program: 'java',
    args: [
      '-Xmx512m',
      '-XX:+UseSerialGC',
      '-XX:TieredStopAtLevel=1',
      '-cp',
      [classes, join(jars(), '*')].join(delimiter),
      'MongoWireServer',
    ],
  };
}

/** Fetches the library with Maven and compiles the server, each where it is missing. */
export async function installMongoWireServer(say: (line: string) => void): Promise<MongoWireProgram> {
  const classes = await compiled();
  if (!(await exists(jars()))) {
    say(`MongoDB wire protocol: fetching mongo-java-server ${LIBRARY} with Maven; some 10 seconds, 8 MB`);
    await madeOnce(jars(), fetchJars);
  }
  if (!(await exists(classes))) {
    await requireJdk();
    say('MongoDB wire protocol: compiling the server');
    await madeOnce(classes, compileInto);
  }
  return mongoWireProgram();
}

/** Keyed by what it is made from: a changed source is compiled again. */
async function compiled(): Promise<string> {
  const key = createHash('sha256').update(LIBRARY);
  for (const file of await sourceFiles()) key.update(await readFile(file));
  return join(enginesFolder(), `mongo-wire-server-${key.digest('hex').slice(0, 16)}`);
}

const sourceFiles = async (): Promise<string[]> =>
  (await readdir(SOURCES))
    .filter((name) => name.endsWith('.java'))
    .sort()
    .map((name) => join(SOURCES, name));

async function compileInto(folder: string): Promise<void> {
  await runProgram('javac', ['--release', '17', '-d', folder, '-cp', join(jars(), '*'), ...(await sourceFiles())], JDK);
}

async function fetchJars(folder: string): Promise<void> {
  const project = join(folder, 'pom.xml');
  await writeFile(project, POM);
  await runProgram(
    'mvn',
    ['-B', '-q', '-f', project, 'dependency:copy-dependencies', `-DoutputDirectory=${folder}`],
    'install Maven (Debian: maven)',
  );
}

async function requireJdk(): Promise<void> {
  const said = await runProgram('javac', ['-version'], JDK);
  if (Number(/javac (\d+)/.exec(said)?.[1] ?? 0) < 17) throw new EngineMissing(`${said.trim()} is too old: ${JDK}`);
}

const dependency = (name: string): string =>
  `<dependency><groupId>de.bwaldvogel</groupId><artifactId>${name}</artifactId>` +
  `<version>${LIBRARY}</version></dependency>`;

const POM = `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>assay</groupId><artifactId>mongo-wire-server</artifactId><version>1</version><packaging>pom</packaging>
  <dependencies>${dependency('mongo-java-server')}${dependency('mongo-java-server-h2-backend')}</dependencies>
</project>
`;
