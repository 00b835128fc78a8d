import { canonicalize, type Json } from '@/lib/binding'
import { type Confirmation, codePointsIn } from '@/lib/confirmation'
import { type ApprovalSchema, type Gate, type ProposedGate, proposedGate, violationsIn } from '@/lib/gate'
import type { Client } from '@/lib/policy'
import { invariant, type Refusal, refuse, yes } from '@/lib/result'
import { defineKind, type Tool } from '@/lib/tools'

/** A title is one line of at most this many characters. */
const LONGEST_TITLE = 120

/**
 * A gate as a request: a parked run asks for an answer that fits its approval schema, and goes on with exactly that.
 *
 * The schema must compile when the gate is proposed, and what the run suggests must fit it; an answer is judged before
 * anything is recorded, and never again. A run that is parked elsewhere already keeps the seed's soft edge: its schema
 * may be unreadable, and then the screen and the record say that nothing checks the answer.
 */
export function gateKind(gate: Gate): Tool {
  return defineKind<Json>({
    name: 'gate',
    label: 'Gate',
    check: (inputs, client) => faultsOf(gate, inputs, client),
    take: (inputs, client) => withVoice(inputs, client),
    remarks: (inputs) => below(read(inputs).schemaPath, schemaOf(gate, inputs)?.compiled.warnings ?? []),
    describe: async ({ inputs }) => describe(read(inputs), hasVoice(inputs), schemaOf(gate, inputs) !== null),
    question: (inputs) => question(read(inputs), hasVoice(inputs), schemaOf(gate, inputs)),
    judgeAnswer(inputs, answer) {
      if (answer === undefined) return refuse('answer_does_not_fit', [{ path: '$', message: 'is missing' }])
      const schema = schemaOf(gate, inputs)
      if (schema !== null) {
        const judged = gate.judge(answer, schema)
        return judged.ok ? yes(canonicalize(judged.value)) : judged
      }
      const { alreadyParked, schema: unread } = read(inputs)
      invariant(alreadyParked, 'only a run that is parked elsewhere has a schema that does not compile')
      const violations = gate.approvalViolations(answer, unread)
      return violations.length === 0 ? yes(canonicalize(answer)) : refuse('answer_does_not_fit', violations)
    },
  })
}

/** What was proposed fits, or every place where it does not. */
function faultsOf(gate: Gate, inputs: Json, client: Client): Refusal['at'] {
  const read = proposedGate(inputs)
  if (!read.ok) return read.error.at
  const { schema, schemaPath, proposed, alreadyParked } = read.value
  if (alreadyParked && !client.scopes.includes('already_parked'))
    return [{ path: '$.already_parked', message: 'needs a key with the scope already_parked' }]
  const accepted = gate.acceptSchema(schema)
  if (!accepted.ok) return alreadyParked ? [] : below(schemaPath, accepted.error.at)
  if (proposed === undefined) return []
  // A suggestion may leave out what the person has to say; what it does say must fit.
  const wrong = gate.faults(proposed, accepted.value).filter(({ missing }) => missing === undefined)
  return below('$.proposed', violationsIn(wrong))
}

function below(path: string, at: readonly { path: string; message: string }[]): Refusal['at'] {
  return at.map((fault) => ({ path: `${path}${fault.path.slice(1)}`, message: fault.message }))
}

/** An engine's author wrote the prompt: it is the title only where an admin gave the key the scope `prompts`. */
function withVoice(inputs: Json, { scopes }: Client): Json {
  invariant(typeof inputs === 'object' && inputs !== null && !Array.isArray(inputs), 'what was checked is an object')
  const { prompt_is_title: _, ...proposed } = inputs
  return scopes.includes('prompts') ? { ...proposed, prompt_is_title: true } : proposed
}

function hasVoice(inputs: Json): boolean {
  return typeof inputs === 'object' && inputs !== null && 'prompt_is_title' in inputs
}

/** Of inputs that were checked when they were proposed. */
function read(inputs: Json): ProposedGate {
  const gate = proposedGate(inputs)
  invariant(gate.ok, 'a gate was checked when it was proposed')
  return gate.value
}

/** Null where the schema of a run that is parked elsewhere cannot be read. */
function schemaOf(gate: Gate, inputs: Json): ApprovalSchema | null {
  const accepted = gate.acceptSchema(read(inputs).schema)
  return accepted.ok ? accepted.value : null
}

function describe({ prompt, node }: ProposedGate, isTitle: boolean, isChecked: boolean): Confirmation {
  const fits = isTitle && codePointsIn(prompt) <= LONGEST_TITLE && !/[\r\n]/.test(prompt)
  return {
    title: fits ? prompt : 'A parked run waits for an answer',
    summary: isChecked
      ? 'The run goes on with exactly the answer you give here. Only an answer that fits what it asks for is recorded.'
      : 'The run goes on with exactly the answer you give here.',
    details: [
      ...(isTitle && !fits ? [{ label: 'The run asks', value: prompt }] : []),
      ...(node === null
        ? []
        : [{ label: 'Waits at', value: node.name ?? node.id, ...(node.name === null ? {} : { note: node.id }) }]),
    ],
    warnings: isChecked
      ? []
      : [
          {
            finding: 'Nothing checks the answer to this gate.',
            detail:
              'The run was parked elsewhere, and what it asks for cannot be read. Whatever you answer is recorded.',
          },
        ],
  }
}

/**
 * What the screen needs to draw a form; all of it follows from what was proposed. It goes there as one text: on its way
 * React would drop every member named `__proto__`, with its title and its type.
 */
function question({ prompt, schema, proposed }: ProposedGate, isTitle: boolean, accepted: ApprovalSchema | null): Json {
  return {
    kind: 'gate',
    // in the agent's own frame, where the key may not speak in the title
    prompt: isTitle ? null : prompt,
    asked: JSON.stringify({ schema, plain: accepted?.compiled.plain ?? null, proposed }),
  }
}
