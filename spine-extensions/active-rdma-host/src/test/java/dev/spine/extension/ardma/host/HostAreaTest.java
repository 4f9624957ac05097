package dev.spine.extension.ardma.host;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.ardma.ArdmaProtocol;
import dev.spine.extension.ardma.host.tool.Label;
import dev.spine.extension.ardma.host.tool.MethodBuilder;
import dev.spine.extension.ardma.host.tool.RoutineBuilder;
import dev.spine.extension.ardma.routine.AreaHash;
import dev.spine.extension.ardma.routine.ArrayArea;
import dev.spine.extension.ardma.routine.Fault;
import dev.spine.extension.ardma.routine.Intrinsic;
import dev.spine.extension.harness.HarnessEngine;
import dev.spine.iop.bus.Region;
import java.lang.classfile.Opcode;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Areas in the memory of the server's host, which the card reaches by DMA. */
@Tag("AR-06")
@Tag("AR-08")
class HostAreaTest {
    private static final int BYTES = 100_000;
    private static final long SEED = Long.getLong("spine.seed", System.nanoTime());
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

    private static Region region(TestServer node) {
        return node.side(0).tasks().call(() -> node.side(0).memory().allocate("shared with clients", BYTES));
    }

    private static byte[] bytesOf(TestServer node, Region region) {
        return node.side(0).tasks().call(() -> region.memory().asSlice(0, BYTES).toArray(ValueLayout.JAVA_BYTE));
    }

    private static void free(TestServer node, Region region) {
        node.side(0).tasks().run(() -> node.side(0).memory().free(region));
    }

