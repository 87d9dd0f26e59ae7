/**
 * Tests the classes that JAXB generates from the published schemas as docs/schemas.md describes:
 * they compile and read the responses of a running service. Needs a JDK, and xjc with its
 * libraries: Debian's `libjaxb-java`, or the jars that the variable JAXB_CLASSPATH names.
 */
import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { DIALECT_LIST } from '../../src/documents/dialects.ts'
import { personaOf, personaOrder } from '../../src/sandbox/persona-order.ts'
import { runningService } from '../support/running-service.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

/** The tools of a JDK. */
const [JAVAC, JAVA] = ['javac', 'java'] as const

const CLASSPATH = process.env.JAXB_CLASSPATH ?? debianJars()
const MISSING = missingTool()

function debianJars(): string {
  const jars = globSync(
    '/usr/share/java/{jaxb*,*istack*,codemodel,rngom,xsom,*txw2*,activation,javax.activation,stax-ex,FastInfoset,dtd-parser,relaxngDatatype,xml-resolver}.jar',
  )
  return jars.some((jar) => jar.endsWith('jaxb-xjc.jar')) ? jars.join(':') : ''
}

function missingTool(): string | false {
  if (spawnSync(JAVAC, ['-version']).status !== 0) return 'a JDK is not installed'
  return CLASSPATH === '' && 'xjc is not installed: libjaxb-java, or JAXB_CLASSPATH'
}

/** Generates the classes of a dialect. Returns the folder of the packages. */
function generate(folder: string, dialect: string): string {
  const classes = join(folder, dialect)
  mkdirSync(classes)
  const schema = `schema/${dialect}/trimerge.xsd`
  const xjc = [
    'com.sun.tools.xjc.Driver',
    '-quiet',
    '-p',
    `trimerge.${dialect}`,
    '-d',
    classes,
    schema,
  ]
  execFileSync(JAVA, ['-cp', CLASSPATH, ...xjc], { stdio: ['ignore', 'pipe', 'pipe'] })
  return classes
}

const xmlDialects = DIALECT_LIST.map(({ name }) => name).filter((name) =>
  existsSync(`schema/${name}/trimerge.xsd`),
)

test('xjc generates classes for every dialect', { skip: MISSING }, () => {
  assert.equal(xmlDialects.length, 4)
  const folder = temporaryFolder()
  for (const dialect of xmlDialects) {
    const files = globSync('**/*.java', { cwd: generate(folder, dialect) })
    assert.ok(files.length > 40, `${dialect}: ${files.length} classes`)
  }
})

/**
 * A program that prints the content of a response. JAXB 2 and 4 name their packages differently.
 */
const readerOf = (api: string) => `
import ${api}.xml.bind.*;
import java.io.*;
import trimerge.mismo.*;
public class Read {
  public static void main(String[] files) throws Exception {
    Unmarshaller reader = JAXBContext.newInstance(RESPONSEGROUP.class).createUnmarshaller();
    reader.setEventHandler(event -> { throw new RuntimeException(event.getMessage()); });
    for (String file : files) {
      RESPONSEGROUP group = (RESPONSEGROUP) reader.unmarshal(new File(file));
      CREDITRESPONSE response = group.getRESPONSE().getRESPONSEDATA().getCREDITRESPONSE();
      System.out.println(response.getCreditReportType().value() + " " + response.getCREDITLIABILITY().size());
      for (CREDITSCORE score : response.getCREDITSCORE())
        System.out.println(score.getCreditRepositorySourceType().value() + " " + score.getValue());
    }
  }
}
`

test('the generated classes compile and read the responses of a running service', {
  skip: MISSING,
}, async (t) => {
  const folder = temporaryFolder()
  const classes = generate(folder, 'mismo')
  const sources = globSync('**/*.java', { cwd: classes }).map((file) => join(classes, file))
  const isJakarta = sources.some((file) => readFileSync(file, 'utf8').includes('jakarta.xml.bind'))
  const reader = join(folder, 'Read.java')
  writeFileSync(reader, readerOf(isJakarta ? 'jakarta' : 'javax'))
  const compiled = join(folder, 'compiled')
  execFileSync(JAVAC, ['-nowarn', '-cp', CLASSPATH, '-d', compiled, ...sources, reader])

  const service = await runningService(t)
  const avery = personaOf('avery') ?? assert.fail()
  const order = personaOrder(avery, 'credit_report', { dialect: 'mismo' })
  const answers = [order, order.replace(/_SSN="[^"]*"/, '_SSN="none"')].map((body, index) =>
    answered(body, join(folder, `answer-${index}.xml`)),
  )
  const files = await Promise.all(answers)
  const read = execFileSync(JAVA, ['-cp', `${CLASSPATH}:${compiled}`, 'Read', ...files], {
    encoding: 'utf8',
  })
  const text = readFileSync(files[0] ?? '', 'utf8')
  const liabilities = [...text.matchAll(/<CREDIT_LIABILITY /g)].length
  const scores = [...text.matchAll(/<CREDIT_SCORE [^>]*>/g)].map(([element]) =>
    ['CreditRepositorySourceType', '_Value']
      .map((name) => new RegExp(` ${name}="([^"]*)"`).exec(element)?.[1])
      .join(' '),
  )
  assert.equal(scores.length, 3)
  assert.ok(liabilities > 0)
  assert.deepEqual(read.trim().split('\n'), [`Merge ${liabilities}`, ...scores, 'Error 0'])

  async function answered(body: string, file: string): Promise<string> {
    writeFileSync(file, (await service.post('credit_report', body)).body)
    return file
  }
})
