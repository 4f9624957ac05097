package dev.spine.extension.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.api.OutgoingMessage;
import dev.spine.extension.runtime.memory.CardMemory;
import dev.spine.extension.runtime.message.RuntimeProtocol;
import dev.spine.extension.runtime.message.Undelivered;
import dev.spine.extension.runtime.quota.Quota;
import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFrame;
import dev.spine.iop.bus.Access;
import dev.spine.iop.bus.DmaEngine;
import dev.spine.iop.bus.Region;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import sample.Collector;

/** Data of messages of peers: fetched under a grant of the peer, and under nothing else. */
@Tag("SS-25")
@Tag("SS-31")
@Tag("SN-04")
class PeerDataTest {
    private static final int BYTES = 40_000;

    private final Card card = new Card();
    private final PeerOfCard peer = card.connectPeer();
    private final Region memory = card.bus.allocate("memory of the peer", peer.busAgent, Access.OWNER, 1 << 16);
    private int instance;

    @BeforeEach
    void load() {
        card.listen();
        instance = card.loaded(Collector.class);
    }

    @AfterEach
    void close() {
        card.close();
    }

    private long grant(int bytes) {
        return card.bus.grants().grant(memory, 0, bytes, bytes, 1, card.cardBusAgent, false);
    }

    private void post(int bytes, long address, long grant, int... further) {
        int[] words = new int[RuntimeProtocol.GRANTED_WORDS - RuntimeProtocol.FIRST_USER_WORD + further.length];
        System.arraycopy(further, 0, words, words.length - further.length, further.length);
        int at = RuntimeProtocol.GRANT_WORD - RuntimeProtocol.FIRST_USER_WORD;
        words[at] = bytes;
        words[at + 1] = (int) address;
        words[at + 2] = (int) grant;
        words[at + 3] = (int) (grant >>> 32);
        peer.post(Function.SMALL_MESSAGE,
            RuntimeProtocol.controlWord(RuntimeProtocol.handlerNumber(instance, 2), 0, RuntimeProtocol.KIND_GRANTED), words);
    }

    private void assertRefused(List<MessageFrame> answers) {
        assertEquals(1, answers.size());
        assertNotEquals(0, answers.getFirst().requestStatus());
        assertEquals(0, card.runtime.card().parts().memory().used());
        assertEquals(0, seen());
    }

    private long seen() {
        ExtensionInstance loaded = card.runtime.card().table().get(instance);
        return loaded == null ? 0 : loaded.counters().counter("bytes seen").value();
    }

    @Test
    @Tag("SS-32")
    void theHandlerRunsWhenAllDataAreThereAndTheSenderIsTold() {
        post(BYTES, memory.base(), grant(BYTES));
        List<MessageFrame> answers = peer.answers();
        assertEquals(1, answers.size());
        assertEquals(0, answers.getFirst().requestStatus());
        assertEquals(BYTES, seen());
        assertEquals(0, card.runtime.card().parts().memory().used());
    }

    @Test
    void nothingIsFetchedWithoutAGrantOrBesideIt() {
        post(BYTES, memory.base(), 0);
        assertRefused(peer.answers());
        post(BYTES, memory.base(), grant(BYTES - 1));
        assertRefused(peer.answers());
        long ended = grant(BYTES);
        card.bus.grants().revoke(ended);
        post(BYTES, memory.base(), ended);
        assertRefused(peer.answers());
    }

    @Test
    void furtherPiecesComeFromMemoryThatThePeerNeedsNoGrantFor() {
        Region open = card.bus.allocate("packets of the peer", peer.busAgent, Access.READ_WRITE, 1 << 12);
        int at = (int) open.base();
        post(BYTES, memory.base(), grant(BYTES), 100, at, 1_000, at + 100);
        assertEquals(0, peer.answers().getFirst().requestStatus());
        assertEquals(BYTES + 1_100, seen());
        assertEquals(0, card.runtime.card().parts().memory().used());
    }

    @Test
    void noFurtherPieceIsOfMemoryThatOnlyOneOfTheTwoMayRead() {
        post(BYTES, memory.base(), grant(BYTES), 100, (int) memory.base() + BYTES);
        assertRefused(peer.answers());
        Region own = card.bus.allocate("memory of the card alone", card.cardBusAgent, Access.OWNER, 1 << 12);
        post(BYTES, memory.base(), grant(BYTES), 100, (int) own.base());
        assertRefused(peer.answers());
    }

    @Test
    void noPieceIsOfMemoryOfTheReceiverWhateverGrantThePeerHas() {
        Region own = card.bus.allocate("memory of the card alone", card.cardBusAgent, Access.OWNER, 1 << 16);
        post(BYTES, own.base(), grant(BYTES));
        assertRefused(peer.answers());
    }

