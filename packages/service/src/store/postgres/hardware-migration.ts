/**
 * Returns the statement that adds the hardware of nodes. Nodes that have already registered have none until their agents
 * register again.
 */
export function addHardware(): string {
  return 'alter table nodes add column hardware text;';
}
