import { onboarding } from '@/scripts/demo/plans'
import { propose } from './stories'

type Parts = { plan: unknown; tools: unknown; state: unknown }

/** The parts of the demo's plan, as a client sends them. */
export const { plan, tools, state } = onboarding.inputs as Parts // what the demo proposes is written in that file

/** Proposes to onboard Amara: seven steps in four levels, one of which may fail. */
export const onboard = () => propose({ kind: 'plan', plan, tools, state, agent: onboarding.agent })
