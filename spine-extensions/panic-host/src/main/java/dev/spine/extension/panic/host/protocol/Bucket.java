package dev.spine.extension.panic.host.protocol;

import dev.spine.extension.panic.host.library.PanicCard;
import dev.spine.extension.panic.host.library.PanicSegment;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * The split placement of a bucket: the host prepares packets, and {@code bucket.pdl} on the card shapes or polices them. Used as {@link
 * PanicCard}.
 */
public final class Bucket implements AutoCloseable {
    /** The number of the program. */
    public static final int PROGRAM = 143;
    /** Its trigger for packets that are policed, for other programs of the card. */
    public static final int POLICED = 1;
    /** Packets that can wait. */
    public static final int PLACES = 32;

    private static final int GO = 2;
    /** Of the card's clock, when the VM was not told otherwise. */
    private static final int TICK_NS = 500;
    private static final ValueLayout.OfInt WORD = ValueLayout.JAVA_INT.withOrder(ByteOrder.BIG_ENDIAN);
    private static final VarHandle WORDS = WORD.varHandle();
    private static final int SEGMENT = 8;
    private static final int HEAD_BYTES = 64;
    private static final int PLACE_BYTES = 2_048;
    private static final long DONE_AT = 4;

    private final CardProtocol program;
    private final PanicSegment segment;
    private final BucketPlan plan;
    private int put;

    /**
     * Loads the program and runs it; the bucket is full.
     *
     * @param card where; its VM has the standard clock
     * @param plan where packets go, and how fast
     */
    public Bucket(PanicCard card, BucketPlan plan) {
        this.plan = plan;
        segment = card.segment(SEGMENT, HEAD_BYTES + PLACES * PLACE_BYTES);
        int[] head = {0, 0, plan.stepNs() / TICK_NS, plan.depth(), (int) (plan.to() >>> Integer.SIZE), (int) plan.to(), plan.program(),
            plan.trigger()};
        MemorySegment.copy(head, 0, segment.memory(), WORD, 0, head.length);
        program = CardProtocol.running(card, "bucket", segment);
    }

    /**
     * Puts a packet behind those that wait; it leaves when it may. The card is told when it may have nothing to do.
     *
     * @param words its payload, at most 370, and no more bytes than the bucket's depth
     * @return false when {@value #PLACES} wait: try again later
     */
    public boolean put(int... words) {
        if (!plan.fits(words.length * Integer.BYTES)) {
            throw new IllegalArgumentException("a packet has at most " + Math.min(plan.depth(), BucketPlan.MAX_BYTES) + " bytes, not "
                + words.length * Integer.BYTES);
        }
        MemorySegment memory = segment.memory();
        if (put - done() == PLACES) {
            return false;
        }
        long at = HEAD_BYTES + (long) Integer.remainderUnsigned(put, PLACES) * PLACE_BYTES;
        memory.set(WORD, at, words.length * Integer.BYTES);
        MemorySegment.copy(words, 0, memory, WORD, at + Integer.BYTES, words.length);
        put++;
        WORDS.setVolatile(memory, 0L, put);
        if (done() == put - 1) {
            program.send(GO);
        }
        return true;
    }

    /** What the card is done with. It looks for more after it has said so: who sees less need not tell it. */
    private int done() {
        return (int) WORDS.getVolatile(segment.memory(), DONE_AT);
    }

    /**
     * Has a packet leave at once, or not at all.
     *
     * @param words its payload, at most 370
     */
    public void police(int... words) {
        program.send(POLICED, words);
    }

    /** {@return packets that have left} */
    public int sent() {
        return program.value("sent");
    }

    /** {@return packets that were dropped} */
    public int dropped() {
        return program.value("dropped");
    }

    /** Stops the program, whatever waits, and takes the memory back. */
    @Override
    public void close() {
        try (segment) {
            program.close();
        }
    }
}
