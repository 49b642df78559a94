/** Returns the element with this id, which the page's HTML must contain. */
export function byId(id: string): HTMLElement;
export function byId<Type extends HTMLElement>(id: string, type: new () => Type): Type;
export function byId(id: string, type: new () => HTMLElement = HTMLElement): HTMLElement {
  const found = document.getElementById(id);
  if (!(found instanceof type)) throw new Error(`the page has no #${id} that is an ${type.name}`);
  return found;
}

/**
 * Attribute values: `true` sets an empty attribute, `undefined` and `false` omit it; a function is an event listener.
 */
export type Attributes = Readonly<Record<string, string | boolean | EventListener | undefined>>;

/** Creates an element with attributes (`on…`: listeners) and children. Strings become text nodes, never markup. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...children: readonly (Node | string | undefined)[]
): HTMLElementTagNameMap[Name] {
  const created = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === 'function') created.addEventListener(key.slice(2), value);
    else if (value !== undefined && value !== false) created.setAttribute(key, value === true ? '' : value);
  }
  created.append(...children.filter((child) => child !== undefined));
  return created;
}

/** Sets the text of an element only if it differs, because every change of a live region is announced. */
export function setText(target: Element, text: string): void {
  if (target.textContent !== text) target.textContent = text;
}

/** Shows a message and announces it to screen readers; an empty string hides the previous message. */
export function showMessage(message: string): void {
  const region = byId('page-message');
  setText(region, message);
  region.hidden = message === '';
}
