import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Editor } from '../text/editor.ts';

interface TextSheetProps {
  /** The id of the text area. */
  readonly id: string;
  /** The id of the element that contains the editor with the schema. */
  readonly hostId: string;
  /** The ids of the elements that describe the text. */
  readonly describedBy: string;
  /** Called after each change of the text. */
  readonly changed: (text: string) => void;
  /** Called once with the editor. The returned function is called when the sheet is removed. */
  readonly connect: (editor: Editor) => () => void;
}

/** An editor: a text area, until it is replaced with an editor that uses a schema. */
export function TextSheet({ id, hostId, describedBy, changed, connect }: TextSheetProps): JSX.Element {
  const area = useRef<HTMLTextAreaElement>(null);
  const gutter = useRef<HTMLPreElement>(null);
  const marks = useRef<HTMLPreElement>(null);
  const paper = useRef<HTMLDivElement>(null);
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const parts = {
      area: area.current!,
      gutter: gutter.current!,
      marks: marks.current!,
      paper: paper.current!,
      host: host.current!,
    };
    return connect(new Editor(parts, changed));
  }, []);
  return (
    <>
      <pre ref={gutter} class="gutter" aria-hidden="true" />
      <div ref={paper} class="paper">
        <pre ref={marks} class="marks" aria-hidden="true" />
        <textarea
          ref={area}
          id={id}
          wrap="off"
          spellcheck={false}
          autocomplete="off"
          autocapitalize="off"
          aria-describedby={describedBy}
        />
      </div>
      <div ref={host} id={hostId} class="editor-host" hidden />
    </>
  );
}
