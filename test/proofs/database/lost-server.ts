/**
 * PostgreSQL servers that a service loses when a proof says so: cut off, or read-only like a
 * standby.
 */
import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { createDatabase, runSql } from '../../support/postgres-server.ts'
import type { FillingDisk } from '../support/filling-disk.ts'
import { postgresSite } from '../support/site.ts'

/** Returns a server whose connections are cut at once, even in the middle of a message. */
export async function cutOffServer(): Promise<FillingDisk> {
  const url = new URL(await createDatabase())
  const target = { host: url.hostname, port: Number(url.port) }
  const sockets = new Set<Socket>()
  const listener = createServer((client) => {
    const server = connect(target)
    for (const socket of [client, server]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        sockets.delete(socket)
        client.destroy()
        server.destroy()
      })
    }
    client.pipe(server).pipe(client)
  })
  const port = await listen(listener, 0)
  const proxied = new URL(url)
  proxied.port = String(port)
  const site = postgresSite(url.href, proxied.href)
  const cut = () => {
    listener.close()
    for (const socket of sockets) socket.destroy()
  }
  return {
    site,
    isReadable: false,
    fill: async () => cut(),
    free: async () => {
      if (!listener.listening) await listen(listener, port)
    },
    remove: () => {
      cut()
      site.remove()
    },
  }
}

async function listen(listener: Server, port: number): Promise<number> {
  listener.listen(port, '127.0.0.1')
  await once(listener, 'listening')
  const address = listener.address()
  return typeof address === 'object' && address ? address.port : 0
}

/** Returns a server that rejects writes, like a replaced primary. */
export async function readOnlyServer(): Promise<FillingDisk> {
  const url = await createDatabase()
  const name = new URL(url).pathname.slice(1)
  const site = postgresSite(url)
  const readOnly = async (set: 'on' | 'off') => {
    await runSql(`alter database ${name} set default_transaction_read_only = ${set}`)
    const others = `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`
    await runSql(others)
  }
  return {
    site,
    isReadable: true,
    fill: () => readOnly('on'),
    free: () => readOnly('off'),
    remove: () => site.remove(),
  }
}
