import { parseSync } from 'vite'

/** One file as the checker sees it: what it imports, and what it takes from its surroundings. */
export type Source = { imports: Import[]; surroundings: Surrounding[]; fault: string | null }
export type Import = { specifier: string; typeOnly: boolean; line: number }
/** `clock`, `randomness` and so on are what the core must be given as arguments. */
export type Surrounding = { what: 'environment' | 'clock' | 'randomness' | 'network' | 'process'; line: number }

/** Stands where an import's target is computed, which nobody can check. */
export const computed = '(computed)'

/**
 * Reads the imports of a TypeScript or JavaScript file, type-only ones and `import('…')` in a type included.
 *
 * The parser is oxc, which comes with Vite: TypeScript 7 has no JavaScript API, and dependency-cruiser without it
 * reads no TSX and no type imports.
 */
export function readSource(file: string, text: string): Source {
  const parsed = parseSync(file, text, { lang: languageOf(file), sourceType: 'module' })
  const source: Source = { imports: [], surroundings: [], fault: parsed.errors[0]?.message ?? null }
  const lineAt = (offset: number) => text.slice(0, offset).split('\n').length
  visit(parsed.program, (node) => {
    const line = lineAt(node.start)
    for (const specifier of targetsOf(node)) source.imports.push({ ...specifier, line })
    const what = surroundingOf(node)
    if (what) source.surroundings.push({ what, line })
  })
  return source
}

function languageOf(file: string): 'ts' | 'tsx' | 'js' | 'jsx' | 'dts' {
  if (/\.d\.[cm]?ts$/.test(file)) return 'dts'
  if (file.endsWith('.tsx')) return 'tsx'
  if (/\.[cm]?ts$/.test(file)) return 'ts'
  return 'jsx'
}

type Node = { type: string; start: number; [field: string]: unknown }

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}

function visit(value: unknown, see: (node: Node) => void): void {
  if (Array.isArray(value)) for (const item of value) visit(item, see)
  else if (isNode(value)) {
    see(value)
    for (const field of Object.values(value)) if (typeof field === 'object' && field !== null) visit(field, see)
  }
}

function targetsOf(node: Node): { specifier: string; typeOnly: boolean }[] {
  switch (node.type) {
    case 'ImportDeclaration':
      return [target(node.source, node.importKind === 'type' || onlyTypes(node.specifiers, 'importKind'))]
    case 'ExportNamedDeclaration':
      if (node.source === null) return []
      return [target(node.source, node.exportKind === 'type' || onlyTypes(node.specifiers, 'exportKind'))]
    case 'ExportAllDeclaration':
      return [target(node.source, node.exportKind === 'type')]
    case 'TSImportType':
      return [target(node.source, true)]
    case 'TSExternalModuleReference':
      return [target(node.expression, false)]
    case 'ImportExpression':
      return [target(node.source, false)]
    case 'CallExpression':
      return isLoader(node.callee) ? [target(Array.isArray(node.arguments) ? node.arguments[0] : null, false)] : []
    default:
      return []
  }
}

function target(node: unknown, typeOnly: boolean): { specifier: string; typeOnly: boolean } {
  const isText = isNode(node) && node.type === 'Literal' && typeof node.value === 'string'
  return { specifier: isText ? String(node.value) : computed, typeOnly }
}

/** `import { type A }` and `export { type A } from`; a bare `import 'x'` and `import {} from 'x'` run the module. */
function onlyTypes(specifiers: unknown, kind: string): boolean {
  return (
    Array.isArray(specifiers) && specifiers.length > 0 && specifiers.every((one) => isNode(one) && one[kind] === 'type')
  )
}

/** `require('x')` and, in tests, `vi.mock('x')` and its kin. */
function isLoader(callee: unknown): boolean {
  if (!isNode(callee)) return false
  if (callee.type === 'Identifier') return callee.name === 'require'
  return isMember(callee, 'vi', ['mock', 'doMock', 'importActual', 'importMock'])
}

function surroundingOf(node: Node): Surrounding['what'] | null {
  if (isMember(node, 'process', ['env'])) return 'environment'
  if (isMember(node, 'Date', ['now']) || isMember(node, 'performance', ['now'])) return 'clock'
  if (isMember(node, 'Math', ['random']) || isMember(node, 'crypto', ['getRandomValues', 'randomUUID']))
    return 'randomness'
  if (isMember(node, 'process', null)) return 'process'
  if (node.type === 'NewExpression' && isNamed(node.callee, 'Date') && isEmpty(node.arguments)) return 'clock'
  if (node.type === 'CallExpression' && isNamed(node.callee, 'fetch')) return 'network'
  // `import { env } from 'node:process'` is the same reading in other words.
  if (node.type === 'ImportDeclaration' && isNode(node.source) && /^(node:)?process$/.test(String(node.source.value)))
    return 'environment'
  return null
}

function isMember(node: Node, object: string, properties: string[] | null): boolean {
  if (node.type !== 'MemberExpression' || !reaches(node.object, object)) return false
  if (properties === null) return true
  const property = isNode(node.property) ? (node.property.name ?? node.property.value) : null
  return typeof property === 'string' && properties.includes(property)
}

/** `process` and `globalThis.process` alike. */
function reaches(node: unknown, name: string): boolean {
  return isNamed(node, name) || (isNode(node) && isMember(node, 'globalThis', [name]))
}

function isNamed(node: unknown, name: string): boolean {
  return isNode(node) && node.type === 'Identifier' && node.name === name
}

function isEmpty(list: unknown): boolean {
  return Array.isArray(list) && list.length === 0
}
