/**
 * A service that ends its sockets but never destroys them, which the proof of slow clients must
 * catch.
 */
import { Socket } from 'node:net'

const { destroy } = Socket.prototype
Socket.prototype.destroy = function (error) {
  return error === undefined ? this.end() : destroy.call(this, error)
}
Socket.prototype.destroySoon = function () {
  this.end()
}
await import('../../../src/main.ts')
