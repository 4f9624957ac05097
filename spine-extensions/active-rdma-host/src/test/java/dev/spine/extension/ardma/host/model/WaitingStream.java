package dev.spine.extension.ardma.host.model;

import dev.spine.extension.ardma.routine.Stream;
import java.io.ByteArrayOutputStream;
import java.util.HexFormat;
import java.util.Random;

/** A stream that has no room at random, and fails the test when more comes than has room. */
final class WaitingStream implements Stream {
    /** The most bytes that have room. */
    static final int MOST = 40;

    private final Random random;
    private final ByteArrayOutputStream emitted = new ByteArrayOutputStream();
    private int room;

    WaitingStream(Random random) {
        this.random = random;
    }

    @Override
    public int room() {
        room = Math.max(0, random.nextInt(MOST) - 4);
        return room;
    }

    @Override
    public void put(int value) {
        if (--room < 0 || value < 0 || value > 0xFF) {
            throw new AssertionError("no room for " + value);
        }
        emitted.write(value);
    }

    byte[] bytes() {
        return emitted.toByteArray();
    }

    String emitted() {
        return HexFormat.of().formatHex(bytes());
    }
}
