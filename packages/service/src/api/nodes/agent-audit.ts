import type { Filter } from '@writ/http';
import {
  noteForAudit,
  recordChanges,
  UNRECORDED_OF_AGENTS,
  type AuditNote,
} from '../../people/record-changes.ts';
import type { AuditCredential } from '../../records/audit-entry.ts';
import type { Node } from '../../records/node.ts';
import type { AgentKeys } from '../../security/agent-key.ts';
import type { AuditLog } from '../../store/audit-log.ts';

export interface AgentAuditOptions {
  readonly log: AuditLog;
  readonly keys: AgentKeys;
  readonly now: () => Date;
}

/**
 * Creates the filters that record the requests of agents, by the patterns of their paths: registrations, claims, and the
 * ends of installations and erasures.
 */
export function recordAgents({
  log,
  keys,
  now,
}: AgentAuditOptions): readonly (readonly [pattern: string, filter: Filter])[] {
  const record = recordChanges(log, now, UNRECORDED_OF_AGENTS);
  const identify: Filter = (context, next) => {
    noteForAudit(context, describeAgent(keys.nodeOf(context.request), 'agent-key'));
    return next();
  };
  return [
    ['/agent/registrations/{path:.*}', record],
    ['/agent/orders/{path:.*}', record],
    ['/agent/orders/{path:.*}', identify],
  ];
}

/** Returns the members of an audit entry that identify an agent and the plan of its work. */
export function describeAgent(
  { id, work }: Pick<Node, 'id' | 'work'>,
  credential: AuditCredential,
): AuditNote {
  return {
    actor: `node ${id}`,
    credential,
    subject: `/api/nodes/${id}`,
    ...(work?.kind === 'install' && { digest: work.planSha256 }),
  };
}
