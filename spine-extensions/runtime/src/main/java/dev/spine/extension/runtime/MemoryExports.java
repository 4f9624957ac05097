package dev.spine.extension.runtime;

import dev.spine.extension.api.ExportRights;
import dev.spine.extension.api.MemoryStatus;
import dev.spine.extension.api.SharedMemory;
import dev.spine.extension.runtime.limits.CardLimits;
import dev.spine.extension.runtime.memory.CardMemory;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Memory of this card that extensions export, and the operations on it. Each is carried out as a whole on the card's agent, which is the
 * only
 * writer of the card's memory, so that operations are atomic to each other and to handlers. Belongs to that agent.
 */
final class MemoryExports {
    /** The most exports of the card. */
    static final int CAPACITY = 256;
    /** The most of one extension. */
    static final int OF_ONE = 16;
    /** The most operations on the exports of one extension in a second: it does not choose who uses them. */
    static final int OPERATIONS_PER_SECOND = 1_000_000;

    static final int READ = 1;
    static final int WRITE = 2;
    static final int COMPARE_AND_SWAP = 3;
    static final int FETCH_AND_ADD = 4;

    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    private static final int OPERATION_SHIFT = 24;
    private static final long SECOND_NS = 1_000_000_000L;
    private static final int BEFORE = 1;
    private static final int DATA = 3;

    /** An export: the number says index and a part that nobody guesses. */
    private static final class Export {
        long number;
        int instance;
        int generation;
        ExportRights rights = ExportRights.READ;
        @Nullable Lease lease;
        int bytes;
    }

    private final Export[] exports = new Export[CAPACITY];
    private final LongSupplier secrets;
    private final long[] seconds = new long[CardLimits.MAX_INSTANCES + 1];
    private final int[] inSecond = new int[CardLimits.MAX_INSTANCES + 1];
    private long carriedOut;
    private long refused;

    MemoryExports(LongSupplier secrets) {
        this.secrets = secrets;
        for (int i = 0; i < CAPACITY; i++) {
            exports[i] = new Export();
        }
    }

    long carriedOut() {
        return carriedOut;
    }

    long refused() {
        return refused;
    }

    /** {@return the number of a new export, whose memory is held, or 0 when there is no room for one} */
    long export(int instance, int generation, Lease lease, int bytes, ExportRights rights) {
        int free = -1;
        int own = 0;
        for (int i = 0; i < CAPACITY; i++) {
            if (exports[i].lease == null) {
                free = free < 0 ? i : free;
            } else if (exports[i].instance == instance) {
                own++;
            }
        }
        if (free < 0 || own == OF_ONE) {
            return 0;
        }
        Export export = exports[free];
        lease.hold();
        export.lease = lease;
        export.bytes = bytes;
        export.instance = instance;
        export.generation = generation;
        export.rights = rights;
        do {
            export.number = secrets.getAsLong() & -CAPACITY | free;
        } while (export.number >>> Byte.SIZE == 0);
        return export.number;
    }

    void end(int instance, long number) {
        Export export = exports[(int) number & CAPACITY - 1];
        if (export.lease != null && export.number == number && export.instance == instance) {
            end(export);
        }
    }

    private static void end(Export export) {
        Lease lease = export.lease;
        export.lease = null;
        export.number = 0;
        if (lease != null) {
            lease.release();
        }
    }

    void endAll(int instance) {
        for (Export export : exports) {
            if (export.lease != null && export.instance == instance) {
                end(export);
            }
        }
    }

    /** Ends the exports of one version of an instance, which was taken back. */
    void endAll(int instance, int generation) {
        for (Export export : exports) {
            if (export.lease != null && export.instance == instance && export.generation == generation) {
                end(export);
            }
        }
    }

    /** Ends the exports of memory that its extension has revoked. */
    void endAll(CardMemory.Block block) {
        for (Export export : exports) {
            if (export.lease != null && export.lease.block() == block) {
                end(export);
            }
        }
    }

