package dev.spine.extension.panic.card;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.panic.machine.Linker;
import dev.spine.extension.panic.program.Opcode;
import dev.spine.extension.panic.program.ProgramBytes;
import dev.spine.extension.panic.program.ProgramException;
import dev.spine.extension.panic.program.ProgramFormat;
import dev.spine.extension.panic.program.ProgramReader;
import java.util.HashMap;
import java.util.Map;

/**
 * Reads and links a smallest program while the VM starts. What Java defines at its first use, some twenty thousand units of fuel for each
 * class of the library, is defined then, and not in a handler beside which packets wait.
 */
final class FirstProgram {
    private static final int BYTES = 40;
    private static final int CODE_BYTES = 1;

    private FirstProgram() {}

    static void read(ExtensionContext context) {
        Buffer file = CardMemory.of(context, BYTES);
        file.put32(0, ProgramFormat.MAGIC);
        file.put16(ProgramFormat.VERSION_AT, ProgramFormat.VERSION);
        file.put32(ProgramFormat.BYTES_AT, BYTES);
        file.put16(ProgramFormat.CODE_BYTES_AT, CODE_BYTES);
        file.put8(ProgramFormat.HEADER_BYTES, 1);
        file.put8(ProgramFormat.HEADER_BYTES + 1, 'A');
        file.put8(ProgramFormat.HEADER_BYTES + 2, Opcode.STOP.code());
        int sum = ProgramFormat.MAGIC;
        for (int at = 0; at < BYTES; at += Integer.BYTES) {
            sum = at == ProgramFormat.CHECKSUM_AT ? sum : ProgramFormat.mix(sum, file.i32(at));
        }
        file.put32(ProgramFormat.CHECKSUM_AT, sum);
        try {
            Linker.link(ProgramReader.read(ProgramBytes.of(file, 0, BYTES)));
        } catch (ProgramException e) {
            throw new IllegalStateException("the smallest program is not valid", e);
        }
        file.release();
        // What a replacement looks variables up in, and what texts of faults are made by.
        Map<String, Integer> places = new HashMap<>();
        places.put("A", BYTES);
        context.log("ready: the smallest program has " + places.get("A") + " bytes");
    }
}
