package dev.spine.perf.forward;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** What a load has done, in a file that it shares with whoever watches it: one writer, its own thread; any reader. */
final class LoadCounters {
    private static final VarHandle WORD = ValueLayout.JAVA_LONG.varHandle();
    private static final long UNITS = 0;
    private static final long WRONG = 8;
    private static final long STATE = 16;
    private static final long BYTES = 24;
    private static final long BEGUN = 1;
    private static final long PLACED = 2;

    private final MemorySegment memory;

    private LoadCounters(MemorySegment memory) {
        this.memory = memory;
    }

    /** The counters in a file; a file without any gets them, at 0. */
    static LoadCounters open(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            return new LoadCounters(channel.map(FileChannel.MapMode.READ_WRITE, 0, BYTES, Arena.ofAuto()));
        }
    }

    void begin(boolean placed) {
        WORD.setRelease(memory, STATE, placed ? BEGUN | PLACED : BEGUN);
    }

    void units(long count) {
        WORD.setOpaque(memory, UNITS, count);
    }

    void wrong(long count) {
        WORD.setOpaque(memory, WRONG, count);
    }

    boolean hasBegun() {
        return (long) WORD.getAcquire(memory, STATE) != 0;
    }

    boolean isPlaced() {
        return ((long) WORD.getAcquire(memory, STATE) & PLACED) != 0;
    }

    long units() {
        return (long) WORD.getOpaque(memory, UNITS);
    }

    long wrong() {
        return (long) WORD.getOpaque(memory, WRONG);
    }
}
