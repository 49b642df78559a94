import { describe, expect, it } from 'vitest';
import { startCommand } from './qemu.ts';

const ovmf = { code: '/ovmf/CODE.fd', variables: '/ovmf/VARS.fd' };
const machine = 'qemu-system-x86_64 -machine q35 -accel kvm -accel tcg -cpu max -m 1024 -nographic -nic none';

describe('the command that starts an image', () => {
  it('passes the files of OVMF for UEFI, and changes neither their variables nor the image', () => {
    expect(startCommand('/images/disk.img', 'uefi', ovmf)).toBe(
      `${machine} -drive if=pflash,format=raw,readonly=on,file=/ovmf/CODE.fd -drive if=pflash,format=raw,snapshot=on,file=/ovmf/VARS.fd -drive if=virtio,format=raw,snapshot=on,file=/images/disk.img`,
    );
  });

  it('uses the BIOS that is included in QEMU', () => {
    expect(startCommand('/images/disk.img', 'bios', ovmf)).toBe(
      `${machine} -drive if=virtio,format=raw,snapshot=on,file=/images/disk.img`,
    );
  });

  it("quotes paths for the shell, and doubles the commas that separate QEMU's options", () => {
    expect(startCommand("/my images,old/ada's.img", 'bios', ovmf)).toBe(
      String.raw`${machine} -drive 'if=virtio,format=raw,snapshot=on,file=/my images,,old/ada'\''s.img'`,
    );
  });
});
