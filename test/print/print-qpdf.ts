/** Checks PDFs with qpdf, compiled to WebAssembly. */
import create, { type QpdfInstance } from '@neslinesli93/qpdf-wasm'

/** The result of a check by qpdf. */
export interface Checked {
  /** 0 for no problem, 2 for errors, 3 for warnings. */
  readonly status: number
  readonly said: string
}

/** Members that the package's types lack. */
interface Qpdf extends QpdfInstance {
  readonly FS: QpdfInstance['FS'] & {
    readonly init: (input: null, output: Output, errors: Output) => void
    readonly writeFile: (path: string, content: Uint8Array) => void
  }
}
type Output = (byte: number) => void

const createQpdf = create as unknown as (options: {
  readonly preRun: readonly ((qpdf: Qpdf) => void)[]
}) => Promise<Qpdf>

/** Checks the structure and all streams of a document. */
export async function qpdfCheck(bytes: Uint8Array): Promise<Checked> {
  const said: number[] = []
  const say: Output = (byte) => said.push(byte)
  const qpdf = await createQpdf({ preRun: [({ FS }) => FS.init(null, say, say)] })
  qpdf.FS.writeFile('/document.pdf', bytes)
  // The call sets the exit code of this process to that of qpdf.
  const before = process.exitCode
  const status = qpdf.callMain(['--check', '/document.pdf'])
  process.exitCode = before
  return { status, said: Buffer.from(said).toString('utf8') }
}