    /**
     * Carries an operation out.
     *
     * @param asked where its words are: number (high half first), operation [31:24] and bytes [7:0], offset, 8 words of operands
     * @param at the first of them
     * @param answer where the answer goes: status, value before (high half first), 8 words of bytes; cleared by the caller
     * @param to the first of them
     */
    void operate(int[] asked, int at, int[] answer, int to, long nowNs) {
        MemoryStatus status = carryOut(asked, at, answer, to, nowNs);
        answer[to] = status.ordinal();
        if (status == MemoryStatus.DONE) {
            carriedOut++;
        } else {
            refused++;
        }
    }

    private MemoryStatus carryOut(int[] asked, int at, int[] answer, int to, long nowNs) {
        long number = join(asked[at], asked[at + 1]);
        Export export = exports[(int) number & CAPACITY - 1];
        Lease lease = export.lease;
        if (lease == null || export.number != number) {
            return MemoryStatus.NO_EXPORT;
        }
        int operation = asked[at + 2] >>> OPERATION_SHIFT;
        boolean ofLong = operation == COMPARE_AND_SWAP || operation == FETCH_AND_ADD;
        int bytes = ofLong ? Long.BYTES : asked[at + 2] & 0xFF;
        int offset = asked[at + 3];
        if (operation != READ && export.rights != ExportRights.READ_WRITE || operation < READ || operation > FETCH_AND_ADD) {
            return MemoryStatus.FORBIDDEN;
        }
        if (bytes < 1 || bytes > SharedMemory.MAX_BYTES || offset < 0 || offset > export.bytes - bytes
            || ofLong && offset % Long.BYTES != 0) {
            return MemoryStatus.OUT_OF_BOUNDS;
        }
        if (!mayGoOn(export.instance, nowNs)) {
            return MemoryStatus.EXHAUSTED;
        }
        MemorySegment memory = lease.memory();
        long place = lease.start() + offset;
        switch (operation) {
            case READ -> read(memory, place, bytes, answer, to + DATA);
            case WRITE -> write(memory, place, bytes, asked, at + 4);
            default -> {
                long before = memory.get(LONG, place);
                answer[to + BEFORE] = (int) (before >>> Integer.SIZE);
                answer[to + BEFORE + 1] = (int) before;
                long first = join(asked[at + 4], asked[at + 5]);
                if (operation == FETCH_AND_ADD) {
                    memory.set(LONG, place, before + first);
                } else if (before == first) {
                    memory.set(LONG, place, join(asked[at + 6], asked[at + 7]));
                }
            }
        }
        return MemoryStatus.DONE;
    }

    private boolean mayGoOn(int instance, long nowNs) {
        long second = Math.floorDiv(nowNs, SECOND_NS);
        if (seconds[instance] != second) {
            seconds[instance] = second;
            inSecond[instance] = 0;
        }
        return inSecond[instance]++ < OPERATIONS_PER_SECOND;
    }

    private static long join(int high, int low) {
        return (long) high << Integer.SIZE | low & 0xFFFF_FFFFL;
    }

    /** Bytes travel four to a word, the first of them highest; the last word is filled up with zeros. */
    static void read(MemorySegment memory, long place, int bytes, int[] into, int first) {
        for (int i = 0; i < bytes; i += Integer.BYTES) {
            int word = 0;
            if (bytes - i >= Integer.BYTES) {
                word = memory.get(INT, place + i);
            } else {
                for (int b = i; b < bytes; b++) {
                    word |= (memory.get(ValueLayout.JAVA_BYTE, place + b) & 0xFF) << Byte.SIZE * (Integer.BYTES - 1 - (b - i));
                }
            }
            into[first + i / Integer.BYTES] = word;
        }
    }

    private static void write(MemorySegment memory, long place, int bytes, int[] from, int first) {
        for (int i = 0; i < bytes; i++) {
            memory.set(ValueLayout.JAVA_BYTE, place + i,
                (byte) (from[first + i / Integer.BYTES] >>> Byte.SIZE * (Integer.BYTES - 1 - i % Integer.BYTES)));
        }
    }
}
