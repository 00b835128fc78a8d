import { expecting } from './support/call'
import type { Finding } from './support/finding'
import { northgate } from './support/northgate'

/** The scripts that a browser loads before a page works, as they come over the wire, in gzip. */
export async function firstLoad(): Promise<Finding[]> {
  const world = await northgate()
  try {
    const cookie = await world.signIn(world.dana.id)
    const request = await world.proposeOrder()
    const of = async (name: string, path: string, most = 160): Promise<Finding> => {
      const { body } = await expecting(200, `${world.url}${path}`, {
        headers: { accept: 'text/html', 'sec-fetch-dest': 'document', cookie },
      })
      // scripts for browsers without modules are loaded by none of today's
      const tags = [...body.toString().matchAll(/<script\b[^>]*>/g)].map(([tag]) => tag)
      const wanted = tags.filter((tag) => !/\bnomodule\b/i.test(tag))
      // pieces that come with a part of the page are announced, and loaded before it works
      const announced = [...body.toString().matchAll(/<link\b[^>]*>/g)].filter(([tag]) => /\bas="script"/.test(tag))
      const sources = new Set([
        ...wanted.flatMap((tag) => /\bsrc="([^"]+)"/.exec(tag)?.[1] ?? []),
        ...announced.flatMap(([tag]) => /\bhref="([^"]+)"/.exec(tag)?.[1] ?? []),
      ])
      const sizes: number[] = []
      for (const source of sources) {
        const script = await expecting(200, new URL(source.replaceAll('&amp;', '&'), world.url).href, {
          headers: { 'accept-encoding': 'gzip' },
        })
        // a piece of a few hundred bytes comes as it is
        if (script.headers['content-encoding'] !== 'gzip' && script.body.length > 2_048)
          throw new Error(`${source} came without gzip`)
        sizes.push(script.body.length)
      }
      return {
        what: `first-load JavaScript of the ${name}, gzip`,
        value: sizes.reduce((sum, size) => sum + size, 0) / 1024,
        unit: 'KiB',
        aim: { most },
        figures: `${sizes.length} scripts: ${sizes
          .toSorted((a, b) => b - a)
          .map((size) => (size / 1024).toFixed(0))
          .join(' + ')}`,
        pays: 'React DOM and Next’s runtime and router come to about 130 KiB on every page of the app router; react-query with the live feed is 13, the rest is ours: on a request the sheet with its forms and words is 24.',
      }
    }
    return [
      await of('inbox', '/inbox'),
      await of('request', `/requests/${request}`),
      await of('request with a form', `/requests/${await world.proposeGate()}`, 205),
    ]
  } finally {
    await world.close()
  }
}
