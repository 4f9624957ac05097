package dev.spine.extension.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.api.MemoryStatus;
import dev.spine.extension.runtime.message.RuntimeProtocol;
import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFrame;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import sample.Adder;

/** Operations on exported memory of another node, over a wire that loses and repeats frames, and by the host. */
@Tag("SN-09")
class MemoryOverTheNetworkTest {
    private static final int OPERATIONS = 40;
    private static final int READ = 1;
    private static final int ADD = 4;

    private static long counter(Card card, String name) {
        return Objects.requireNonNull(card.runtime.card().table().get(1)).counters().counter(name).value();
    }

    /** Carries what each card has sent to the other, with losses. */
    private static void carry(Card from, Card to, SplittableRandom dice, int lost) {
        List<byte[]> frames = List.copyOf(from.port.sent);
        from.port.sent.clear();
        for (byte[] frame : frames) {
            int copies = dice.nextInt(100) < lost ? 0 : dice.nextInt(100) < 10 ? 2 : 1;
            for (int i = 0; i < copies && to.port.arrivals.size() < 60; i++) {
                to.port.arrive(frame);
            }
        }
        to.port.takeHome();
    }

    private static void exchange(long seed) {
        SplittableRandom dice = new SplittableRandom(seed);
        int lost = dice.nextInt(31);
        try (Card left = new Card(); Card right = new Card()) {
            left.port.hardwareAddress = 0x02_00_00_00_00_11L;
            right.port.hardwareAddress = 0x02_00_00_00_00_22L;
            left.listen();
            right.listen();
            left.loaded(Adder.class);
            right.loaded(Adder.class);
            right.small(1, 1, 1, 1);
            MessageFrame export = right.replies().getFirst();
            left.small(1, 1, 2, 0x0200, 0x22, export.word(4), export.word(5), OPERATIONS);
            for (int step = 0; step < 200_000 && counter(left, "done") + counter(left, "unknown") < OPERATIONS; step++) {
                left.engine.advanceTo(left.engine.nowNs() + 200_000);
                carry(left, right, dice, lost);
                right.engine.advanceTo(right.engine.nowNs() + 200_000);
                carry(right, left, dice, lost);
            }
            assertEquals(OPERATIONS, counter(left, "done"), "lost " + lost + " %, " + counter(left, "unknown") + " unknown");
            right.small(1, 1, 9);
            assertEquals(OPERATIONS, right.replies().getFirst().word(5), "each was carried out once");
        } catch (AssertionError e) {
            throw new AssertionError("seed " + seed + ": " + e.getMessage(), e);
        }
    }

    @Test
    void eachOperationIsCarriedOutOnceWhateverTheWireLoses() {
        for (long seed = 0; seed < 20; seed++) {
            exchange(Long.getLong("spine.seed", seed));
        }
    }

    @Test
    @Tag("full")
    void eachOperationIsCarriedOutOnceWhateverTheWireLosesForLong() {
        for (long seed = 20; seed < 200; seed++) {
            exchange(seed);
        }
    }

    private static MessageFrame ask(Card card, long export, int what, int bytes, int offset, int high, int low) {
        card.post(Function.SMALL_MESSAGE, RuntimeProtocol.controlWord(0, 0, RuntimeProtocol.KIND_MEMORY), (int) (export >>> 32),
            (int) export, what << 24 | bytes, offset, high, low, 0, 0, 0, 0, 0, 0);
        List<MessageFrame> replies = card.replies();
        assertEquals(1, replies.size());
        assertEquals(0, replies.getFirst().requestStatus());
        return replies.getFirst();
    }

    @Test
    void theHostUsesExportedMemoryAndRightsBoundsAndTheEndHold() {
        try (Card card = new Card()) {
            card.listen();
            card.loaded(Adder.class);
            card.small(1, 1, 1, 1);
            MessageFrame reply = card.replies().getFirst();
            long export = (long) reply.word(4) << 32 | reply.word(5) & 0xFFFF_FFFFL;
            assertEquals(MemoryStatus.DONE.ordinal(), ask(card, export, ADD, 8, 0, 0, 7).word(5));
            MessageFrame second = ask(card, export, ADD, 8, 0, 0, 7);
            assertEquals(7, second.word(7), "the value before");
            MessageFrame read = ask(card, export, READ, 8, 0, 0, 0);
            assertEquals(14, read.word(9));
            assertEquals(MemoryStatus.OUT_OF_BOUNDS.ordinal(), ask(card, export, READ, 8, 1, 0, 0).word(5));
            assertEquals(MemoryStatus.OUT_OF_BOUNDS.ordinal(), ask(card, export, READ, 8, -8, 0, 0).word(5));
            assertEquals(MemoryStatus.OUT_OF_BOUNDS.ordinal(), ask(card, export, READ, 0, 0, 0, 0).word(5));
            assertEquals(MemoryStatus.FORBIDDEN.ordinal(), ask(card, export, 9, 8, 0, 0, 0).word(5));
            assertEquals(MemoryStatus.NO_EXPORT.ordinal(), ask(card, export + 256, READ, 8, 0, 0, 0).word(5));
            card.small(1, 1, 1, 0);
            MessageFrame readOnly = card.replies().getFirst();
            long other = (long) readOnly.word(4) << 32 | readOnly.word(5) & 0xFFFF_FFFFL;
            assertEquals(MemoryStatus.FORBIDDEN.ordinal(), ask(card, other, ADD, 8, 0, 0, 7).word(5));
            assertEquals(MemoryStatus.DONE.ordinal(), ask(card, other, READ, 8, 0, 0, 7).word(5));
            card.unload(1);
            card.replies();
            assertEquals(MemoryStatus.NO_EXPORT.ordinal(), ask(card, export, READ, 8, 0, 0, 0).word(5));
            assertEquals(0, card.runtime.card().parts().memory().used());
            assertTrue(card.allFramesAreFree());
        }
    }
}
