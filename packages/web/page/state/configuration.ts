import { batch, computed, signal, type ReadonlySignal, type Signal } from '@preact/signals';
import type { Mirror } from '../api/answers.ts';
import { withMember } from '../text/member.ts';

const MIRROR_MEMBER = 'mirror-region';

/** The text of the configuration that is being edited. */
export class Configuration {
  readonly text: Signal<string> = signal('');
  /** Changes when a text is opened; the editor then discards its undo history. */
  readonly opening: Signal<number> = signal(0);
  /** Changes when another configuration replaces the text, so that the displayed plan no longer applies. */
  readonly replacement: Signal<number> = signal(0);
  /** The value of `mirror-region` as JSON; undefined if it is missing or the text is malformed. */
  readonly region: ReadonlySignal<string | undefined> = computed(() => readRegion(this.text.value));
  /** The text as opened or installed. */
  #saved = '';

  /** Replaces the text with a file, the example, or the text from before a reload. */
  open(text: string): void {
    this.#saved = text;
    batch(() => {
      this.replace(text);
      this.opening.value += 1;
    });
  }

  /** Replaces the text with another configuration; the editor can undo this. */
  replace(text: string): void {
    // The plan of the same text still applies, and would not be made again.
    if (text === this.text.peek()) return;
    batch(() => {
      this.text.value = text;
      this.replacement.value += 1;
    });
  }

  /** Whether the user has changed the text since it was opened or installed. */
  get isChanged(): boolean {
    return this.text.value !== this.#saved;
  }

  markSaved(): void {
    this.#saved = this.text.value;
  }

  selectMirror({ region }: Mirror): void {
    this.text.value = withMember(this.text.value, MIRROR_MEMBER, region);
  }
}

function readRegion(text: string): string | undefined {
  try {
    const configuration = JSON.parse(text) as Readonly<Record<string, unknown>> | null;
    return JSON.stringify(configuration?.[MIRROR_MEMBER]);
  } catch {
    return undefined;
  }
}
