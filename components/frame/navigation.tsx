'use client'
import { useRouter } from 'next/navigation'
import { createContext, type ReactNode, useContext } from 'react'

const Navigate = createContext<((href: string) => void) | null>(null)

/** Lets links inside it move within the app. Around every page; without it they load the document they lead to. */
export function Navigation({ children }: { children: ReactNode }) {
  const { push } = useRouter()
  return <Navigate value={push}>{children}</Navigate>
}

/** Moves within the app; null where nobody can. */
export function useNavigate(): ((href: string) => void) | null {
  return useContext(Navigate)
}
