package dev.spine.device.remote;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.device.remote.RemoteCounters.Counter;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Interrupts of a served card on their way through a relay, as to a guest of QEMU under TCG: the relay has the eventfds of the card, counts
 * what it reads and passes it on; the driver looks for replies only when it is interrupted, so one that is lost stops it.
 */
@Timeout(300)
class InterruptRelayTest {
    private static final int MEMORY_BYTES = 0x2_0000;
    private static final int EMPTY = -1;
    private static final int REPLIES = 0x8000;
    private static final int REPLY_FRAMES = 16;
    private static final int MAX_AT_ONCE = 8;
    private static final long WANTED = Boolean.getBoolean("spine.full") ? 5000 : 200;

    private final int irq = NativeCalls.eventDescriptor();
    private final int resample = NativeCalls.eventDescriptor();
    private final int toDriver = NativeCalls.eventDescriptor();
    private final int fromDriver = NativeCalls.eventDescriptor();
    private final AtomicLong relayed = new AtomicLong();
    private final MemorySegment count = Arena.ofAuto().allocate(8, 8);
    private RemoteRig rig;
    private RemoteClient client;
    private int memoryDescriptor;
    private MemorySegment memory;
    private Thread relay;
    private volatile boolean over;

    @BeforeEach
    void start() throws IOException {
        rig = new RemoteRig(RemoteIopServer.MESSAGE_LIMIT_MS);
        client = new RemoteClient(rig.path);
        memoryDescriptor = NativeCalls.memory("spine-test", MEMORY_BYTES);
        memory = NativeCalls.map(memoryDescriptor, MEMORY_BYTES);
        client.memory(new long[][] {{0, MEMORY_BYTES, 0}}, memoryDescriptor);
        client.mapWindow();
        client.send(6, new byte[0], irq, resample);
        relay = Thread.ofPlatform().name("relay").start(this::relay);
    }

    @AfterEach
    void end() throws IOException, InterruptedException {
        over = true;
        relay.join();
        client.close();
        rig.close();
        NativeCalls.unmap(memory);
        for (int descriptor : new int[] {memoryDescriptor, irq, resample, toDriver, fromDriver}) {
            NativeCalls.close(descriptor);
        }
    }

    private void relay() {
        MemorySegment polls = Arena.ofAuto().allocate(16, 8);
        MemorySegment value = Arena.ofAuto().allocate(8, 8);
        polls.set(ValueLayout.JAVA_INT, 0, irq);
        polls.set(ValueLayout.JAVA_INT, 4, NativeCalls.POLLIN);
        polls.set(ValueLayout.JAVA_INT, 8, fromDriver);
        polls.set(ValueLayout.JAVA_INT, 12, NativeCalls.POLLIN);
        while (!over) {
            NativeCalls.poll(polls, 2, 100);
            if (NativeCalls.readNow(irq, value, 8) == 8) {
                relayed.addAndGet(value.get(ValueLayout.JAVA_LONG, 0));
                NativeCalls.write(toDriver, value, 8);
            }
            if (NativeCalls.readNow(fromDriver, value, 8) == 8) {
                NativeCalls.write(resample, value, 8);
            }
        }
    }

    private void post(int... words) {
        int[] mfa = {EMPTY};
        RemoteRig.await("a frame", () -> {
            mfa[0] = client.read32(0x40);
            return mfa[0] != EMPTY;
        });
        for (int i = 0; i < words.length; i++) {
            client.write32(mfa[0] + 4 * i, words[i]);
        }
        client.write32(0x40, mfa[0]);
    }

    /** Takes an interrupt: all replies that are there, then the acknowledgement. */
    private int interrupted() {
        assertTrue(client.awaitReadable(toDriver), () -> "an interrupt was lost; " + rig.server.counters() + ", relayed " + relayed);
        assertEquals(8, NativeCalls.read(toDriver, count, 8));
        int replies = 0;
        for (int mfa = client.read32(0x44); mfa != EMPTY; mfa = client.read32(0x44)) {
            assertEquals(0xA8, memory.get(ValueLayout.JAVA_INT, mfa + 4) >>> 24);
            client.write32(0x44, mfa);
            replies++;
        }
        count.set(ValueLayout.JAVA_LONG, 0, 1);
        NativeCalls.write(fromDriver, count, 8);
        return replies;
    }

    @Test
    void noInterruptIsLostOnItsWayThroughARelay() {
        post(0x0008_0061, 0xA100_1000, 0, 0, 4096, 0x0080_0080, 0xD000_0004, 0x200);
        for (int i = 0; i < REPLY_FRAMES; i++) {
            client.write32(0x44, REPLIES + 512 * i);
        }
        for (int round = 0; relayed.get() < WANTED; round++) {
            int asked = 1 + round % MAX_AT_ONCE;
            for (int i = 0; i < asked; i++) {
                post(0x0006_0041, 0xA800_1000, 7, 8, 0xD000_0018, 0x1000);
            }
            for (int taken = 0; taken < asked;) {
                taken += interrupted();
            }
        }
        RemoteRig.await("the relay to have all", () -> relayed.get() == rig.count(Counter.INTERRUPTS));
        assertTrue(relayed.get() >= WANTED);
    }
}
