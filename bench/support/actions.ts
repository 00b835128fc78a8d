import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expecting } from './call'
import { root } from './front'

type Manifest = { node: Record<string, { exportedName?: string; filename?: string }> }

/** The id under which this build has the server action of `app/actions/decide.ts`. */
export async function decideAction(): Promise<string> {
  const file = path.join(root, '.next/server/server-reference-manifest.json')
  const manifest: Manifest = JSON.parse(await readFile(file, 'utf8'))
  const found = Object.entries(manifest.node).find(([, { filename }]) => filename === 'app/actions/decide.ts')
  if (found === undefined) throw new Error('the build has no action «decide»')
  return found[0]
}

const BOUNDARY = 'countersign-bench'

/** Calls the action as a browser with scripts does: the state before (none), and the form. Returns the whole answer. */
export async function callDecide(
  url: string,
  { action, cookie, form }: { action: string; cookie: string | null; form: Record<string, string> },
): Promise<string> {
  const part = (name: string, value: string) =>
    `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
  const fields = Object.entries(form).map(([name, value]) => part(`_1_${name}`, value))
  const answer = await expecting(200, `${url}/requests/${form.request}`, {
    method: 'POST',
    headers: {
      'next-action': action,
      accept: 'text/x-component',
      origin: url,
      'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
      ...(cookie === null ? {} : { cookie }),
    },
    body: `${fields.join('')}${part('0', '[null,"$K1"]')}--${BOUNDARY}--\r\n`,
  })
  return answer.body.toString()
}
