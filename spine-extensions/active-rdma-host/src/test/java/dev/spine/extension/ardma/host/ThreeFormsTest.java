package dev.spine.extension.ardma.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.ardma.host.demo.Checksum;
import dev.spine.extension.ardma.host.demo.HashTable;
import dev.spine.extension.ardma.host.demo.Histogram;
import dev.spine.extension.ardma.host.demo.LinkedList;
import dev.spine.extension.ardma.host.demo.Numbers;
import dev.spine.extension.ardma.host.demo.SearchTree;
import dev.spine.extension.ardma.host.demo.SecondaryIndex;
import dev.spine.extension.ardma.host.demo.SharedQueue;
import dev.spine.extension.ardma.host.demo.SkipList;
import dev.spine.extension.ardma.host.demo.TopK;
import dev.spine.extension.ardma.routine.ArrayArea;
import dev.spine.extension.harness.HarnessEngine;
import dev.spine.extension.runtime.load.LoadOptions;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each demonstration by procedure call, by direct access and as active code, over the same bytes: what comes out is what the code says. */
@Tag("AR-01")
@Tag("AR-02")
@Tag("AR-05")
@Tag("AR-18")
@Tag("AR-21")
class ThreeFormsTest {
    private static final int COUNT = 60;
    private static final long NONE = -1;
    private static final long[] KEYS = LongStream.range(0, COUNT).map(i -> i * i + 1).toArray();
    private static final long[] VALUES = new Random(3).longs(COUNT).toArray();
    private static final long[] GROUPS = LongStream.range(0, COUNT).map(i -> i % 7).toArray();

    /** A structure, routines on it, and calls of them. */
    @SuppressWarnings("ImmutableEnumChecker") // Nobody writes into a routine.
    private enum Structure {
        LIST(LinkedList.bytes(COUNT), LinkedList.lookupRoutine(), LinkedList.valuesRoutine()) {
            @Override
            void layOut(ArrayArea area) {
                LinkedList.layOut(area, KEYS, VALUES, IntStream.range(0, COUNT).map(i -> i * 7 % COUNT).toArray());
            }

            @Override
            List<Call> calls() {
                return List.of(new Call(0, 1, NONE), new Call(0, KEYS[9], NONE), new Call(0, 3, NONE), new Call(1));
            }
        },
        TABLE(HashTable.bytes(64), HashTable.lookupRoutine()) {
            @Override
            void layOut(ArrayArea area) {
                HashTable.layOut(area, 64, KEYS, VALUES);
            }

            @Override
            List<Call> calls() {
                return List.of(new Call(0, KEYS[0], NONE, 64), new Call(0, KEYS[59], NONE, 64), new Call(0, 3, NONE, 64));
            }
        },
        TREE(SearchTree.bytes(COUNT, 4), SearchTree.lookupRoutine()) {
            @Override
            void layOut(ArrayArea area) {
                SearchTree.layOut(area, 4, KEYS, VALUES);
            }

            @Override
            List<Call> calls() {
                return List.of(new Call(0, KEYS[0], NONE, 4), new Call(0, KEYS[59], NONE, 4), new Call(0, 3, NONE, 4));
            }
        },
        SKIP_LIST(SkipList.bytes(COUNT), SkipList.lookupRoutine(), SkipList.rangeRoutine()) {
            @Override
            void layOut(ArrayArea area) {
                SkipList.layOut(area, KEYS, VALUES);
            }

            @Override
            List<Call> calls() {
                return List.of(new Call(0, KEYS[0], NONE), new Call(0, KEYS[58], NONE), new Call(0, 3, NONE), new Call(1, 90, 900));
            }
        },
        QUEUE(SharedQueue.bytes(4), SharedQueue.putRoutine(), SharedQueue.takeRoutine()) {
            @Override
            void layOut(ArrayArea area) {
                SharedQueue.layOut(area, 4);
            }

            @Override
            List<Call> calls() {
                return List.of(new Call(1, NONE), new Call(0, 8), new Call(0, 9), new Call(1, NONE), new Call(0, 10), new Call(0, 11),
                    new Call(0, 12), new Call(0, 13), new Call(1, NONE));
            }
        },
        TOP_K(Numbers.bytes(COUNT), TopK.routine()) {
            @Override
            void layOut(ArrayArea area) {
                Numbers.layOut(area, VALUES);
            }

            @Override
            List<Call> calls() {
                return List.of(new Call(0, 5), new Call(0, COUNT + 1));
            }
        },
        HISTOGRAM(Numbers.bytes(COUNT), Histogram.routine()) {
            @Override
            void layOut(ArrayArea area) {
                Numbers.layOut(area, VALUES);
            }

            @Override
            List<Call> calls() {
                return List.of(new Call(0, Long.MIN_VALUE, 1L << 60, 12));
            }
        },
        CHECKSUM(Numbers.bytes(COUNT), Checksum.routine()) {
            @Override
            void layOut(ArrayArea area) {
                Numbers.layOut(area, VALUES);
            }

            @Override
            List<Call> calls() {
                return List.of(new Call(0, 3, 400));
            }
        },
        INDEX(SecondaryIndex.tableBytes(COUNT), SecondaryIndex.buildRoutine(), SecondaryIndex.keysRoutine()) {
            @Override
            void layOut(ArrayArea area) {
                SecondaryIndex.layOut(area, KEYS, GROUPS, VALUES);
            }

            @Override
            List<Call> calls() {
                return List.of(new Call(0), new Call(1, 3), new Call(1, 9));
            }
        };

