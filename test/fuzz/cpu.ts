/** Returns the CPU time of this thread, which does not include the other load of the machine. */
export function cpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
