import { ShieldCheck } from 'lucide';
import type { JSX } from 'preact';
import type { AuditEntry } from '../../api/answers.ts';
import { Icon } from '../../parts/icon.tsx';
import { useFormats, usePage, useWords } from '../../parts/page-context.ts';

/** The audit log, for administrators. */
export function AuditCard(): JSX.Element {
  const { people } = usePage();
  const words = useWords().people;
  const entries = people.audit.value;
  return (
    <section class="card" aria-labelledby="audit-title">
      <div class="bar">
        <h2 id="audit-title">{words.audit}</h2>
        <button type="button" onClick={() => void people.verify()}>
          <Icon of={ShieldCheck} />
          {words.verify}
        </button>
      </div>
      <p class="quiet">{words.auditMeaning}</p>
      <Verification />
      {entries === undefined ? (
        <p>{words.loading}</p>
      ) : (
        <ol class="entries" aria-labelledby="audit-title">
          {entries.map((entry) => (
            <Entry key={entry.number} entry={entry} />
          ))}
        </ol>
      )}
      {people.hasOlder.value && (
        <button type="button" onClick={() => void people.loadOlder()}>
          {words.older}
        </button>
      )}
    </section>
  );
}

function Verification(): JSX.Element {
  const { people } = usePage();
  const words = useWords().people;
  const { entries = 0, problems } = people.verification.value ?? {};
  return (
    <div id="verification" role="status">
      {problems?.length === 0 && <p class="summary good">{words.unchanged(entries)}</p>}
      {problems !== undefined && problems.length > 0 && (
        <>
          <p class="summary bad">{words.problems}</p>
          <ul lang="en">
            {problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

function Entry({ entry }: { readonly entry: AuditEntry }): JSX.Element {
  const words = useWords().people;
  const formats = useFormats();
  const { actor, credential, token, address, action, subject, status, time } = entry;
  const unknown = credential === 'local-token' ? words.localToken : words.unknown;
  return (
    <li>
      <strong lang="en">{action}</strong>
      <dl>
        <div>
          <dt>{words.time}</dt>
          <dd>{formats.time(time)}</dd>
        </div>
        <div>
          <dt>{words.who}</dt>
          <dd>{token === null ? (actor ?? unknown) : `${actor ?? unknown} (${token})`}</dd>
        </div>
        {address !== null && (
          <div>
            <dt>{words.from}</dt>
            <dd>{address}</dd>
          </div>
        )}
        <div>
          <dt>{words.subject}</dt>
          <dd>{subject}</dd>
        </div>
        <div>
          <dt>{words.status}</dt>
          <dd>{status}</dd>
        </div>
      </dl>
    </li>
  );
}
