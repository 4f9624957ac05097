package dev.spine.device.remote;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.device.remote.RemoteCounters.Counter;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A driver that looks at a status word as soon as the write of its request is over finds the answer there, because it gives up, and frees
 * the word's page, when it does not.
 */
class AnswerInMemoryTest {
    private static final int MEMORY_BYTES = 0x2_0000;
    private static final int EMPTY = -1;
    private static final int ROUNDS = 1000;
    private static final int MAX_LOAD = 24;
    private static final int WORD = 0x200;
    private static final int BLOCK = 0x300;
    private static final int PRESET = 0x5A5A_5A5A;
    private static final int BLOCK_COMPLETE = 0xFF;
    private static final int RESET_IN_PROGRESS = 1;
    private static final int QUEUE_COMPLETE = 4;
    private static final int HOLD = 4;

    private RemoteRig rig;
    private RemoteClient client;
    private int memoryDescriptor;
    private MemorySegment memory;

    @BeforeEach
    void start() throws IOException {
        rig = new RemoteRig(RemoteIopServer.MESSAGE_LIMIT_MS);
        client = new RemoteClient(rig.path);
        memoryDescriptor = NativeCalls.memory("spine-test", MEMORY_BYTES);
        memory = NativeCalls.map(memoryDescriptor, MEMORY_BYTES);
        client.memory(new long[][] {{0, MEMORY_BYTES, 0}}, memoryDescriptor);
        client.mapWindow();
    }

    @AfterEach
    void end() throws IOException {
        client.close();
        rig.close();
        NativeCalls.unmap(memory);
        NativeCalls.close(memoryDescriptor);
    }

    /** A frame with a message in it, not posted yet. */
    private int filled(int... words) {
        int[] mfa = {EMPTY};
        RemoteRig.await("a frame", () -> {
            mfa[0] = client.read32(0x40);
            return mfa[0] != EMPTY;
        });
        for (int i = 0; i < words.length; i++) {
            client.write32(mfa[0] + 4 * i, words[i]);
        }
        return mfa[0];
    }

    private int preset(int offset) {
        memory.set(ValueLayout.JAVA_INT, offset, PRESET);
        return offset;
    }

    private int word(int offset) {
        return memory.get(ValueLayout.JAVA_INT, offset);
    }

    private int reset() {
        return filled(0x0008_0001, 0xBD00_1000, 0, 0, 0, 0, preset(WORD), 0);
    }

    private int statusGet() {
        preset(BLOCK + 84);
        return filled(0x0009_0001, 0xA000_1000, 0, 0, 0, 0, BLOCK, 0, 88);
    }

    private int outboundInit() {
        return filled(0x0008_0061, 0xA100_1000, 0, 0, 4096, 0x0080_0080, 0xD000_0004, preset(WORD));
    }

    /** Table requests ahead of what is asked for, as many as their frames allow. */
    private void load(int count) {
        int[] frames = new int[count];
        for (int i = 0; i < count; i++) {
            frames[i] = filled(0x0006_0041, 0xA800_1000, 7, 8, 0xD000_0018, 0x1000);
        }
        for (int frame : frames) {
            client.write32(0x40, frame);
        }
    }

    /** Keeps the card's agent from working; returns when it does not any more. */
    private Thread keepBusyUntil(CountDownLatch free) throws InterruptedException {
        CountDownLatch busy = new CountDownLatch(1);
        Thread caller = Thread.ofVirtual().start(() -> rig.tasks.run(() -> {
            busy.countDown();
            try {
                free.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }));
        busy.await();
        return caller;
    }

    @Test
    @Tag("full")
    void theWordIsThereWhenTheWriteOfItsRequestIsOver() {
        for (int i = 0; i < ROUNDS; i++) {
            String round = "round " + i;
            client.write32(0x40, outboundInit());
            assertEquals(QUEUE_COMPLETE, word(WORD), round);
            client.write32(0x44, 0x8000);
            client.write32(0x40, statusGet());
            assertEquals(BLOCK_COMPLETE, word(BLOCK + 84) >>> 24, round);
            assertEquals(HOLD, word(BLOCK + 8) >>> 16 & 0xFF, round);
            int reset = reset();
            load(i % MAX_LOAD);
            client.write32(0x40, reset);
            assertEquals(RESET_IN_PROGRESS, word(WORD), round);
        }
        assertEquals(0, rig.count(Counter.LATE_ANSWERS));
    }

    @Test
    void aCardThatIsBusyForLongerIsCountedAndSaidOnce() throws InterruptedException {
        CountDownLatch free = new CountDownLatch(1);
        int status = statusGet();
        int again = filled(0x0009_0001, 0xA000_1000, 0, 0, 0, 0, BLOCK, 0, 88);
        Thread busy = keepBusyUntil(free);
        client.write32(0x40, status);
        client.write32(0x40, again);
        assertEquals(PRESET, word(BLOCK + 84), "nothing was answered yet");
        assertEquals(2, rig.count(Counter.LATE_ANSWERS));
        assertEquals(1, rig.log.stream().filter(line -> line.contains("the card is late")).count(), rig.log::toString);
        free.countDown();
        busy.join();
        RemoteRig.await("the status block", () -> word(BLOCK + 84) >>> 24 == BLOCK_COMPLETE);
        client.write32(0x40, statusGet());
        assertEquals(BLOCK_COMPLETE, word(BLOCK + 84) >>> 24);
        assertEquals(2, rig.count(Counter.LATE_ANSWERS));
    }

    @Test
    void whatIsAnsweredByAReplyOrIsNoRequestIsNotWaitedFor() throws InterruptedException {
        client.write32(0x40, outboundInit());
        CountDownLatch free = new CountDownLatch(1);
        int table = filled(0x0006_0041, 0xA800_1000, 7, 8, 0xD000_0018, 0x1000);
        int device = filled(0x0009_0001, 0xA000_1008, 0, 0, 0, 0, BLOCK, 0, 88);
        Thread busy = keepBusyUntil(free);
        for (int mfa : new int[] {table, device, EMPTY, 0, 0x40, 0xFFC, Integer.MAX_VALUE, (int) 0xFFFF_FFF0L, table + 2}) {
            client.write32(0x40, mfa);
        }
        assertEquals(0, rig.count(Counter.LATE_ANSWERS));
        assertTrue(busy.isAlive(), "the card did nothing meanwhile");
        free.countDown();
        busy.join();
    }
}
