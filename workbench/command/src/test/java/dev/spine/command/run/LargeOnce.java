package dev.spine.command.run;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** A process that needs more than a gigabyte for a moment, and then nothing any more, until it is ended. */
final class LargeOnce {
    private static final int PIECE = 1 << 16;
    private static final int PIECES = 20_000;

    private LargeOnce() {}

    public static void main(String[] arguments) throws IOException {
        try (HeapReturn _ = HeapReturn.watch()) {
            System.out.println("small");
            List<byte[]> held = new ArrayList<>();
            for (int i = 0; i < PIECES; i++) {
                held.add(new byte[PIECE]);
            }
            System.out.println("large: " + held.size());
            held.clear();
            System.out.println("ends with code " + System.in.read());
        }
    }
}
