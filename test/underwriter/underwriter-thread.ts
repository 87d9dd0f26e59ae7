/** A thread that checks ranges of simulated reports with the rules of the machine underwriter. */
import { answerRequests } from '../../src/threads/program.ts'
import { contradictionsIn, type NumberedReports } from './contradictions.ts'
import { bureausOf } from './simulated-reports.ts'

const bureaus = bureausOf()
answerRequests((reports: NumberedReports) => contradictionsIn(bureaus, reports))
