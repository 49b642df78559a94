import type { Finding } from '../../api/answers.ts';
import type { Editor } from '../../text/editor.ts';

/** The editor, for components that move the caret to a position in the text. */
export class EditorHandle {
  /** Undefined before the editor is displayed. */
  editor: Editor | undefined;

  goToFinding({ range }: Finding): void {
    if (range !== undefined) this.editor?.goTo(range.start.offset, range.end.offset);
  }

  /** Goes to the next finding after the caret or, if there is none, to the first finding. */
  goToNextFinding(findings: readonly Finding[]): void {
    const caret = this.editor?.caret ?? 0;
    const placed = findings.filter(({ range }) => range !== undefined);
    const next = placed.find(({ range }) => range !== undefined && range.start.offset > caret) ?? placed[0];
    if (next !== undefined) this.goToFinding(next);
  }
}
