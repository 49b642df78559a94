import type { JSX } from 'preact';
import type { NodeFacts } from '../../api/answers.ts';
import { useFormats, usePage, useWords } from '../../parts/page-context.ts';

/** The hardware of a machine, as its agent has reported it. */
export function FactsCard(): JSX.Element {
  const { node: state } = usePage();
  const words = useWords().nodes;
  const formats = useFormats();
  const facts = state.facts.value;
  return (
    <section class="card" aria-labelledby="facts-title">
      <h2 id="facts-title">{words.facts}</h2>
      {facts === undefined ? (
        <p class="quiet">{words.noFacts}</p>
      ) : (
        <>
          <dl class="properties">
            <div>
              <dt>{words.memory}</dt>
              <dd>{formats.bytes(facts.memory)}</dd>
            </div>
            <div>
              <dt>{words.processor}</dt>
              <dd>
                {facts.cpuModel} ({facts.architecture})
              </dd>
            </div>
            <div>
              <dt>{words.firmware}</dt>
              <dd>{facts.firmware === 'uefi' ? 'UEFI' : 'BIOS'}</dd>
            </div>
            {facts.virtualMachine !== undefined && (
              <div>
                <dt>{words.virtual}</dt>
                <dd>{facts.virtualMachine}</dd>
              </div>
            )}
          </dl>
          <ul class="entries" aria-label={words.disks}>
            {facts.disks.map((disk) => (
              <li key={disk.path}>
                <strong>{disk.path}</strong>
                <DiskProperties disk={disk} />
              </li>
            ))}
          </ul>
          {facts.unread.length > 0 && (
            <p class="quiet">
              {words.unread}: {facts.unread.map(({ part, disk }) => words.unreadParts[part](disk)).join('; ')}
            </p>
          )}
        </>
      )}
    </section>
  );
}

/** The size, identity and contents of a disk. */
export function DiskProperties({ disk }: { readonly disk: NodeFacts['disks'][number] }): JSX.Element {
  const words = useWords().nodes;
  const formats = useFormats();
  const { size, model, serial, contents, unread, inUse } = disk;
  const absent = unread ? words.unknown : words.empty;
  return (
    <dl>
      <div>
        <dt>{words.disk}</dt>
        <dd>{[formats.bytes(size), model, ...(inUse ? [words.inUse] : [])].filter(Boolean).join(', ')}</dd>
      </div>
      {serial !== undefined && (
        <div>
          <dt>{words.serial}</dt>
          <dd>{serial}</dd>
        </div>
      )}
      <div>
        <dt>{words.contents}</dt>
        <dd lang={contents.length === 0 ? undefined : 'en'}>{contents.join('; ') || absent}</dd>
      </div>
    </dl>
  );
}
