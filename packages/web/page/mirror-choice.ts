import type { Mirror } from '../src/answers.ts';
import { byId, element } from './dom.ts';
import type { Editor } from './editor.ts';
import { withMember } from './member.ts';

const MEMBER = 'mirror-region';

/** The selection of a mirror, synchronized with the configuration. */
export interface MirrorChoice {
  offer(mirrors: readonly Mirror[]): void;
  /** Selects the mirror that the configuration specifies. */
  update(): void;
}

export function createMirrorChoice(editor: Editor): MirrorChoice {
  const select = byId('mirror', HTMLSelectElement);
  let mirrors: readonly Mirror[] = [];

  const updateSelection = (): void => {
    const named = readRegion(editor.text);
    const found = mirrors.find(({ region }) => JSON.stringify(region) === named);
    select.value = found?.id ?? '';
  };
  select.addEventListener('change', () => {
    const chosen = mirrors.find(({ id }) => id === select.value);
    if (chosen !== undefined) editor.text = withMember(editor.text, MEMBER, chosen.region);
  });

  return {
    offer(offered) {
      mirrors = offered;
      select.replaceChildren(
        element('option', { value: '' }, 'as in the configuration'),
        ...mirrors.map(({ id, title }) => element('option', { value: id }, title)),
      );
      updateSelection();
    },
    update: updateSelection,
  };
}

/** The value of `mirror-region` as JSON; undefined if it is missing or the text is malformed. */
function readRegion(text: string): string | undefined {
  try {
    const configuration = JSON.parse(text) as Readonly<Record<string, unknown>> | null;
    return JSON.stringify(configuration?.[MEMBER]);
  } catch {
    return undefined;
  }
}
