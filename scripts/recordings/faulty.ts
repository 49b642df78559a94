/** A configuration with one mistake of each kind: in a value, a name, a comma, a key and a type. */
export const faulty = `{
  "bootloader": "systemd-botctl",
  "kernels": ["linux"],
  "mirror-region": { "Worldwide": {} },
  "hostname": "work_shop",
  "timezone": "Europe/Berlni",
  "pakages": ["git",],
  "!users": { "username": "ada", "!password": "correct horse", "sudo": "yes" }
}
`;
