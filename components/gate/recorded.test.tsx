import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import type { Json } from '@/lib/binding'
import type { Problem } from './model/problems'
import { Recorded } from './recorded'

/** What a reader sees in the preview; what is marked stands between « and ». */
function seen(value: Json | undefined, problems: readonly Problem[]): string {
  const html = renderToStaticMarkup(<Recorded value={value} problems={problems} note="" level={2} />)
  const [, pre = ''] = /<pre[^>]*>(.*)<\/pre>/s.exec(html) ?? []
  return pre
    .replace(/<span class="[^"]*gap[^"]*">(.*?)<\/span>/gs, '«$1»')
    .replace(/<[^>]*>/g, '')
    .replaceAll('&quot;', '"')
    .replace(/\s+/g, ' ')
}

const unread = (path: string, text: string): Problem => ({
  path,
  label: path,
  message: 'no',
  isGap: false,
  unread: text,
})

describe('what will be recorded', () => {
  it('marks what was given and cannot be recorded, rather than leave it out in silence', () => {
    expect(seen({ a: 'other' }, [unread('$.n', '12345678901234567890')])).toBe(
      '{ "a": "other", "n": «12345678901234567890» }',
    )
    expect(seen({ deep: { a: 1 } }, [unread('$.deep["x y"]', 'abc')])).toBe('{ "deep": { "a": 1, "x y": «abc» } }')
    expect(seen(undefined, [unread('$', 'abc')])).toBe('«abc»')
  })

  it('tells what is missing, and marks what stands there but cannot stay', () => {
    const gap: Problem = { path: '$.ok', label: 'Ok', message: 'Fill this in.', isGap: true }
    expect(seen({ n: 9 }, [gap, { ...gap, path: '$.n', isGap: false }])).toBe('{ "n": «9», "ok": «not answered» }')
    expect(seen(undefined, [{ ...gap, path: '$' }])).toBe('«not answered»')
  })

  it('shows a name that is there twice once', () => {
    expect(seen({ a: 1 }, [unread('$.a', 'a')])).toBe('{ "a": «1» }')
  })

  it('points at a long text that cannot be read without repeating it', () => {
    expect(seen({}, [unread('$.a', 'x'.repeat(500))])).toBe(`{ "a": «${'x'.repeat(60)}…» }`)
  })
})
