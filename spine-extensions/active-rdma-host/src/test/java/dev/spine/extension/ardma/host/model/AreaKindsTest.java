package dev.spine.extension.ardma.host.model;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.spine.extension.ardma.host.ArdmaException;
import dev.spine.extension.ardma.host.CachedDisk;
import dev.spine.extension.ardma.host.CallResult;
import dev.spine.extension.ardma.host.RemoteArea;
import dev.spine.extension.ardma.host.RemoteServer;
import dev.spine.extension.ardma.host.TestServer;
import dev.spine.extension.ardma.routine.Fault;
import dev.spine.extension.harness.HarnessEngine;
import dev.spine.iop.bus.Region;
import java.io.ByteArrayOutputStream;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Random routines on a server with areas of all kinds do what the definition says. {@code -Dspine.routines=1000} says how many,
 * {@code -Dspine.seed=SEED} repeats those of a failure.
 */
@Tag("AR-06")
@Tag("AR-12")
class AreaKindsTest {
    private static final int ROUTINES = Integer.getInteger("spine.routines", Boolean.getBoolean("spine.full") ? 1_000 : 25);
    private static final int STEPS = 3_000;
    private static final int EMITTED = 1_000;
    /** A few pages, the last one not whole. */
    private static final int BYTES = 5_632;
    private static final int FIRST = 512;

    private final List<CachedDisk> disks = new ArrayList<>();
    private Region region;

    @ParameterizedTest
    @EnumSource
    void onAreasOfAllKindsARoutineDoesWhatTheDefinitionSays(HarnessEngine engine) throws Exception {
        long seed = Long.getLong("spine.seed", System.nanoTime());
        try (TestServer node = TestServer.withDisk(2, engine, this::disk)) {
            region = node.side(0).tasks().call(() -> node.side(0).memory().allocate("shared with clients", BYTES));
            node.server.limit(STEPS, EMITTED, 8);
            node.server.open("card", BYTES, true);
            node.server.share("host", region, true);
            node.server.open("disk", node.blocks(FIRST, BYTES), true);
            RemoteServer server = node.connect(0);
            List<RemoteArea> areas = List.of(server.lookup("card"), server.lookup("host"), server.lookup("disk"));
            Random random = new Random(seed);
            for (int i = 0; i < ROUTINES; i++) {
                compare(node, server, areas, random);
            }
        } catch (AssertionError | ArdmaException e) {
            throw new AssertionError("run again with -Dspine.seed=" + seed + ": " + e, e);
        }
    }

    private CachedDisk disk() {
        disks.add(new CachedDisk(1 << 16));
        return disks.getLast();
    }

    private void compare(TestServer node, RemoteServer server, List<RemoteArea> areas, Random random) throws RefusedException {
        List<ModelArea> expected = new ArrayList<>();
        for (RemoteArea area : areas) {
            byte[] bytes = new byte[BYTES];
            for (int i = 0; i < 200; i++) {
                bytes[random.nextInt(BYTES)] = (byte) random.nextInt(3);
            }
            server.write(area, 0, bytes);
            expected.add(new ModelArea(bytes, true, ModelArea.State.OPEN));
        }
        byte[] routine = RoutineGenerator.routine(random, expected);
        ModelRoutine read = ModelRoutine.of(routine);
        long[] arguments = random.longs(read.methods().getFirst().parameters().length(), -2, 10).toArray();
        ModelArea scratch = new ModelArea(new byte[read.scratch()], true, ModelArea.State.OPEN);
        Outcome wanted = new Model(read, expected, scratch, STEPS, EMITTED).run(Arrays.copyOf(arguments, 16));
        ByteArrayOutputStream emitted = new ByteArrayOutputStream();
        String end;
        try {
            CallResult result = server.callOnce(routine, emitted::writeBytes, areas, arguments);
            end = result.value() + " after " + result.steps();
        } catch (ArdmaException e) {
            end = e.getMessage();
        }
        assertEquals(text(wanted), end, () -> HexFormat.of().formatHex(routine));
        assertEquals(wanted.emitted(), HexFormat.of().formatHex(emitted.toByteArray()));
        for (int i = 0; i < areas.size(); i++) {
            assertArrayEquals(expected.get(i).bytes(), server.read(areas.get(i), 0, BYTES), () -> HexFormat.of().formatHex(routine));
        }
        assertArrayEquals(expected.get(1).bytes(), node.side(0).tasks().call(() -> copy(region.memory())), "the host's memory");
        assertArrayEquals(expected.get(2).bytes(), Arrays.copyOfRange(disks.getFirst().bytes(), FIRST, FIRST + BYTES), "the disk");
    }

    private static byte[] copy(MemorySegment memory) {
        return memory.asSlice(0, BYTES).toArray(ValueLayout.JAVA_BYTE);
    }

    private static String text(Outcome outcome) {
        if (outcome.fault() == Fault.NONE) {
            return outcome.result() + " after " + outcome.steps();
        }
        String where = outcome.fault() == Fault.STEPS ? "" : " in method " + outcome.method() + " at " + outcome.offset();
        return "the run has ended after " + outcome.steps() + " steps by " + outcome.fault().text() + where;
    }
}
