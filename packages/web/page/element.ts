/** Attribute values: `true` sets an empty attribute, `undefined` and `false` omit it. */
type Attributes = Readonly<Record<string, string | boolean | undefined>>;

/** Creates an element outside of Preact with attributes and children. Strings become text nodes, never markup. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...children: readonly (Node | string | undefined)[]
): HTMLElementTagNameMap[Name] {
  const created = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== false) created.setAttribute(key, value === true ? '' : value);
  }
  created.append(...children.filter((child) => child !== undefined));
  return created;
}
