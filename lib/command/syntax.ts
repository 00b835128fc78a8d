import {
  type Command,
  type DoubleQuotedChild,
  forEachChild,
  type ParsedScript,
  parse,
  type SyntaxNode,
  type Word,
} from 'unbash'

/**
 * The parser, as this room uses it: a script is read as bash reads it and never run. One that recovers from errors
 * would show half of a script, so whoever judges looks at `errors` as well.
 */
export function syntaxOf(script: string): ParsedScript {
  return parse(script)
}

/** Every node of a script in source order, into substitutions, functions and here-documents; `inside` names the parents. */
export function* nodesOf(root: SyntaxNode): Generator<SyntaxNode> {
  const waiting: SyntaxNode[] = [root]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    yield node
    const children: SyntaxNode[] = []
    forEachChild(node, (child) => children.push(child))
    for (let place = children.length - 1; place >= 0; place--) {
      const child = children[place]
      if (child !== undefined) waiting.push(child)
    }
  }
}

/** The words of a simple command, name first; assignments in front of it are not words. */
export function wordsOf(command: Command): Word[] {
  const args = command.args.filter((arg): arg is Word => arg.type === 'Word')
  return command.name === undefined ? args : [command.name, ...args]
}

/**
 * What a word is once its quotes are off, where nothing in it is expanded; null where the shell would put something
 * else in its place.
 */
export function literalOf(word: Word): string | null {
  const parts = word.parts ?? []
  const known = parts.every((part) => {
    if (part.type === 'DoubleQuoted') return part.parts.every(isText)
    return part.type === 'Literal' || part.type === 'SingleQuoted' || part.type === 'AnsiCQuoted'
  })
  return known ? word.value : null
}

function isText(child: DoubleQuotedChild): boolean {
  return child.type === 'Literal'
}

/** The name of a program without the folder it stands in. */
export function programOf(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1)
}
