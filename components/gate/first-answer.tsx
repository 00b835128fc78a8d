'use client'
import type { RequestView } from '@/lib/inbox'
import { useHydrated } from '../frame/use-hydrated'
import button from '../parts/button.module.css'
import { cx } from '../parts/cx'
import parts from '../parts/parts.module.css'
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
      </GivenAnswer>
      {hydrated ? (
        <div className={parts.field}>
          <div>
            <button type="button" className={cx(button.btn, button.small)} onClick={onOwn}>
              Give an answer of my own
            </button>
          </div>
          <p className={parts.hint}>Both have to be the same in the end, so that one has to be approved again.</p>
        </div>
      ) : null}
    </>
  )
}
