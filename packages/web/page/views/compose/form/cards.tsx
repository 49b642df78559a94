import type { JSX } from 'preact';

/** A value to select, with its name and its description. */
export interface Card {
  /** Undefined if the key is absent. */
  readonly value: string | undefined;
  readonly title: string;
  /** In the page's language. */
  readonly meaning?: string;
  /** In English, as in the reference of keys. */
  readonly description?: string | undefined;
  /** Requirements and capabilities, in the page's language. */
  readonly facts?: readonly string[];
  readonly isDisabled?: boolean;
}

interface CardsProps {
  /** The name of the group of radio buttons. */
  readonly name: string;
  readonly cards: readonly Card[];
  readonly selected: string | undefined;
  readonly select: (value: string | undefined) => void;
}

/** Radio buttons as cards. */
export function Cards({ name, cards, selected, select }: CardsProps): JSX.Element {
  return (
    <div class="cards">
      {cards.map(({ value, title, meaning, description, facts = [], isDisabled = false }) => (
        <label class="choice" key={title}>
          <input
            type="radio"
            name={name}
            checked={selected === value}
            disabled={isDisabled}
            onChange={() => select(value)}
          />
          <span class="choice-title">{title}</span>
          {meaning !== undefined && <span class="choice-text">{meaning}</span>}
          {description !== undefined && (
            <span class="choice-text" lang="en">
              {description}
            </span>
          )}
          {facts.length > 0 && (
            <span class="choice-facts">
              {facts.map((fact) => (
                <span key={fact}>{fact}</span>
              ))}
            </span>
          )}
        </label>
      ))}
    </div>
  );
}
