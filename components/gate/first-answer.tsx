'use client'
import type { RequestView } from '@/lib/inbox'
import { useHydrated } from '../frame/use-hydrated'
import button from '../parts/button.module.css'
import { Text } from '../parts/text'
import { GivenAnswer } from './given-answer'

type Props = { approval: RequestView['approvals'][number]; level: 2 | 3; onOwn: () => void }

/** The answer that somebody has approved already, to be countersigned as it is; another one would start over. */
export function FirstAnswer({ approval, level, onOwn }: Props) {
  const hydrated = useHydrated()
  return (
    <>
      <input type="hidden" name="answer" value={approval.answer ?? ''} form="decide" />
      <GivenAnswer answer={approval.answer} level={level} heading="The answer to countersign">
        <p>
          <Text value={approval.person.name} /> gave this answer. Approving signs exactly the same one.
        </p>
        {hydrated ? (
          <p>
            <button type="button" className={button.btn} onClick={onOwn}>
              Give an answer of my own
            </button>{' '}
            Both have to be the same in the end, so that one has to be approved again.
          </p>
        ) : null}
      </GivenAnswer>
    </>
  )
}
