/**
 * A static templated mock: Mockoon's command line, with one route that repeats a field of the
 * request in a fixed document. It is measured only if it is installed: `npm install --no-save
 * @mockoon/cli@9`.
 */
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { lastingPort } from '../test/support/lasting-port.ts'
import type { ServerProcess } from './process.ts'

const PROGRAM = 'node_modules/@mockoon/cli/bin/run.js'
const START_TRIES_MAX = 300

/**
 * Starts the mock with responses of `answerBytes` bytes. Returns undefined if it is not installed.
 */
export async function startMock(answerBytes: number): Promise<ServerProcess | undefined> {
  if (!existsSync(PROGRAM)) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'trimerge-mock-'))
  const port = await lastingPort()
  const file = join(folder, 'mock.json')
  writeFileSync(file, JSON.stringify(environment(port, answerBytes)))
  const args = [PROGRAM, 'start', '--data', file, '--disable-log-to-file', '--disable-admin-api']
  const child = spawn(process.execPath, args, { stdio: 'ignore' })
  const address = `http://127.0.0.1:${port}`
  for (let tries = 0; tries < START_TRIES_MAX && !(await answers(address)); tries++)
    await sleep(100)
  return {
    address,
    pid: child.pid ?? 0,
    stop: async () => {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function environment(port: number, answerBytes: number) {
  const field = "{{body 'REQUEST_GROUP._MISMOVersionID' '2.3.1'}}"
  const response = {
    uuid: 'response',
    body: `<RESPONSE_GROUP MISMOVersionID="${field}">${'x'.repeat(answerBytes)}</RESPONSE_GROUP>`,
    latency: 0,
    statusCode: 200,
    label: '',
    headers: [{ key: 'Content-Type', value: 'application/xml' }],
    bodyType: 'INLINE',
    filePath: '',
    databucketID: '',
    sendFileAsBody: false,
    rules: [],
    rulesOperator: 'OR',
    disableTemplating: false,
    fallbackTo404: false,
    default: true,
    crudKey: 'id',
    callbacks: [],
  }
  const route = {
    uuid: 'route',
    type: 'http',
    documentation: '',
    method: 'post',
    endpoint: 'credit_report',
    responses: [response],
    responseMode: null,
    streamingMode: null,
    streamingInterval: 0,
  }
  return {
    uuid: 'mock',
    lastMigration: 33,
    name: 'mock',
    port,
    hostname: '127.0.0.1',
    endpointPrefix: '',
    latency: 0,
    folders: [],
    routes: [route],
    rootChildren: [{ type: 'route', uuid: 'route' }],
    proxyMode: false,
    proxyHost: '',
    proxyRemovePrefix: false,
    tlsOptions: {
      enabled: false,
      type: 'CERT',
      pfxPath: '',
      certPath: '',
      keyPath: '',
      caPath: '',
      passphrase: '',
    },
    cors: false,
    headers: [],
    proxyReqHeaders: [],
    proxyResHeaders: [],
    data: [],
    callbacks: [],
  }
}

async function answers(address: string): Promise<boolean> {
  try {
    await fetch(address)
    return true
  } catch {
    return false
  }
}
