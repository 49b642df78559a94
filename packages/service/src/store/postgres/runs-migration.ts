/** Returns the statement that adds the number that the next run of a node exceeds, which a restore sets. */
export function addRunsAbove(): string {
  return 'alter table nodes add column runs_above bigint not null default 0;';
}
