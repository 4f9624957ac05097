package dev.spine.extension.panic.host.protocol;

import dev.spine.extension.panic.host.library.PanicCard;
import dev.spine.extension.panic.host.library.PanicSegment;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.function.Consumer;

/**
 * The split placement of the gate: {@code gate.pdl} on the card lets authentic requests into memory of the host, and the host looks there.
 * The host's work and interrupts follow the honest requests, whatever comes over the wire. {@link #poll}: one thread at a time, any; the
 * rest: as {@link PanicCard}.
 */
public final class Gate implements AutoCloseable {
    /** The number of the program. */
    public static final int PROGRAM = 140;
    /** Its trigger for requests. */
    public static final int REQUEST = 1;

    private static final ValueLayout.OfInt WORD = ValueLayout.JAVA_INT.withOrder(ByteOrder.BIG_ENDIAN);
    private static final VarHandle WORDS = WORD.varHandle();
    private static final int NEW_SECRETS = 2;
    private static final int SEGMENT = 5;
    private static final int PLACES = 64;
    private static final int PLACE_BYTES = 64;
    private static final int SECRETS_AT = PLACES * PLACE_BYTES + PLACE_BYTES;
    private static final long TAKEN_AT = Integer.BYTES;

    private final CardProtocol program;
    private final PanicSegment segment;
    private int taken;

    /**
     * Loads the program and runs it.
     *
     * @param card where
     * @param secrets of the clients that are let through
     */
    public Gate(PanicCard card, GateSecrets secrets) {
        segment = card.segment(SEGMENT, SECRETS_AT + GateSecrets.MAX_CLIENTS * Integer.BYTES);
        write(secrets);
        program = CardProtocol.running(card, "gate", segment);
    }

    private void write(GateSecrets secrets) {
        for (int client = 0; client < GateSecrets.MAX_CLIENTS; client++) {
            segment.memory().set(WORD, SECRETS_AT + (long) client * Integer.BYTES, secrets.secret(client));
        }
    }

    /**
     * Gives the card other secrets.
     *
     * @param secrets of the clients that are let through from now on
     */
    public void change(GateSecrets secrets) {
        write(secrets);
        program.send(NEW_SECRETS);
    }

    /**
     * Looks for requests that the card has let through since the last call.
     *
     * @param each gets them, oldest first
     * @return how many there were
     */
    public int poll(Consumer<GateRequest> each) {
        MemorySegment memory = segment.memory();
        int count = (int) WORDS.getAcquire(memory, 0L) - taken;
        for (int i = 0; i < count; i++) {
            int[] words = new int[GateRequest.WORDS];
            long at = PLACE_BYTES + (long) Integer.remainderUnsigned(taken, PLACES) * PLACE_BYTES;
            MemorySegment.copy(memory, WORD, at, words, 0, words.length);
            taken++;
            WORDS.setRelease(memory, TAKEN_AT, taken);
            each.accept(GateRequest.of(words));
        }
        return count;
    }

    /** Stops the program and takes the memory back. */
    @Override
    public void close() {
        try (segment) {
            program.close();
        }
    }
}
