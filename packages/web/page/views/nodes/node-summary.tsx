import type { JSX } from 'preact';
import type { Node } from '../../api/answers.ts';
import { useFormats, useWords } from '../../parts/page-context.ts';
import { printLabels } from '../../text/label-list.ts';

/** The part of a machine that lists contain: its last heartbeat, labels, size and identity. */
export function NodeSummary({ node }: { readonly node: Node }): JSX.Element {
  const words = useWords().nodes;
  const formats = useFormats();
  const { seen, macs, serial, hardware } = node;
  const labels = printLabels(node.labels);
  return (
    <dl>
      {seen !== undefined && (
        <div>
          <dt>{words.seen}</dt>
          <dd>
            <time dateTime={seen}>{formats.ago(seen)}</time>
          </dd>
        </div>
      )}
      {labels.length > 0 && (
        <div>
          <dt>{words.labels}</dt>
          <dd>{labels.join(', ')}</dd>
        </div>
      )}
      {hardware !== undefined && (
        <>
          <div>
            <dt>{words.memory}</dt>
            <dd>{formats.bytes(hardware.memory)}</dd>
          </div>
          <div>
            <dt>{words.disks}</dt>
            <dd>{words.diskCount(hardware.disks, formats.bytes(hardware.diskBytes))}</dd>
          </div>
        </>
      )}
      {macs.length > 0 && (
        <div>
          <dt>{words.macs}</dt>
          <dd>{macs.join(', ')}</dd>
        </div>
      )}
      {serial !== undefined && (
        <div>
          <dt>{words.serial}</dt>
          <dd>{serial}</dd>
        </div>
      )}
    </dl>
  );
}
