/** Whether a process with this id exists, whoever owns it. Ids are reused: alive does not say that it is still the same one. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