    @ParameterizedTest
    @EnumSource
    void clientsReadAndWriteTheHostsMemoryAsItIs(HarnessEngine engine) {
        try (TestServer node = new TestServer(2, engine)) {
            Region region = region(node);
            int area = node.server.share("host", region, true);
            RemoteServer server = node.connect(0);
            RemoteArea shared = server.lookup("host");
            assertEquals(BYTES, shared.length());
            Random random = new Random(SEED);
            byte[] expected = new byte[BYTES];
            for (int i = 0; i < 40; i++) {
                int length = 1 + random.nextInt(random.nextInt(4) == 0 ? 60_000 : 3_000);
                int at = random.nextInt(BYTES - length + 1);
                byte[] some = new byte[length];
                random.nextBytes(some);
                switch (random.nextInt(3)) {
                    case 0 -> {
                        System.arraycopy(some, 0, expected, at, length);
                        server.write(shared, at, some);
                        assertArrayEquals(expected, bytesOf(node, region), "seed " + SEED);
                    }
                    case 1 -> {
                        System.arraycopy(some, 0, expected, at, length);
                        node.side(0).tasks().run(() -> MemorySegment.copy(some, 0, region.memory(), ValueLayout.JAVA_BYTE, at, length));
                    }
                    default -> System.arraycopy(expected, at, some, 0, length);
                }
                assertArrayEquals(Arrays.copyOfRange(expected, at, at + length), server.read(shared, at, length), "seed " + SEED);
            }
            node.server.close(area);
            free(node, region);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aRoutineWaitsForThePagesThatItWalksOver(HarnessEngine engine) {
        try (TestServer node = new TestServer(2, engine)) {
            Region region = region(node);
            int stride = 96;
            int elements = BYTES / stride;
            // Elements cross pages, and a walk uses more pages than there is room for.
            node.side(0).tasks().run(() -> {
                for (int i = 0; i < elements; i++) {
                    long next = i + 1 == elements ? -1 : (i + 1) * stride + 5;
                    region.memory().set(LONG, (long) i * stride + 5, next);
                }
            });
            node.server.share("list", region, false);
            RemoteServer server = node.connect(0);
            RemoteArea list = server.lookup("list");
            long hash = server.install(ArdmaTest.listLength());
            CallResult result = server.call(hash, List.of(list), 5);
            assertEquals(elements, result.value());
            assertEquals(2 + elements * 10L + 4 + 2, result.steps(), "waiting is no step");
        }
    }

    @ParameterizedTest
    @EnumSource
    void whatARoutineWritesIsThereWhenItIsAnswered(HarnessEngine engine) {
        try (TestServer node = new TestServer(2, engine)) {
            Region region = region(node);
            node.server.share("host", region, true);
            RemoteServer server = node.connect(0);
            RoutineBuilder routine = new RoutineBuilder().areas(1);
            Label again = new Label("again");
            Label end = new Label("end");
            routine.method("main", "(J)J")
                .push(0).push(0L).load(0).push(7).call(Intrinsic.FILL)
                .push(0L).local(Opcode.LSTORE, 2)
                .label(again).local(Opcode.LLOAD, 2).load(0).op(Opcode.LCMP).jump(Opcode.IFGE, end)
                .push(0).local(Opcode.LLOAD, 2).push(1L).call(Intrinsic.FETCH_ADD).op(Opcode.POP2)
                .local(Opcode.LLOAD, 2).push(1_000L).op(Opcode.LADD).local(Opcode.LSTORE, 2).jump(Opcode.GOTO, again)
                .label(end).push(0).push(0L).load(0).call(Intrinsic.HASH).returns();
            long hash = server.callOnce(routine.build(), StreamReader.NOTHING, List.of(server.lookup("host")), BYTES - 7).value();
            byte[] expected = new byte[BYTES];
            Arrays.fill(expected, 0, BYTES - 7, (byte) 7);
            for (int at = 0; at < BYTES - 7; at += 1_000) {
                expected[at + 7]++;
            }
            assertArrayEquals(expected, bytesOf(node, region));
            assertEquals(AreaHash.of(new ArrayArea(expected, false), 0, BYTES - 7), hash);
        }
    }

    @Test
    void fewBytesAcrossTheBorderOfTwoPagesAreThoseOfThisAreaAlone() {
        try (TestServer node = new TestServer(2, HarnessEngine.MODELLED)) {
            Region region = region(node);
            Region other = region(node);
            byte[] expected = new byte[BYTES];
            new Random(SEED).nextBytes(expected);
            node.side(0).tasks().run(() -> MemorySegment.copy(expected, 0, region.memory(), ValueLayout.JAVA_BYTE, 0, BYTES));
            node.server.share("host", region, true);
            node.server.share("other", other, false);
            RemoteServer server = node.connect(0);
            RemoteArea shared = server.lookup("host");
            RemoteArea untouched = server.lookup("other");
            for (int border = 1_024; border < 40 * 1_024; border += 1_024) {
                // Pages of the other area are between those of this one.
                assertArrayEquals(new byte[2], server.read(untouched, border, 2));
                for (int length = 2; length <= 8; length++) {
                    int at = border - 1 - border / 1_024 % (length - 1);
                    assertArrayEquals(Arrays.copyOfRange(expected, at, at + length), server.read(shared, at, length), "at " + at);
                    byte[] some = {1, 2, 3, 4, 5, 6, 7, 8};
                    System.arraycopy(some, 0, expected, at, length);
                    server.write(shared, at, Arrays.copyOf(some, length));
                }
            }
            assertArrayEquals(expected, bytesOf(node, region));
            assertArrayEquals(new byte[BYTES], bytesOf(node, other));
        }
    }

    @Test
    void whatCostsMostOfTheHostsMemoryDoesNotUseUpTheFuelOfTheCard() {
        try (TestServer node = new TestServer(3, HarnessEngine.MODELLED)) {
            node.server.share("one", region(node), true);
            node.server.share("two", region(node), true);
            node.server.limit(30_000, 1_000, 8);
            RoutineBuilder routine = new RoutineBuilder().areas(2);
            Label again = new Label("again");
            MethodBuilder method = routine.method("main", "(J)V").label(again);
            for (int i = 0; i < 20; i++) {
                long border = (i + 1) * 1_024L - 3;
                method.push(0).push(border).push(1).push(border + 30_001).push(70L).call(Intrinsic.COMPARE).op(Opcode.POP);
                method.push(0).push(border).push(1L).call(Intrinsic.FETCH_ADD).op(Opcode.POP2);
                method.push(1).push(border).push(0).push(border + 20_000).push(90L).call(Intrinsic.COPY);
                method.push(0).push(border).push(1).push(border + 30_000).push(8L).call(Intrinsic.COPY);
                method.push(0).push(border).push(3_000L).push(i).call(Intrinsic.FILL);
                method.push(1).push(border).push(3_000L).push(255).call(Intrinsic.FIND).op(Opcode.POP2);
                method.push(1).push(border).push(3_000L).call(Intrinsic.HASH).op(Opcode.POP2);
            }
            method.jump(Opcode.GOTO, again);
            byte[] bytes = routine.build();
            for (int client = 0; client < 2; client++) {
                RemoteServer server = node.connect(client);
                List<RemoteArea> areas = List.of(server.lookup("one"), server.lookup("two"));
                assertEquals(Fault.STEPS, assertThrows(ArdmaException.class,
                    () -> server.callOnce(bytes, StreamReader.NOTHING, areas, 0)).fault());
            }
            assertTrue(node.card().report().running());
            node.assertTurnsEnd();
        }
    }

    @Test
    void anAreaThatIsClosedWhileARunWaitsForItEndsTheRun() {
        try (TestServer node = new TestServer(2, HarnessEngine.MODELLED)) {
            Region region = region(node);
            int area = node.server.share("host", region, false);
            RemoteServer server = node.connect(0);
            RoutineBuilder routine = new RoutineBuilder().areas(1);
            Label again = new Label("again");
            routine.method("main", "()V")
                .label(again).push(0).push(0L).push(20_000L).call(Intrinsic.EMIT_BYTES).jump(Opcode.GOTO, again);
            List<RemoteArea> areas = List.of(server.lookup("host"));
            int[] pieces = {0};
            ArdmaException end = assertThrows(ArdmaException.class, () -> server.callOnce(routine.build(), piece -> {
                if (++pieces[0] == 10) {
                    node.server.close(area);
                    free(node, region);
                }
            }, areas));
            assertEquals(Fault.REVOKED, end.fault());
            assertTrue(pieces[0] >= 10);
            assertEquals(ArdmaProtocol.NO_AREA, assertThrows(ArdmaException.class, () -> server.read(areas.getFirst(), 0, 8)).status());
            assertTrue(node.card().report().running());
        }
    }
}
