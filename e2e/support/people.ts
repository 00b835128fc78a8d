/** The people of the stories, who work at Northgate Hotels. */
export const people = {
  ines: { id: 'ines', name: 'Ines Okafor', email: 'ines@northgate.example', role: 'lead' },
  dana: { id: 'dana', name: 'Dana Whitlock', email: 'dana@northgate.example', role: 'member' },
  leo: { id: 'leo', name: 'Leo Park', email: 'leo@northgate.example', role: 'member' },
  priya: { id: 'priya', name: 'Priya Raman', email: 'priya@northgate.example', role: 'admin' },
} as const satisfies Record<string, { id: string; name: string; email: string; role: 'member' | 'lead' | 'admin' }>

export type Person = (typeof people)[keyof typeof people]
