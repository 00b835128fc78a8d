import type { Room } from '../rooms'
import type { Import } from './read-source'
import type { Tree } from './read-tree'
import type { Target } from './resolve-import'

/** One import, with both of its ends known. */
export type Edge = { from: string; room: Room; import: Import; to: Target; toRoom: Room | null; tree: Tree }
