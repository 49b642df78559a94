/** Types of keys that OpenSSH accepts in authorized_keys by default. */
const types: ReadonlySet<string> = new Set([
  'ecdsa-sha2-nistp256',
  'ecdsa-sha2-nistp384',
  'ecdsa-sha2-nistp521',
  'sk-ecdsa-sha2-nistp256@openssh.com',
  'sk-ssh-ed25519@openssh.com',
  'ssh-ed25519',
  'ssh-rsa',
]);

/** Options, whose quoted values may contain spaces. */
const options = /^(?:[^\s"]|"(?:\\.|[^"\\])*")+[ \t]+/;

/** True for a line of authorized_keys with a complete public key: options if any, type, key, comment if any. */
export function isPublicKey(line: string): boolean {
  const text = line.trim();
  return isKey(text) || isKey(text.replace(options, ''));
}

function isKey(text: string): boolean {
  const [type = '', key = ''] = text.split(/[ \t]+/, 2);
  if (!types.has(type) || !/^[A-Za-z0-9+/]+={0,2}$/.test(key)) return false;
  const fields = fieldsOf(Buffer.from(key, 'base64'));
  return fields !== undefined && fields.length > 1 && fields[0]?.toString('latin1') === type;
}

/** Returns the fields of a key, each of which follows its length; undefined if the key is incomplete. */
function fieldsOf(key: Buffer): Buffer[] | undefined {
  const fields: Buffer[] = [];
  let at = 0;
  while (at < key.length) {
    if (at + 4 > key.length) return undefined;
    const end = at + 4 + key.readUInt32BE(at);
    if (end > key.length) return undefined;
    fields.push(key.subarray(at + 4, end));
    at = end;
  }
  return fields;
}
