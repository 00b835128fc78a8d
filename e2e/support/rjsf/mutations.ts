import { type Json, pathOf } from '@/lib/binding'

/** An answer that is not quite the one of the story, and what was done to it. */
export type Mutation = { what: string; answer: Json }

type At = readonly (string | number)[]

/** A value of each type, to stand where another was. */
const OF_EACH_TYPE: readonly Json[] = [null, true, 0.5, 1, 'text', [], {}]

/**
 * The answer itself, then everything that can be done to it in one place: a value of another type, a member left out or
 * added, an entry left out, doubled or added, and a bound of the schema overstepped, met or fallen short of.
 */
export function mutationsOf(schema: Json, answer: Json): Mutation[] {
  const bounds = boundsIn(schema)
  return [{ what: 'as recorded', answer }, ...mutations(answer, bounds, [], (value) => value)]
}

type Bounds = { numbers: number[]; lengths: number[] }

function mutations(value: Json, bounds: Bounds, at: At, whole: (value: Json) => Json): Mutation[] {
  const path = pathOf(at)
  const instead = (what: string, other: Json): Mutation => ({ what: `${path} ${what}`, answer: whole(other) })
  const others = OF_EACH_TYPE.map((other) => instead(`is ${JSON.stringify(other)}`, other))
  if (typeof value === 'number')
    return [...others, ...numbers(value, bounds).map((other) => instead(`is ${other}`, other))]
  if (typeof value === 'string')
    return [
      ...others,
      ...lengths(bounds).map((length) => instead(`has ${length} characters`, 'x'.repeat(length))),
      instead('is empty', ''),
      instead('goes on', `${value}!`),
      instead('begins late', value.slice(1)),
    ]
  if (Array.isArray(value))
    return [
      ...others,
      ...value.map((_, n) => instead(`lacks [${n}]`, value.toSpliced(n, 1))),
      ...value.map((each, n) => instead(`has [${n}] twice`, [...value, each])),
      ...OF_EACH_TYPE.map((more) => instead(`has ${JSON.stringify(more)} more`, [...value, more])),
      ...lengths(bounds).map((length) =>
        instead(
          `has ${length} entries`,
          Array.from({ length }, (_, n) => value[n % value.length] ?? null),
        ),
      ),
      ...value.flatMap((each, n) => mutations(each, bounds, [...at, n], (inner) => whole(value.with(n, inner)))),
    ]
  if (typeof value !== 'object' || value === null) return others
  const members = Object.entries(value)
  // from entries, for a member may be called `__proto__`
  const having = (name: string, inner: Json) => Object.fromEntries([...members, [name, inner]])
  return [
    ...others,
    ...members.map(([name]) =>
      instead(`lacks ${name}`, Object.fromEntries(members.filter(([other]) => other !== name))),
    ),
    ...OF_EACH_TYPE.map((more) => instead(`has an extra ${JSON.stringify(more)}`, having('extra', more))),
    ...members.flatMap(([name, each]) => mutations(each, bounds, [...at, name], (inner) => whole(having(name, inner)))),
  ]
}

function numbers(value: number, { numbers: bounds }: Bounds): number[] {
  return [-1, 0, -value, value + 0.005, ...bounds.flatMap((bound) => [bound - 1, bound, bound + 1])]
}

function lengths({ lengths: bounds }: Bounds): number[] {
  return [...new Set(bounds.flatMap((bound) => [bound - 1, bound, bound + 1]))].filter((length) => length >= 0)
}

/** Every number that bounds something in a schema, wherever it stands. */
function boundsIn(schema: Json): Bounds {
  const found: Bounds = { numbers: [], lengths: [] }
  JSON.stringify(schema, (keyword, value) => {
    if (typeof value === 'number') {
      if (/imum$/i.test(keyword)) found.numbers.push(value)
      if (/^(min|max)(Length|Items|Properties)$/.test(keyword)) found.lengths.push(value)
    }
    return value
  })
  return found
}
