package dev.spine.extension.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFrame;
import dev.spine.iop.bus.Access;
import dev.spine.iop.bus.Region;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import sample.Collector;

/** Data of messages of peers: fetched under a grant of the peer, and under nothing else. */
class PeerDataTest {
    private static final int BYTES = 40_000;

    private final Card card = new Card();
    private final PeerOfCard peer = card.connectPeer();
    private final Region memory = card.bus.allocate("memory of the peer", peer.box, Access.OWNER, 1 << 16);
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
        return card.bus.grants().grant(memory, 0, bytes, bytes, 1, card.cardBox, false);
    }

    private void post(int bytes, long address, long grant) {
        int[] words = new int[RuntimeProtocol.GRANTED_WORDS - RuntimeProtocol.FIRST_USER_WORD];
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
        assertEquals(0, card.runtime.memory().used());
        assertEquals(0, seen());
    }

    private long seen() {
        ExtensionInstance loaded = card.runtime.instance(instance);
        return loaded == null ? 0 : loaded.counters().counter("bytes seen").value();
    }

    @Test
    void theHandlerRunsWhenAllDataAreThereAndTheSenderIsTold() {
        post(BYTES, memory.base(), grant(BYTES));
        List<MessageFrame> answers = peer.answers();
        assertEquals(1, answers.size());
        assertEquals(0, answers.getFirst().requestStatus());
        assertEquals(BYTES, seen());
        assertEquals(0, card.runtime.memory().used());
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
    void absurdSizesAreRefused() {
        for (int bytes : new int[] {0, -1, Integer.MAX_VALUE, CardMessage.MOST_DATA_BYTES + 1}) {
            post(bytes, memory.base(), 0);
            assertRefused(peer.answers());
        }
    }

    @Test
    void aResetWhileDataAreOnTheirWayLeavesNoMemoryTaken() {
        post(BYTES, memory.base(), grant(BYTES));
        for (int i = 0; i < 1_000 && card.runtime.memory().used() == 0; i++) {
            card.engine.advanceTo(card.engine.nowNs() + 1_000);
        }
        assertNotEquals(0, card.runtime.memory().used(), "the data are on their way");
        card.reset();
        card.settle();
        assertEquals(0, card.runtime.memory().used());
    }
}
