package dev.spine.extension.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.runtime.message.RuntimeProtocol;
import dev.spine.host.driver.ReplyHandler;
import dev.spine.host.testkit.EngineKind;
import dev.spine.host.testkit.TestNode;
import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.Tid;
import dev.spine.iop.bus.BusAgent;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What an application believes of a runtime that says whatever it likes. */
class DataInboxTest {
    private static final int HANDLER = 9;
    private static final int BYTES = 64;
    private static final long SEED = Long.getLong("spine.seed", 1_996);

    private final TestNode node = TestNode.on(EngineKind.MODELLED).simulated("card").start();
    private final List<Long> grants = new ArrayList<>();
    private final MessageFrame frame = new MessageFrame();
    private final ScriptedWay way = new ScriptedWay();
    private final List<ReceivedData> seen = new ArrayList<>();
    private int heard;
    private boolean keeps;

    /** A runtime that takes what it is told when it likes. */
    private final class ScriptedWay implements DataInbox.Way {
        boolean takes = true;
        boolean stopped;

        @Override
        public boolean listen(int handler, int pieceBytes, ReplyHandler listener) {
            return takes;
        }

        @Override
        public boolean lend(int handler, int number, long address, int bytes, long grant) {
            if (takes) {
                grants.add(grant);
            }
            return takes;
        }

        @Override
        public boolean stop(int handler) {
            stopped = takes;
            return takes;
        }

        @Override
        public boolean isSilent() {
            return true;
        }

        @Override
        public void forget() {
            stopped = true;
        }

        @Override
        public BusAgent busAgent() {
            return node.iop("card").busAgent();
        }
    }

    DataInboxTest() {
        node.boot();
        frame.wrap(Arena.ofAuto().allocate(128, 64), 0, 128);
    }

    @AfterEach
    void close() {
        node.close();
    }

    private DataInbox inbox(int count) {
        return node.onHost(() -> new DataInbox(node.host(), way, node.memory(), HANDLER, new LentBuffers(count, BYTES), (_, data) -> {
            heard++;
            if (data != null) {
                seen.add(keeps ? data.keep() : data);
            }
        }));
    }

    private void says(DataInbox inbox, int function, int control, int number, int bytes) {
        node.onHost(() -> {
            frame.header(RuntimeProtocol.BULK_WORDS, 0, 0, function, Tid.HOST, Tid.HOST);
            frame.contexts(0, control);
            frame.setWord(RuntimeProtocol.PIECE_WORD, number);
            frame.setWord(RuntimeProtocol.PIECE_WORD + 1, bytes);
            inbox.onReply(frame);
            return Boolean.TRUE;
        });
    }

    private void brings(DataInbox inbox, int number, int bytes) {
        says(inbox, Function.SMALL_MESSAGE, RuntimeProtocol.controlWord(RuntimeProtocol.handlerNumber(1, HANDLER), 0,
            RuntimeProtocol.KIND_BULK), number, bytes);
    }

    @Test
    void onlyABufferThatTheRuntimeHasAndBytesThatFitAreBelieved() {
        DataInbox inbox = inbox(2);
        keeps = true;
        int[][] lies = {{-1, 1}, {2, 1}, {Integer.MAX_VALUE, 1}, {Integer.MIN_VALUE, 1}, {0, 0}, {0, -1}, {0, BYTES + 1},
            {1, Integer.MAX_VALUE}};
        for (int[] lie : lies) {
            brings(inbox, lie[0], lie[1]);
        }
        assertEquals(0, heard);
        assertEquals(lies.length, inbox.malformed());
        brings(inbox, 1, BYTES);
        assertEquals(1, heard);
        // It is the application's now, whatever is said of it, and nobody else may write there.
        brings(inbox, 1, BYTES);
        assertEquals(1, heard);
        assertFalse(node.bus().grants().isValid(grants.get(1)));
        assertTrue(node.bus().grants().isValid(grants.get(0)));
        node.onHost(() -> {
            seen.getFirst().release();
            seen.getFirst().release();
            return Boolean.TRUE;
        });
        assertEquals(2, inbox.lent());
        assertEquals(3, grants.size());
        node.onHost(() -> {
            inbox.close();
            return Boolean.TRUE;
        });
    }

    @Test
    void anyWordsAtAllLeaveEveryBufferWithTheRuntimeOrWithTheApplication() {
        Random random = new Random(SEED);
        DataInbox inbox = inbox(4);
        int[] functions = {Function.SMALL_MESSAGE, Function.SMALL_MESSAGE, Function.SMALL_MESSAGE, Function.UTIL_NOP};
        for (int i = 0; i < 20_000 && !inbox.isEnded(); i++) {
            keeps = random.nextInt(4) == 0;
            int control = random.nextBoolean() ? random.nextInt() : HANDLER << 16 | random.nextInt(9);
            says(inbox, functions[random.nextInt(i < 10_000 ? 3 : 4)], control, random.nextInt(8) - 2, random.nextInt(BYTES + 8) - 4);
            node.onHost(() -> {
                seen.forEach(ReceivedData::release);
                seen.clear();
                return Boolean.TRUE;
            });
        }
        assertTrue(inbox.isEnded(), "a runtime that refuses everything, or refuses to listen, is not listened to");
        assertEquals(0, node.bus().grants().liveGrants(), "seed " + SEED);
    }

    @Test
    void whatCannotBeToldNowIsToldLater() {
        way.takes = false;
        DataInbox inbox = inbox(3);
        assertFalse(inbox.isSettled());
        way.takes = true;
        node.onHost(() -> {
            inbox.doWork(10);
            return Boolean.TRUE;
        });
        assertTrue(inbox.isSettled());
        assertEquals(3, inbox.lent());
        way.takes = false;
        node.onHost(() -> {
            inbox.close();
            return Boolean.TRUE;
        });
        assertFalse(inbox.isEnded());
        assertEquals(0, node.bus().grants().liveGrants());
        way.takes = true;
        node.onHost(() -> {
            inbox.doWork(10);
            return Boolean.TRUE;
        });
        assertTrue(inbox.isEnded());
        assertTrue(way.stopped);
    }

    @Test
    void absurdNumbersAreRefused() {
        assertThrows(IllegalArgumentException.class, () -> new LentBuffers(0, 1));
        assertThrows(IllegalArgumentException.class, () -> new LentBuffers(65, 1));
        assertThrows(IllegalArgumentException.class, () -> new LentBuffers(1, (1 << 20) + 1));
        assertThrows(IllegalArgumentException.class, () -> node.onHost(() -> new DataInbox(node.host(), way, node.memory(), 256,
            new LentBuffers(1, 1), (_, _) -> { })));
    }
}
