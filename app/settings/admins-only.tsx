/** What stands here for whoever may not see it, or where there is nothing. */
export function AdminsOnly() {
  return <p>There is nothing here for you. Policies, clients and keys are for the admins of your organization.</p>
}
