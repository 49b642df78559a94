import type { Finding } from '../findings/finding.ts';
import { lineage, memberOf, recordOf, type Note, type NoteOf } from '../recording/records.ts';
import type { Class } from '../recording/reflection.ts';
import type { Method } from '../reading/method.ts';

type Said = NoteOf<'rule' | 'authenticate' | 'authorize'>;

/**
 * Warns where a class says who may call, and a method has another rule from a class that it extends: the rule of a
 * method counts more than that of a class, also when it is inherited.
 */
export function inheritedRule(method: Method, type: Class): readonly Finding[] {
  const line = lineage(type);
  const [inherited] = line.flatMap((owner, above) => {
    const rule = ruleIn(memberOf(owner, method.name)?.notes);
    return rule === undefined ? [] : [{ owner, above, rule }];
  });
  if (inherited === undefined) return [];
  const { owner, above, rule } = inherited;
  const [said] = line.slice(0, above).flatMap((at) => recordOf(at).notes.filter(saysWho));
  if (said === undefined || rule.rule === 'deny' || isSame(said, rule)) return [];
  return [
    {
      rule: 'inherited-rule',
      origin: said.origin,
      message: () =>
        `${method.label}: ${written(rule)} of ${owner.name}.${String(method.name)} counts, and not ${written(said)} of its class`,
      hint: () => `write on ${method.label} itself who may call it`,
      related: [{ message: `${written(rule)} is inherited from here`, origin: rule.origin }],
    },
  ];
}

function ruleIn(notes: readonly Note[] = []): NoteOf<'rule'> | undefined {
  return notes.find((note) => note.kind === 'rule');
}

function saysWho(note: Note): note is Said {
  return note.kind === 'rule' || note.kind === 'authenticate' || note.kind === 'authorize';
}

/** Who asks for a user besides is not contradicted by roles. */
function isSame(said: Said, { rule }: NoteOf<'rule'>): boolean {
  if (said.kind !== 'rule') return rule !== 'permit';
  return said.rule === 'permit' || JSON.stringify(said.rule) === JSON.stringify(rule);
}

function written(note: Said): string {
  if (note.kind === 'authenticate') return '@Authenticate';
  if (note.kind === 'authorize') return '@Authorize';
  if (typeof note.rule === 'string') return note.rule === 'deny' ? '@DenyAll' : '@PermitAll';
  return `@RolesAllowed(${note.rule.map((role) => JSON.stringify(role)).join(', ')})`;
}
