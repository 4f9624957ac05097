package dev.spine.extension.runtime.network;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.api.ServiceLevel;
import dev.spine.extension.runtime.network.NetworkCounters.Counter;
import dev.spine.fuzz.Fuzz;
import dev.spine.iop.engine.modelled.ModelledEngine;
import dev.spine.iop.packet.wire.EtherType;
import dev.spine.iop.packet.wire.MacAddress;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Hostile frames from the wire: counted, never thrown, and no other stream notices. {@code -Dspine.seed=SEED} repeats a failure.
 */
class WireFuzzTest {
    private static final int MAC_BYTES = 12;
    private static final int MAX_BYTES = 1514;

    /** An input is a few frames, each with two bytes of length before it. */
    private static byte[] frames(Random random) {
        byte[] input = new byte[4_000];
        int end = 0;
        int count = 1 + random.nextInt(8);
        for (int i = 0; i < count && end + 200 < input.length; i++) {
            byte[] frame = frame(random);
            input[end++] = (byte) (frame.length >> 8);
            input[end++] = (byte) frame.length;
            System.arraycopy(frame, 0, input, end, frame.length);
            end += frame.length;
        }
        return Arrays.copyOf(input, end);
    }

    private static byte[] frame(Random random) {
        byte[] frame = new byte[random.nextInt(10) == 0 ? random.nextInt(160) : 112 + random.nextInt(40)];
        if (random.nextBoolean()) {
            random.nextBytes(frame);
        }
        MemorySegment view = MemorySegment.ofArray(frame);
        if (frame.length >= WireFormat.PAYLOAD) {
            MacAddress.write(view, WireFormat.SOURCE, 0x02_00_00_00_00_00L + random.nextInt(4));
            EtherType.write(view, 0, WireFormat.ETHER_TYPE);
            WireFormat.put8(view, WireFormat.VERSION_BYTE, random.nextInt(20) == 0 ? random.nextInt(256) : WireFormat.VERSION);
            WireFormat.put8(view, WireFormat.TYPE, random.nextInt(13));
            WireFormat.put16(view, WireFormat.PAYLOAD_BYTES,
                random.nextInt(10) == 0 ? random.nextInt(1 << 16) : frame.length - WireFormat.PAYLOAD);
            WireFormat.put8(view, WireFormat.CHANNEL, random.nextInt(40));
            WireFormat.put32(view, WireFormat.SESSION, random.nextInt(4));
            WireFormat.put32(view, WireFormat.GENERATION, random.nextInt(4));
            WireFormat.put32(view, WireFormat.SEQUENCE, random.nextInt(10) == 0 ? random.nextInt() : random.nextInt(4));
            WireFormat.put32(view, WireFormat.EXPECTED, random.nextInt(10) == 0 ? random.nextInt() : random.nextInt(4));
            WireFormat.put32(view, WireFormat.DATA_BYTES, random.nextInt(4) == 0 ? random.nextInt() : random.nextInt(300));
        }
        return frame;
    }

    private static Object run(byte[] input) {
        try (ModelledEngine engine = Stations.modelled(1); Arena arena = Arena.ofConfined()) {
            Stations both = new Stations(engine, Weather.FINE, 1, NetworkSettings.STANDARD);
            engine.tasks(both.left).run(() -> both.left.orders.add(new Station.Order(ServiceLevel.RELIABLE, 3, 7, 0, 100)));
            engine.advanceTo(engine.nowNs() + 3_000);
            MemorySegment memory = arena.allocate(MAX_BYTES);
            for (int at = 0; at + 2 <= input.length;) {
                int length = Math.min(Math.min((input[at] & 0xFF) << 8 | input[at + 1] & 0xFF, MAX_BYTES), input.length - at - 2);
                MemorySegment.copy(input, at + 2, memory, ValueLayout.JAVA_BYTE, 0, length);
                if (length >= WireFormat.PAYLOAD && WireFormat.i32(memory, WireFormat.SESSION) == 1) {
                    // Who has seen a frame knows the session.
                    WireFormat.put32(memory, WireFormat.SESSION, both.right.givenSession);
                }
                if (length > MAC_BYTES) {
                    engine.tasks(both.right).run(() -> both.right.transport.onFrame(memory, 0, length));
                    engine.tasks(both.left).run(() -> both.left.transport.onFrame(memory, 0, length));
                }
                at += 2 + length;
            }
            for (int i = 0; i < 40 && both.left.lent > 0; i++) {
                engine.advanceTo(engine.nowNs() + 200_000_000);
            }
            assertEquals(0, both.left.lent, "what was lent has returned");
            assertTrue(both.right.arriving >= 0 && both.right.arriving < 100);
            StringBuilder outcome = new StringBuilder();
            for (Counter counter : Counter.values()) {
                outcome.append(both.right.transport.counters().get(counter) > 0 ? 'r' : '-')
                    .append(both.left.transport.counters().get(counter) > 0 ? 'l' : '-');
            }
            return outcome.toString();
        }
    }

    @Test
    void hostileFramesAreCountedAndNeverThrown() {
        Fuzz.over(WireFuzzTest.class, "wire").generating(WireFuzzTest::frames).briefly(800, WireFuzzTest::run);
    }

    @Test
    @Tag("full")
    void hostileFramesAreCountedAndNeverThrownForLong() {
        Fuzz.over(WireFuzzTest.class, "wire").generating(WireFuzzTest::frames).atLength(WireFuzzTest::run);
    }
}
