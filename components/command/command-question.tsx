'use client'
import type { CommandQuestion as Asked } from '@/lib/command'
import { Said } from '../request/said'
import { ReadingHelp } from './reading-help'
import { Script } from './script'

type Props = { question: Asked; client: string; level: 2 | 3; isAsked: boolean }

/** A command: the script, how it reads, and of a retry what the first run printed. */
export function CommandQuestion({ question, client, level, isAsked }: Props) {
  return (
    <>
      <Script question={question} level={level} isAsked={isAsked} />
      <ReadingHelp reading={question.reading} level={level} />
      {question.first_run === null ? null : (
        <Said
          name={client}
          words={null}
          verb={`reports of the first run, which ended with exit code ${question.first_run.exit}`}
          heading="What the first run printed"
          tail={question.first_run.stderr}
          level={level}
        />
      )}
    </>
  )
}
