/** The element with this id, which the page's HTML has. */
export function byId(id: string): HTMLElement;
export function byId<Type extends HTMLElement>(id: string, type: new () => Type): Type;
export function byId(id: string, type: new () => HTMLElement = HTMLElement): HTMLElement {
  const found = document.getElementById(id);
  if (!(found instanceof type)) throw new Error(`the page has no #${id} that is an ${type.name}`);
  return found;
}

/** `true` gives an attribute without a value, `undefined` and `false` none; a function is a listener. */
export type Attributes = Readonly<Record<string, string | boolean | EventListener | undefined>>;

/** An element with attributes (`on…`: listeners) and children; strings become text nodes, so nothing is ever markup. */
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

/** Changes the text of an element only when it is another one: a live region is announced at every change. */
export function setText(of: Element, text: string): void {
  if (of.textContent !== text) of.textContent = text;
}

/** Says something once, for the eye and for screen readers; an empty message takes it back. */
export function showMessage(message: string): void {
  const region = byId('said');
  setText(region, message);
  region.hidden = message === '';
}
