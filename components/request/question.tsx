'use client'
import dynamic from 'next/dynamic'
import { CommandQuestion } from '../command/command-question'
import { questionOf } from '../command/question-of'
import type { Sheet } from './sheet-state'

// A piece of its own: a page without a form does not load one.
const GateQuestion = dynamic(() => import('../gate/gate-question').then(({ GateQuestion: drawn }) => drawn))
// A piece of its own: only a page with a plan loads what lays it out.
const PlanQuestion = dynamic(() => import('../plan/plan-question').then(({ PlanQuestion: drawn }) => drawn))

/** What is asked beside the confirmation, drawn by kind; a write asks nothing more. */
export function Question({ sheet }: { sheet: Sheet }) {
  const { live, level } = sheet
  switch (live.kind) {
    case 'command': {
      const question = questionOf(live)
      if (question === null) return null
      const isAsked = live.status === 'pending' && live.you.mayDecide
      return <CommandQuestion question={question} client={live.asker.client.name} level={level} isAsked={isAsked} />
    }
    case 'gate':
      return <GateQuestion sheet={sheet} />
    case 'plan':
      return <PlanQuestion sheet={sheet} />
    default:
      return null
  }
}
