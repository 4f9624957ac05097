package dev.spine.extension.ardma.host;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.spine.extension.ardma.host.demo.Barrier;
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
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * All demonstrations, one after the other, on two areas that are the caller's own, and a barrier that he shares with others: the same
 * wherever the server is. What comes out is a line for each call, and what is in the areas then.
 */
public final class Demonstrations {
    /** Bytes of each of the two areas. */
    public static final int BYTES = Math.toIntExact(Math.max(SecondaryIndex.indexBytes(Given.COUNT),
        Stream.of(Structure.values()).mapToLong(structure -> structure.bytes).max().orElseThrow()));
    /** Bytes of the area that participants of a barrier share at each server. */
    public static final int BARRIER_BYTES = Barrier.BYTES + Long.BYTES;
    /** All of them. */
    public static final Share ALL = new Share(0, 1);

    private static final int ARRIVED = Barrier.BYTES;
    private static final int ROUNDS = 3;

    private Demonstrations() {}

    /** What all structures are laid out with. */
    private static final class Given {
        private static final int COUNT = 60;
        private static final long NONE = -1;
        private static final long[] KEYS = LongStream.range(0, COUNT).map(i -> i * i + 1).toArray();
        private static final long[] VALUES = new Random(3).longs(COUNT).toArray();
        private static final long[] GROUPS = LongStream.range(0, COUNT).map(i -> i % 7).toArray();
    }

