import 'server-only'
import { type Door, signInDoor } from '@/lib/identity/next-auth'
import { composition } from '@/lib/server'

let made: Door | null = null

/** The way in and out of this installation; made when it is first used, as there is no composition while building. */
export function door(): Door {
  made ??= signInDoor(composition().door)
  return made
}
