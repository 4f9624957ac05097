package dev.spine.extension.panic;

import dev.spine.extension.panic.machine.HostTransfer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * A DMA engine that moves each byte at any moment between the begin of its transfer and the end: bytes of a program are read when they go,
 * and those of the host are written when they come.
 */
final class LateTransfers {
    private final Random random;
    private final List<Runnable> bytes = new ArrayList<>();
    /** One of so many moments brings a byte on. */
    private final int laziness;
    private boolean isUnderWay;

    LateTransfers(Random random) {
        this.random = random;
        laziness = 1 + random.nextInt(4);
    }

    void deliver(HostTransfer what, byte[] segment) {
        isUnderWay = true;
        var memory = what.memory();
        for (int i = 0; i < what.bytes(); i++) {
            int from = what.at() + i;
            int to = what.offset() + i;
            bytes.add(() -> segment[to] = (byte) memory.u8(from));
        }
    }

    void get(HostTransfer what, byte[] segment) {
        isUnderWay = true;
        var memory = what.memory();
        for (int i = 0; i < what.bytes(); i++) {
            int from = what.offset() + i;
            int to = what.at() + i;
            bytes.add(() -> memory.put8(to, segment[from]));
        }
    }

    /** Time passes. */
    void pass() {
        while (!bytes.isEmpty() && random.nextInt(laziness + 1) == 0) {
            bytes.remove(random.nextInt(bytes.size())).run();
        }
    }

    /** Whether all have ended at this moment; they end some time. */
    boolean haveEnded() {
        pass();
        if (random.nextInt(3) == 0) {
            end();
        }
        return !isUnderWay;
    }

    void end() {
        while (!bytes.isEmpty()) {
            bytes.remove(random.nextInt(bytes.size())).run();
        }
        isUnderWay = false;
    }

    boolean areUnderWay() {
        return isUnderWay;
    }
}
