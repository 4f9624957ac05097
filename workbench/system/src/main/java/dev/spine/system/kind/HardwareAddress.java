package dev.spine.system.kind;

import dev.spine.system.file.TomlSection;

/** Hardware addresses in system files: six bytes in hexadecimal, with or without colons. */
final class HardwareAddress {
    private HardwareAddress() {}

    /** Reads an address, 48 bits, first byte highest; the key is there. */
    static long read(TomlSection section, String key) {
        String digits = section.text(key).replace(":", "");
        if (!digits.matches("[0-9a-fA-F]{12}")) {
            throw section.wrong(key, "must be six bytes in hexadecimal, for example \"02:53:50:4e:00:01\"");
        }
        return Long.parseLong(digits, 16);
    }
}
