import { expect, it } from 'vitest'
import { pathOf } from './index'

it.each<[(string | number)[], string]>([
  [[], '$'],
  [['a', 0, 'b'], '$.a[0].b'],
  [[''], '$[""]'],
  [['7'], '$["7"]'],
  [['007', 7], '$["007"][7]'],
  [['a.b'], '$["a.b"]'],
  [['a[0]'], '$["a[0]"]'],
  [['say "x"'], '$["say \\"x\\""]'],
  [['line\nend', '\u0001'], '$["line\\nend"]["\\u0001"]'],
  [['a\u00a0b'], '$["a\u00a0b"]'],
  [['a\u3000b'], '$["a\u3000b"]'],
  [['\u0085'], '$["\u0085"]'],
  [['+5', '-1', '1a', 'a/b', 'a~b', 'é', '$'], '$.+5.-1.1a.a/b.a~b.é.$'],
  [['\ud800'], '$["\\ud800"]'],
])('names %j as %s', (segments, path) => {
  expect(pathOf(segments)).toBe(path)
})