    /** A structure, routines on it, and calls of them. */
    @SuppressWarnings("ImmutableEnumChecker") // Nobody writes into a routine.
    private enum Structure {
        LIST(LinkedList.bytes(Given.COUNT), LinkedList.lookupRoutine(), LinkedList.valuesRoutine()) {
            @Override
            void layOut(ArrayArea area) {
                LinkedList.layOut(area, Given.KEYS, Given.VALUES, IntStream.range(0, Given.COUNT).map(i -> i * 7 % Given.COUNT).toArray());
            }

            @Override
            List<Call> calls() {
                return List.of(new Call(0, 1, Given.NONE), new Call(0, Given.KEYS[9], Given.NONE), new Call(0, 3, Given.NONE), new Call(1));
            }
        },
        TABLE(HashTable.bytes(64), HashTable.lookupRoutine()) {
            @Override
            void layOut(ArrayArea area) {
                HashTable.layOut(area, 64, Given.KEYS, Given.VALUES);
            }

            @Override
            List<Call> calls() {
                return List.of(new Call(0, Given.KEYS[0], Given.NONE, 64), new Call(0, Given.KEYS[59], Given.NONE, 64),
                    new Call(0, 3, Given.NONE, 64));
            }
        },
        TREE(SearchTree.bytes(Given.COUNT, 4), SearchTree.lookupRoutine()) {
            @Override
            void layOut(ArrayArea area) {
                SearchTree.layOut(area, 4, Given.KEYS, Given.VALUES);
            }

            @Override
            List<Call> calls() {
                return List.of(new Call(0, Given.KEYS[0], Given.NONE, 4), new Call(0, Given.KEYS[59], Given.NONE, 4),
                    new Call(0, 3, Given.NONE, 4));
            }
        },
        SKIP_LIST(SkipList.bytes(Given.COUNT), SkipList.lookupRoutine(), SkipList.rangeRoutine()) {
            @Override
            void layOut(ArrayArea area) {
                SkipList.layOut(area, Given.KEYS, Given.VALUES);
            }

            @Override
            List<Call> calls() {
                return List.of(new Call(0, Given.KEYS[0], Given.NONE), new Call(0, Given.KEYS[58], Given.NONE),
                    new Call(0, 3, Given.NONE), new Call(1, 90, 900));
            }
        },
        QUEUE(SharedQueue.bytes(4), SharedQueue.putRoutine(), SharedQueue.takeRoutine()) {
            @Override
            void layOut(ArrayArea area) {
                SharedQueue.layOut(area, 4);
            }

            @Override
            List<Call> calls() {
                return List.of(new Call(1, Given.NONE), new Call(0, 8), new Call(0, 9), new Call(1, Given.NONE), new Call(0, 10),
                    new Call(0, 11), new Call(0, 12), new Call(0, 13), new Call(1, Given.NONE));
            }
        },
        TOP_K(Numbers.bytes(Given.COUNT), TopK.routine()) {
            @Override
            void layOut(ArrayArea area) {
                Numbers.layOut(area, Given.VALUES);
            }

            @Override
            List<Call> calls() {
                return List.of(new Call(0, 5), new Call(0, Given.COUNT + 1));
            }
        },
        HISTOGRAM(Numbers.bytes(Given.COUNT), Histogram.routine()) {
            @Override
            void layOut(ArrayArea area) {
                Numbers.layOut(area, Given.VALUES);
            }

            @Override
            List<Call> calls() {
                return List.of(new Call(0, Long.MIN_VALUE, 1L << 60, 12));
            }
        },
        CHECKSUM(Numbers.bytes(Given.COUNT), Checksum.routine()) {
            @Override
            void layOut(ArrayArea area) {
                Numbers.layOut(area, Given.VALUES);
            }

            @Override
            List<Call> calls() {
                return List.of(new Call(0, 3, 400));
            }
        },
        INDEX(SecondaryIndex.tableBytes(Given.COUNT), SecondaryIndex.buildRoutine(), SecondaryIndex.keysRoutine()) {
            @Override
            void layOut(ArrayArea area) {
                SecondaryIndex.layOut(area, Given.KEYS, Given.GROUPS, Given.VALUES);
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

    /** Some of the demonstrations: one in so many. */
    public record Share(int first, int step) {
        private List<Structure> structures() {
            return Stream.of(Structure.values()).filter(structure -> structure.ordinal() % step == first).toList();
        }
    }

    /** A share for each structure. */
    static Stream<Share> eachAlone() {
        int count = Structure.values().length;
        return IntStream.range(0, count).mapToObj(i -> new Share(i, count));
    }

    /** The name under which a server's host offers a routine of a structure. */
    private static String name(Structure structure, int routine) {
        return structure + "." + routine;
    }

    /** Has a server's host offer all routines. */
    static void offer(ArdmaServer server) {
        for (Structure structure : Structure.values()) {
            for (int i = 0; i < structure.routines.length; i++) {
                server.offer(name(structure, i), structure.routines[i]);
            }
        }
    }

    /** What comes out of some, as the code says: it runs here, on arrays. */
    public static List<String> expected(Share share) {
        List<String> outcomes = new ArrayList<>();
        for (Structure structure : share.structures()) {
            byte[] first = laidOut(structure);
            byte[] second = new byte[BYTES];
            for (Call call : structure.calls()) {
                RoutineRun run = new RoutineRun(structure.routines[call.routine], new ArrayArea(first, true), new ArrayArea(second, true));
                outcomes.add(outcome(structure, run.call(call.arguments), run.steps(), run.emitted()));
            }
            outcomes.add(structure + " leaves " + HexFormat.of().formatHex(first) + " " + HexFormat.of().formatHex(second));
        }
        return outcomes;
    }

    /** What comes out of some at a server, in the two areas there. */
    public static List<String> outcomes(Share share, RemoteServer server, Form form, RemoteArea first, RemoteArea second) {
        List<RemoteArea> areas = List.of(first, second);
        List<String> outcomes = new ArrayList<>();
        for (Structure structure : share.structures()) {
            server.write(first, 0, laidOut(structure));
            server.write(second, 0, new byte[BYTES]);
            List<RemoteRoutine> routines = IntStream.range(0, structure.routines.length)
                .mapToObj(i -> form.of(server, name(structure, i), structure.routines[i])).toList();
            for (Call call : structure.calls()) {
                ByteArrayOutputStream emitted = new ByteArrayOutputStream();
                CallResult result = routines.get(call.routine).run(emitted::writeBytes, areas, call.arguments);
                assertEquals(emitted.size(), result.emitted());
                long[] longs = new long[emitted.size() / Long.BYTES];
                ByteBuffer.wrap(emitted.toByteArray()).asLongBuffer().get(longs);
                outcomes.add(outcome(structure, result.value(), result.steps(), longs));
            }
            if (form == Form.ACTIVE) {
                // A client has few routines at a time.
                Stream.of(structure.routines).forEach(routine -> server.forget(server.install(routine)));
            }
            outcomes.add(structure + " leaves " + HexFormat.of().formatHex(server.read(first, 0, BYTES)) + " "
                + HexFormat.of().formatHex(server.read(second, 0, BYTES)));
        }
        return outcomes;
    }

    private static byte[] laidOut(Structure structure) {
        byte[] bytes = new byte[BYTES];
        structure.layOut(new ArrayArea(bytes, true));
        return bytes;
    }

    private static String outcome(Structure structure, long value, long steps, long[] emitted) {
        return structure + ": " + value + " after " + steps + ", " + Arrays.toString(emitted);
    }

    /** A server of a barrier, as participants reach it in a form. */
    static Barrier.Place place(RemoteServer server, Form form) {
        return new Barrier.Place(server.lookup("barrier"), form.of(server, "arrive", Barrier.arriveRoutine()),
            form.of(server, "end", Barrier.endRoutine()), form.of(server, "round", Barrier.roundRoutine()));
    }

    /** Has a server's host open what {@link #place} looks for, and offer its routines. */
    static void offerBarrier(ArdmaServer server) {
        server.open("barrier", BARRIER_BYTES, true);
        server.offer("arrive", Barrier.arriveRoutine());
        server.offer("end", Barrier.endRoutine());
        server.offer("round", Barrier.roundRoutine());
    }

    /**
     * Meets others at a barrier, a few times; each says before that it comes, at the first server.
     *
     * @param servers of the barrier, for all participants the same
     * @param home which of them the caller arrives at
     * @param group how many participants arrive at each
     * @return how many had not come yet when the barrier let the caller go: none
     */
    public static long missingAtBarrier(List<RemoteServer> servers, Form form, int home, int group) {
        Barrier barrier = new Barrier(servers.stream().map(server -> place(server, form)).toList(), home, group);
        RemoteServer first = servers.getFirst();
        RemoteArea area = first.lookup("barrier");
        long missing = 0;
        for (int round = 1; round <= ROUNDS; round++) {
            first.fetchAndAdd(area, ARRIVED, 1);
            barrier.arrive();
            while (!barrier.isOver()) {
                // It looks again: each look is a round trip.
            }
            long come = ByteBuffer.wrap(first.read(area, ARRIVED, Long.BYTES)).getLong();
            missing += Math.max(0, (long) round * servers.size() * group - come);
        }
        return missing;
    }
}
