package dev.spine.host.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.i2o.MessageFrame;
import dev.spine.iop.bus.Bus;
import dev.spine.iop.bus.BusAgent;
import dev.spine.iop.bus.DmaEngine;
import dev.spine.iop.bus.Region;
import dev.spine.iop.engine.StepContext;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The host's turns: a flood of one IOP holds nobody up. */
class HostAgentTest {
    private static final int FRAMES = 64;
    private static final int TID = 0x010;
    private static final int LIMIT = 64;

    private final StepContext context = new StepContext("node0/host");
    private final Bus bus = new Bus(2);
    private final HostAgent host = new HostAgent(context, new DmaEngine(bus, BusAgent.host()));
    private final HostMemory memory = new HostMemory(bus, BusAgent.host());
    private final Source flood = new Source("flood");
    private final Source quiet = new Source("quiet");
    /** Whose replies the host has seen, in order. */
    private final List<String> seen = new ArrayList<>();

    /** An IOP that sends replies to one request that stays open. */
    private final class Source {
        private final ScriptedIop iop = new ScriptedIop(FRAMES);
        private final IopDriver driver = new IopDriver(host, new QueuePairPort(iop.function));
        private final MessageFrame request = new MessageFrame();

        Source(String name) {
            Region pool = memory.allocate("reply frames", (long) FRAMES * ScriptedIop.FRAME_BYTES);
            driver.giveReplyFrames(pool.memory(), pool.base(), FRAMES);
            int standing = driver.standingContext(_ -> seen.add(name));
            request.wrap(MemorySegment.ofArray(new byte[ScriptedIop.FRAME_BYTES]), 0, ScriptedIop.FRAME_BYTES);
            request.header(4, 0, 0, 0x90, 1, TID);
            request.contexts(standing, 0);
        }

        void reply(int count) {
            for (int i = 0; i < count; i++) {
                iop.partialReply(request);
            }
        }
    }

    @BeforeEach
    void nothingIsLeftOfTheBegin() {
        host.doWork(LIMIT);
        seen.clear();
    }

    @Test
    void aFewRepliesOfOneIopDoNotWaitForTheBurstOfAnother() {
        flood.reply(FRAMES - 4);
        quiet.reply(4);
        assertEquals(LIMIT, host.doWork(LIMIT));
        assertEquals(FRAMES, seen.size(), "a cycle does as much as it may");
        int last = seen.lastIndexOf("quiet");
        assertTrue(last < HostAgent.REPLIES_IN_TURN + 4, "the last of the few came as number " + (last + 1));
    }

    @Test
    void twoBurstsAlternate() {
        flood.reply(FRAMES);
        quiet.reply(FRAMES);
        assertEquals(LIMIT, host.doWork(LIMIT));
        assertEquals(LIMIT, host.doWork(LIMIT));
        assertEquals(2 * FRAMES, seen.size());
        for (int i = 0; i < seen.size(); i += HostAgent.REPLIES_IN_TURN) {
            List<String> turn = seen.subList(i, i + HostAgent.REPLIES_IN_TURN);
            assertEquals(1, turn.stream().distinct().count(), "turn of " + turn);
            assertTrue(i == 0 || !seen.get(i - 1).equals(turn.getFirst()), "two turns in a row");
        }
    }

    @Test
    void registeredWorkHasItsTurnInTheMiddleOfABurst() {
        List<Integer> before = new ArrayList<>();
        host.register(_ -> {
            before.add(seen.size());
            return 0;
        });
        flood.reply(FRAMES);
        host.doWork(LIMIT);
        assertTrue(before.getFirst() <= HostAgent.REPLIES_IN_TURN, "its first turn came after " + before.getFirst() + " replies");
    }

    @Test
    void onePieceAtATimeIsOnePieceAtATime() {
        flood.reply(3);
        quiet.reply(3);
        for (int i = 0; i < 6; i++) {
            assertEquals(1, host.doWork(1));
        }
        assertEquals(6, seen.size());
        assertEquals(2, seen.subList(0, 4).stream().filter("quiet"::equals).count(), "they take turns: " + seen);
    }
}
