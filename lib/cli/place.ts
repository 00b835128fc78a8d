import { realpath, stat } from 'node:fs/promises'
import { type Result, refuse, yes } from '@/lib/result'
import { readTextFile } from './read-all'
import type { No } from './refusals'

/** Where a command would run and what it is read from, as they were when it was asked. */
export type Place = {
  dir: string
  real: string
  /** Device, inode and birth: an inode is used again. */
  identity: string
  file: { path: string; script: string } | null
}

/** Looks at the folder, and at the file that the script was read from. */
export async function placeOf(dir: string, file: Place['file']): Promise<Result<Place, No>> {
  try {
    const real = await realpath(dir)
    const found = await stat(real, { bigint: true })
    if (!found.isDirectory()) return refuse('no_folder', [{ path: '$', message: `${dir} is not a folder.` }])
    return yes({ dir, real, identity: `${found.dev} ${found.ino} ${found.birthtimeNs}`, file })
  } catch (error) {
    return refuse('no_folder', [{ path: '$', message: `${dir} cannot be entered: ${codeOf(error)}.` }])
  }
}

/**
 * Looks again, right before it runs: the same name must still lead to the same folder, and the file must still hold the
 * same bytes. What runs are the approved bytes in any case; a file that says something else now is a reason to stop.
 */
export async function changeOf(place: Place): Promise<No | null> {
  const now = await placeOf(place.dir, place.file)
  if (!now.ok) return { ...now.error, code: 'changed' }
  const { real, identity } = now.value
  if (real !== place.real || identity !== place.identity)
    return { code: 'changed', at: [{ path: '$', message: `${place.dir} is another folder now.` }] }
  if (place.file === null) return null
  const { path, script } = place.file
  const text = await readTextFile(path)
  return text === script ? null : { code: 'changed', at: [{ path: '$', message: `${path} holds another script now.` }] }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
}
