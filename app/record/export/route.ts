import { composition } from '@/lib/server'
import { json, signedOut } from '../../json'
import { text } from '../../list-query'
import { reader } from '../../reader'
import { recordQuery, recordSearch } from '../../record-query'
import { csvHead, csvRows, jsonLines } from '../export-text'

/** All of the record that fits, oldest first, streamed. Changes nothing, so that HEAD changes nothing either. */
export async function GET(request: Request): Promise<Response> {
  const me = await reader()
  if (me === null) return signedOut()
  const search = Object.fromEntries(new URL(request.url).searchParams)
  const { cursor: _, ...wanted } = recordSearch(search)
  const exported = composition().record.export(me.person, recordQuery(wanted, me.zone))
  if (!exported.ok) return json(404, { code: 'not_found' })
  const isCsv = text(search, 'format') === 'csv'
  const name = `countersign-record-${new Date().toISOString().slice(0, 10)}.${isCsv ? 'csv' : 'jsonl'}`
  return new Response(streamed(exported.value, isCsv ? csvRows : jsonLines, isCsv ? csvHead : ''), {
    headers: {
      'content-type': isCsv ? 'text/csv; charset=utf-8' : 'application/jsonl; charset=utf-8',
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    },
  })
}

/**
 * A portion is read when the one before has gone out, and the first when somebody reads: the body of an answer to HEAD
 * is read by nobody, and must hold nothing open.
 */
function streamed<T>(portions: AsyncIterable<T[]>, write: (portion: T[]) => string, head: string): ReadableStream {
  const encoder = new TextEncoder()
  const reading = portions[Symbol.asyncIterator]()
  let isBegun = head === ''
  return new ReadableStream(
    {
      async pull(controller) {
        if (!isBegun) {
          isBegun = true
          return controller.enqueue(encoder.encode(head))
        }
        const { done, value } = await reading.next()
        if (done) return controller.close()
        controller.enqueue(encoder.encode(write(value)))
      },
      cancel: async () => void (await reading.return?.()),
    },
    { highWaterMark: 0 },
  )
}