        private final int bytes;
        private final byte[][] routines;

        Structure(long bytes, byte[]... routines) {
            this.bytes = (int) bytes;
            this.routines = routines;
        }

        abstract void layOut(ArrayArea area);

        abstract List<Call> calls();
    }

    /** A call of one of a structure's routines. */
    @SuppressWarnings("ArrayRecordComponent") // Calls are never compared.
    private record Call(int routine, long... arguments) {}

    /** What calls one after the other return and emit, and what is in the areas then. */
    private static List<String> expected(Structure structure, byte[] laidOut) {
        ArrayArea area = new ArrayArea(laidOut, true);
        byte[] second = new byte[(int) SecondaryIndex.indexBytes(COUNT)];
        List<String> outcomes = new ArrayList<>();
        for (Call call : structure.calls()) {
            RoutineRun run = new RoutineRun(structure.routines[call.routine], area, new ArrayArea(second, true));
            long value = run.call(call.arguments);
            outcomes.add(value + " after " + run.steps() + ", " + LongStream.of(run.emitted()).boxed().toList());
        }
        outcomes.add(HexFormat.of().formatHex(laidOut) + HexFormat.of().formatHex(second));
        return outcomes;
    }

    @ParameterizedTest
    @CsvSource({"MODELLED, PROCEDURE", "MODELLED, DIRECT", "MODELLED, ACTIVE", "LIVE, DIRECT", "LIVE, ACTIVE"})
    void allStructuresAreTheSameInEachForm(HarnessEngine engine, Form form) {
        try (TestServer node = new TestServer(2, engine)) {
            RemoteServer server = node.connect(0);
            for (Structure structure : Structure.values()) {
                byte[] laidOut = new byte[structure.bytes];
                structure.layOut(new ArrayArea(laidOut, true));
                int first = node.server.open("first", structure.bytes, true);
                int second = node.server.open("second", SecondaryIndex.indexBytes(COUNT), true);
                List<RemoteArea> areas = List.of(server.lookup("first"), server.lookup("second"));
                server.write(areas.getFirst(), 0, laidOut);
                List<RemoteRoutine> routines = new ArrayList<>();
                for (byte[] routine : structure.routines) {
                    String name = structure + "." + routines.size();
                    node.server.offer(name, routine);
                    routines.add(form.of(server, name, routine));
                }
                assertEquals(expected(structure, laidOut), outcomes(server, structure, routines, areas), structure::toString);
                node.server.close(first);
                node.server.close(second);
                if (form == Form.ACTIVE) {
                    // A client has few routines at a time.
                    server = node.connect(0);
                }
            }
        }
    }

    @Test
    @Tag("AR-07")
    void allStructuresAreTheSameUnchecked() {
        try (TestServer node = new TestServer(2, HarnessEngine.LIVE)) {
            node.server.compile(64, 1, LoadOptions.OF_NODE.unmetered());
            byte[] empty = new byte[(int) SecondaryIndex.indexBytes(COUNT)];
            for (Structure structure : Structure.values()) {
                byte[] laidOut = new byte[structure.bytes];
                structure.layOut(new ArrayArea(laidOut, true));
                int first = node.server.open("first", structure.bytes, true);
                int second = node.server.open("second", empty.length, true);
                RemoteServer server = node.connect(0);
                List<RemoteArea> areas = List.of(server.lookup("first"), server.lookup("second"));
                List<RemoteRoutine> routines = new ArrayList<>();
                for (byte[] routine : structure.routines) {
                    routines.add(Form.ACTIVE.of(server, "", routine));
                }
                server.write(areas.getFirst(), 0, laidOut);
                outcomes(server, structure, routines, areas);
                node.network.settle();
                assertEquals(structure.routines.length, node.server.compileWanted(), structure::toString);
                long before = node.card().counter("calls of unchecked code");
                server.write(areas.getFirst(), 0, laidOut);
                server.write(areas.getLast(), 0, empty);
                assertEquals(withoutSteps(expected(structure, laidOut.clone())),
                    withoutSteps(outcomes(server, structure, routines, areas)), structure::toString);
                node.network.settle();
                assertTrue(node.card().counter("calls of unchecked code") >= before + structure.calls().size(), structure::toString);
                node.server.close(first);
                node.server.close(second);
            }
        }
    }

    private static List<String> withoutSteps(List<String> outcomes) {
        return outcomes.stream().map(each -> each.replaceFirst(" after \\d+", "")).toList();
    }

    private static List<String> outcomes(RemoteServer server, Structure structure, List<RemoteRoutine> routines, List<RemoteArea> areas) {
        List<String> outcomes = new ArrayList<>();
        for (Call call : structure.calls()) {
            ByteArrayOutputStream emitted = new ByteArrayOutputStream();
            CallResult result = routines.get(call.routine).run(emitted::writeBytes, areas, call.arguments);
            assertEquals(emitted.size(), result.emitted());
            outcomes.add(result.value() + " after " + result.steps() + ", " + longs(emitted.toByteArray()));
        }
        outcomes.add(areas.stream().map(area -> HexFormat.of().formatHex(server.read(area, 0, (int) area.length())))
            .reduce("", String::concat));
        return outcomes;
    }

    private static List<Long> longs(byte[] bytes) {
        ArrayArea area = new ArrayArea(bytes, false);
        return IntStream.range(0, bytes.length / Long.BYTES).mapToObj(i -> area.get64((long) i * Long.BYTES)).toList();
    }
}
