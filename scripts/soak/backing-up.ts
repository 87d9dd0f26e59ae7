/** Backups under load, each put back and compared with what was acknowledged before it. */
import { backUpUnderLoad, brokenBackups, byCopyingTheFile } from '../../test/proofs/backing-up.ts'
import { figuresLine } from '../../test/proofs/support/kept.ts'
import type { SoakReport } from './report.ts'

const BACKING_UP = { backups: 20, clients: 8 }

export async function backingUp(report: SoakReport): Promise<void> {
  const { tell } = report
  const name = 'backups under load, SQLite'
  const figures = await backUpUnderLoad({ ...BACKING_UP, tell })
  report.holds(name, figuresLine(name, figures), brokenBackups(figures))
  const copied = 'backups by copying the file'
  const broken = await backUpUnderLoad({ ...BACKING_UP, backups: 3, copyOver: byCopyingTheFile })
  report.catches(copied, figuresLine(copied, broken), brokenBackups(broken))
}
