package dev.spine.perf.benchmarks.meter;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.clients.Program;
import dev.spine.iop.packet.wire.Ipv4Header;
import dev.spine.perf.benchmarks.wasm.WasmHandlers;
import dev.spine.perf.benchmarks.wasm.WasmInstance;
import dev.spine.perf.benchmarks.wasm.WasmSubject;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is compared with extensions does the same work as they do. */
class WasmHandlersTest {
    private static final long SEED = Long.getLong("spine.seed", System.nanoTime());
    private static final int HEADER = 14;
    private static final int ROUNDS = 2_000;

    private final Random random = new Random(SEED);
    private final WasmInstance wasm = new WasmInstance();

    private static String seeded(Object detail) {
        return "spine.seed=" + SEED + ": " + detail;
    }

    @Test
    void theModuleIsWhatItsTextSays(@TempDir Path directory) throws IOException {
        Program.need("wat2wasm");
        Path module = directory.resolve("handlers.wasm");
        Program.run(directory, "wat2wasm", Path.of("src/main/resources/dev/spine/perf/benchmarks/wasm/handlers.wat").toAbsolutePath()
            .toString(), "-o", module.toString()).succeeded();
        try (InputStream checkedIn = WasmHandlers.class.getResourceAsStream("handlers.wasm")) {
            assertArrayEquals(Files.readAllBytes(module), checkedIn.readAllBytes());
        }
    }

    @Test
    void theEmptyHandlerLeavesItsSeed() {
        for (int seed : new int[] {0, 1, -1, Integer.MIN_VALUE, Integer.MAX_VALUE, random.nextInt()}) {
            assertEquals(new EmptyWork().applyAsLong(seed), wasm.empty(seed), seeded(seed));
        }
    }

    /** Random headers: most are sealed with their checksum, some have a time to live that has ended, some are broken. */
    private byte[] packets() {
        byte[] packets = new byte[WasmHandlers.PACKETS * WasmHandlers.PACKET_ROOM];
        random.nextBytes(packets);
        for (int at = 0; at < packets.length; at += WasmHandlers.PACKET_ROOM) {
            if (random.nextInt(4) == 0) {
                packets[at + HEADER + 8] = (byte) random.nextInt(3);
            }
            if (random.nextInt(8) != 0) {
                Ipv4Header.writeChecksum(MemorySegment.ofArray(packets), at + HEADER);
            }
        }
        return packets;
    }

    @Test
    void forwardingWritesAndRefusesWhatPlainJavaDoes() {
        byte[] packets = packets();
        byte[] result = new byte[4];
        HeaderWork plain = new HeaderWork(packets, result);
        MemorySegment card = MemorySegment.ofArray(packets);
        long bad = 0;
        for (int i = 0; i < ROUNDS; i++) {
            int packet = i % WasmHandlers.PACKETS;
            long offset = (long) packet * WasmHandlers.PACKET_ROOM;
            if (random.nextBoolean()) {
                wasm.copyHeader(card, offset, WasmHandlers.PACKET);
            } else {
                wasm.copyPacket(card, offset, WasmHandlers.PACKET);
            }
            wasm.forward(WasmHandlers.PACKET);
            bad = plain.applyAsLong(packet);
            byte[] written = new byte[4];
            for (int j = 0; j < 4; j++) {
                written[j] = (byte) (wasm.word(WasmHandlers.RESULT) >>> 8 * j);
            }
            assertArrayEquals(result, written, seeded("packet " + packet));
            assertEquals(bad, wasm.word(WasmHandlers.BAD), seeded("packet " + packet));
        }
        assertTrue(bad > 0 && bad < ROUNDS, seeded(bad + " of " + ROUNDS + " packets were no good"));
    }

    @Test
    void theLoopLeavesTheSumsThatPlainJavaDoes() {
        for (int ints = 1; ints <= WasmHandlers.INTS; ints *= 2) {
            int[] from = random.ints(ints).toArray();
            int[] into = new int[ints];
            for (int i = 0; i < ints; i++) {
                wasm.word(WasmHandlers.FROM + 4 * i, from[i]);
            }
            int seed = random.nextInt();
            assertEquals(new VectorWork(from, into).applyAsLong(seed), wasm.add(ints, seed), seeded(ints));
            for (int i = 0; i < ints; i++) {
                assertEquals(into[i], wasm.word(WasmHandlers.INTO + 4 * i), seeded(i + " of " + ints));
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void eachSubjectCallsItsHandlerInANamespaceOfItsOwn(WasmSubject.Handler handler) {
        MemorySegment card = MemorySegment.ofArray(MeterPackets.good());
        LongUnaryOperator one = WasmSubject.loop(handler, card, 64);
        LongUnaryOperator other = WasmSubject.loop(handler, card, 64);
        assertTrue(one.getClass() != other.getClass(), "two subjects share a class");
        assertEquals(one.applyAsLong(100), other.applyAsLong(100));
    }
}
