package dev.spine.extension.panic;

import dev.spine.extension.panic.program.ProgramFormat;
import dev.spine.extension.panic.program.ProgramWriter;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.SplittableRandom;

/** Damages program files; most of them have a right checksum again. */
public final class MutatedProgram {
    private static final int FIRST_CODES = 45;

    private MutatedProgram() {}

    /** A {@link RandomProgram} with some bytes changed, or cut off. */
    public static byte[] file(SplittableRandom random) {
        byte[] file = RandomProgram.file(random);
        byte[] changed = random.nextInt(8) == 0 ? Arrays.copyOf(file, 4 * random.nextInt(file.length / 3)) : file;
        int header = random.nextInt(4) == 0 ? 0 : ProgramFormat.HEADER_BYTES;
        for (int i = random.nextInt(4); i >= 0 && changed.length > header; i--) {
            int at = header + random.nextInt(changed.length - header);
            switch (random.nextInt(3)) {
                case 0 -> changed[at] ^= (byte) (1 << random.nextInt(Byte.SIZE));
                case 1 -> changed[at] = (byte) random.nextInt(FIRST_CODES);
                default -> changed[at] = (byte) random.nextInt();
            }
        }
        if (changed.length >= ProgramFormat.HEADER_BYTES && random.nextInt(10) > 0) {
            ByteBuffer.wrap(changed).putInt(0, ProgramFormat.MAGIC).putInt(ProgramFormat.BYTES_AT, changed.length);
            ProgramWriter.seal(changed);
        }
        return changed;
    }
}
