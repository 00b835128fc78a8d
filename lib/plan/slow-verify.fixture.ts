import type { Json } from '@/lib/binding'
import type { Plan, Precondition } from './index'

/** `names`: everything that the message quotes, in its order. */
type Finding = { code: string; action: string | null; names: string[] }
type Stored = readonly [whose: string, key: string]

/**
 * The rules of seed §3.3 to §3.6 once more, as obvious as they can be and as slow as that takes: everything is looked
 * for everywhere, and what can be freed is freed until nothing changes. Knows nothing of the room's own code.
 */
export function slowVerify({ actions }: Plan, state: { [key: string]: Json } | null, tenant: string | null) {
  const all = actions.map((_, i) => i)
  const step = (i: number) => {
    const action = actions[i]
    if (action === undefined) throw new Error('no such step')
    return action
  }
  const isTool = (i: number) => step(i).type === 'tool_call'
  const home = (i: number) => (tenant === null || isTool(i) ? 'shared' : 'tenant')
  const text = ([whose, key]: Stored) => JSON.stringify([whose, key])
  const stateKey = (i: number) =>
    step(i).type === 'state_write' && typeof step(i).parameters.key === 'string' ? String(step(i).parameters.key) : null

  const writes = (i: number): Stored[] => [
    ...Object.keys(step(i).expected_effects).flatMap((key): Stored[] =>
      tenant !== null && isTool(i)
        ? [
            ['shared', key],
            ['tenant', key],
          ]
        : [[home(i), key]],
    ),
    ...(stateKey(i) === null ? [] : [[home(i), stateKey(i) ?? ''] as Stored]),
  ]
  const doesWrite = (i: number, key: Stored) => writes(i).some((one) => text(one) === text(key))
  const dependsOn = (i: number): Stored[] => step(i).state_dependencies.map((key) => [home(i), key])
  // under a tenant a stored `tenant:…` is a tenant's, whatever a shared key is called
  const stored = ([whose, key]: Stored) => {
    if (whose === 'tenant') return `tenant:${tenant}:${key}`
    return tenant !== null && key.startsWith('tenant:') ? null : key
  }
  const isInState = (key: Stored) => state !== null && Object.hasOwn(state, stored(key) ?? 'none of these')

  // order
  const nearest = (i: number, found: (j: number) => boolean) => all.filter((j) => j < i && found(j)).at(-1)
  const waitsFor = (i: number): number[] =>
    [
      ...dependsOn(i).map((key) => nearest(i, (j) => doesWrite(j, key))),
      ...(stateKey(i) === null ? [] : [nearest(i, (j) => stateKey(j) === stateKey(i))]),
    ].filter((j) => j !== undefined)
  const depths: number[] = []
  for (const i of all) depths.push(Math.max(0, ...waitsFor(i).map((j) => 1 + levelOf(j))))
  function levelOf(i: number): number {
    return depths[i] ?? Number.NaN
  }
  const levels = [...new Set(all.map(levelOf))]
    .sort((a, b) => a - b)
    .map((level) => all.filter((i) => levelOf(i) === level))
  const isSequential = (level: number[]) =>
    level.length === 1 || level.some((i) => step(i).failure_behavior === 'abort')
  const isBefore = (j: number, i: number) =>
    levelOf(j) < levelOf(i) || (levelOf(j) === levelOf(i) && j < i && isSequential(levels[levelOf(i)] ?? []))

  // what can never be met
  const byCodePoint = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b))
  const needs = (i: number): Stored[] =>
    [
      ...dependsOn(i),
      ...step(i)
        .preconditions.filter((p) => p.operator !== 'not_exists')
        .map((p): Stored => [home(i), p.key]),
    ]
      .filter((key) => !isInState(key))
      .sort((a, b) => byCodePoint(a[1], b[1]))
  const free = new Set(all.filter((i) => needs(i).length === 0))
  const isServed = (i: number, key: Stored) => all.some((j) => free.has(j) && isBefore(j, i) && doesWrite(j, key))
  const isAfterATool = (i: number) =>
    all.some((j) => free.has(j) && isBefore(j, i) && isTool(j) && step(j).invocation_mode === 'one_shot')
  for (let before = -1; before !== free.size; ) {
    before = free.size
    for (const i of all) if (needs(i).every((key) => isServed(i, key)) || isAfterATool(i)) free.add(i)
  }
  const unmeetable: Finding[] =
    state === null
      ? []
      : all
          .filter((i) => !free.has(i))
          .map((i) => {
            const key = needs(i).find((one) => !isServed(i, one))
            if (key === undefined) throw new Error('stuck for no reason')
            const writers = all.filter((j) => doesWrite(j, key)).map((j) => step(j).id)
            return {
              code: 'unmeetable_dependency',
              action: step(i).id,
              names: [step(i).id, key[1], ...writers.slice(0, 5), key[1], key[1]],
            }
          })

  // what will not be there, as far as anybody says
  const held = new Map<string, Json>()
  const isThere = (key: Stored) => held.has(text(key)) || isInState(key)
  const isUnknown = (key: Stored) => state === null && !held.has(text(key))
  const valueAt = (key: Stored) =>
    held.has(text(key)) ? (held.get(text(key)) ?? null) : (state?.[stored(key) ?? 'none of these'] ?? null)
  const apply = (i: number) => {
    for (const key of writes(i))
      held.set(
        text(key),
        (key[1] === stateKey(i) ? step(i).parameters.value : step(i).expected_effects[key[1]]) ?? null,
      )
  }
  const walk: Finding[] = []
  const visit = (i: number) => {
    const missing = dependsOn(i).filter((key) => !isUnknown(key) && !isThere(key))
    const failing = step(i).preconditions.filter((condition) => {
      const key: Stored = [home(i), condition.key]
      if (isUnknown(key)) return false
      return isThere(key) ? !passes(condition, valueAt(key)) : condition.operator !== 'not_exists'
    })
    for (const [code, keys] of [
      ['key_not_available', missing.map(([, key]) => key)],
      ['precondition_will_fail', failing.map(({ key }) => key)],
    ] as const)
      if (keys.length > 0)
        walk.push({ code, action: step(i).id, names: [step(i).id, [...keys].sort(byCodePoint)[0] ?? ''] })
  }
  for (const level of levels)
    if (isSequential(level))
      for (const i of level) {
        visit(i)
        apply(i)
      }
    else {
      level.forEach(visit)
      level.forEach(apply)
    }

  // one call again and again
  const calls = all.filter(isTool).map((i) => JSON.stringify([step(i).tool, sorted(step(i).parameters)]))
  const repeated: Finding[] = [...new Set(calls)]
    .map((call) => all.filter(isTool).filter((_, n) => calls[n] === call))
    .filter((same) => same.length >= 3)
    .map((same) => ({
      code: 'repeated_call',
      action: null,
      names: [step(same[0] ?? 0).tool ?? '', ...same.slice(0, 5).map((i) => step(i).id)],
    }))

  // two that write one key, neither waiting for the other
  const clashes = new Map<string, Set<number>>()
  const running = levels.flat()
  for (const [n, i] of running.entries())
    for (const key of writes(i)) {
      const earlier = running.slice(0, n).filter((j) => doesWrite(j, key))
      const before = earlier.at(-1)
      if (before === undefined) continue
      if (levelOf(before) !== levelOf(i) && !earlier.some((j) => step(j).invocation_mode !== 'one_shot')) continue
      clashes.set(key[1], (clashes.get(key[1]) ?? new Set()).add(before).add(i))
    }
  const conflicts: Finding[] = [...clashes].map(([key, steps]) => {
    const ids = [...steps].map((i) => step(i).id)
    return { code: 'write_conflict', action: ids[1] ?? '', names: [...ids.slice(0, 5), key] }
  })
  return {
    levels: levels.map((steps) => ({ actions: steps, sequential: isSequential(steps) })),
    findings: [...unmeetable, ...walk, ...repeated, ...conflicts],
  }
}

function passes({ operator, value: wanted }: Precondition, value: Json): boolean {
  const isSame = JSON.stringify(sorted(value)) === JSON.stringify(sorted(wanted))
  const [a, b] = [Number(value), Number(wanted)]
  const areNumbers = typeof value === 'number' && typeof wanted === 'number'
  return {
    exists: true,
    not_exists: false,
    eq: isSame,
    neq: !isSame,
    gt: areNumbers && a > b,
    lt: areNumbers && a < b,
    gte: areNumbers && a >= b,
    lte: areNumbers && a <= b,
    contains:
      typeof value === 'string'
        ? typeof wanted === 'string' && value.includes(wanted)
        : Array.isArray(value) && value.some((one) => JSON.stringify(sorted(one)) === JSON.stringify(sorted(wanted))),
  }[operator]
}

function sorted(value: Json): Json {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const names = Object.keys(value).sort()
  return names.flatMap((name) => [name, sorted(value[name] ?? null)])
}
