/** The CPU time that this thread has taken: what others on the machine do is not in it. */
export function cpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