    @Test
    void absurdPiecesAreRefused() {
        Region open = card.bus.allocate("packets of the peer", peer.busAgent, Access.READ_WRITE, 1 << 12);
        int at = (int) open.base();
        int[] tooMany = new int[2 * OutgoingMessage.MAX_PIECES];
        for (int i = 0; i < tooMany.length; i += 2) {
            tooMany[i] = 1;
            tooMany[i + 1] = at;
        }
        for (int[] further : new int[][] {{100}, {0, at}, {-1, at}, {Integer.MAX_VALUE, at}, {MessageContent.MAX_DATA_BYTES, at},
            tooMany}) {
            post(BYTES, memory.base(), grant(BYTES), further);
            assertRefused(peer.answers());
        }
    }

    @Test
    void absurdSizesAreRefused() {
        for (int bytes : new int[] {0, -1, Integer.MAX_VALUE, MessageContent.MAX_DATA_BYTES + 1}) {
            post(bytes, memory.base(), 0);
            assertRefused(peer.answers());
        }
    }

    @Test
    void dataThatTheReceiverMayNeverHoldAreRefusedAndHoldUpNobody() {
        Objects.requireNonNull(card.runtime.card().table().get(instance)).quotas().limit(Quota.MEMORY, BYTES - 1);
        post(BYTES, memory.base(), grant(BYTES));
        assertRefused(peer.answers());
        post(BYTES / 2, memory.base(), grant(BYTES));
        assertEquals(0, peer.answers().getFirst().requestStatus());
        assertEquals(BYTES / 2, seen());
    }

    @Test
    void dataWhoseMemoryRoundedUpIsMoreThanTheReceiverMayHoldAreRefused() {
        Objects.requireNonNull(card.runtime.card().table().get(instance)).quotas().limit(Quota.MEMORY, 1_000);
        post(990, memory.base(), grant(990));
        assertRefused(peer.answers());
        post(960, memory.base(), grant(960));
        assertEquals(0, peer.answers().getFirst().requestStatus());
        assertEquals(960, seen());
    }

    /** How a transfer can break off when a part of its bytes has moved. */
    private enum Break {
        REVOKED,
        MEMORY_GONE
    }

    @ParameterizedTest
    @EnumSource
    @Tag("SS-32")
    void aTransferThatBreaksOffPartWayIsShownToNobody(Break why) {
        // What memory held before is still there when data begin to arrive: it is not cleared for what fills it.
        MemorySegment cardMemory = card.runtime.card().parts().memory().region().memory();
        int bytes = 3 * DmaEngine.CHUNK_BYTES;
        Region large = card.bus.allocate("more memory of the peer", peer.busAgent, Access.OWNER, bytes);
        large.memory().fill((byte) 0x11);
        cardMemory.fill((byte) 0x5E);
        long grant = card.bus.grants().grant(large, 0, bytes, bytes, 1, card.cardBusAgent, false);
        post(bytes, large.base(), grant);
        byte[] before = cardMemory.toArray(ValueLayout.JAVA_BYTE);
        for (int i = 0; i < 20_000 && cardMemory.mismatch(MemorySegment.ofArray(before)) < 0; i++) {
            card.engine.advanceTo(card.engine.nowNs() + 1_000);
        }
        if (why == Break.REVOKED) {
            card.bus.grants().revoke(grant);
        } else {
            card.bus.remove(large);
        }
        List<MessageFrame> answers = peer.answers();
        long moved = count(cardMemory, 0x11);
        assertTrue(moved > 0 && moved < bytes, moved + " bytes have moved");
        assertEquals(bytes - moved, count(cardMemory.asSlice(0, bytes), 0x5E), "the rest is what it was before");
        assertRefused(answers);
        assertEquals(0, activations());
        assertEquals(1, card.runtime.card().dispatcher().local().undelivered().of(Undelivered.Reason.NO_DATA));
        assertEquals(1, card.runtime.undeliverable());

        // Who gets the memory next sees nothing of either.
        CardMemory.Block next = Objects.requireNonNull(card.runtime.card().parts().memory().allocate(bytes));
        assertEquals(bytes, count(cardMemory.asSlice(next.offset(), bytes), 0));
        next.free();
    }

    private long activations() {
        return Objects.requireNonNull(card.runtime.report(instance)).activations();
    }

    private static long count(MemorySegment memory, int value) {
        long count = 0;
        for (byte one : memory.toArray(ValueLayout.JAVA_BYTE)) {
            count += one == (byte) value ? 1 : 0;
        }
        return count;
    }

    @Test
    void aResetWhileDataAreOnTheirWayLeavesNoMemoryTaken() {
        post(BYTES, memory.base(), grant(BYTES));
        for (int i = 0; i < 1_000 && card.runtime.card().parts().memory().used() == 0; i++) {
            card.engine.advanceTo(card.engine.nowNs() + 1_000);
        }
        assertNotEquals(0, card.runtime.card().parts().memory().used(), "the data are on their way");
        card.reset();
        card.settle();
        assertEquals(0, card.runtime.card().parts().memory().used());
    }
}
