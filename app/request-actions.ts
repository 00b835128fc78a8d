import type { RequestActions } from '@/components/actions'
import { decide } from './actions/decide'
import { openRequest } from './actions/open-request'
import { settle } from './actions/settle'
import { withdraw } from './actions/withdraw'

/** What a person can do with a request, for the screens. */
export const requestActions: RequestActions = { decide, openRequest, settle, withdraw }
