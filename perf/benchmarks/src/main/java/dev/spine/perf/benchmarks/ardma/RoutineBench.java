package dev.spine.perf.benchmarks.ardma;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.ardma.host.compile.Checks;
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
import dev.spine.extension.ardma.routine.Area;
import dev.spine.extension.ardma.routine.BufferArea;
import dev.spine.perf.benchmarks.Bench;
import dev.spine.perf.benchmarks.meter.MeterVariant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.LongUnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/**
 * The command: routines interpreted, compiled, compiled without checks and in plain Java, in turn in blocks, after a warm-up. The first
 * two are metered as on a card; a compiled run has no call of a service, which a server's has. Any thread.
 *
 * <p>{@code perf/bench ardma.RoutineBench [blocks]}: 100 unless given, half a minute.
 */
public final class RoutineBench {
    private static final int SEED = 7;
    private static final int ELEMENTS = 1_000;
    private static final int FAN_OUT = 8;
    private static final int BYTES = 4_096;
    private static final int RECORDS = 500;
    private static final int RANGES = 16;
    private static final int SCRATCH_BYTES = 16_384;
    /** A run of a tree is short: its code is hot late. */
    private static final int WARM_UPS = 15;

    private final List<MeterVariant> variants = new ArrayList<>();
    private final List<Long> steps = new ArrayList<>();

    private RoutineBench() {}

    /**
     * Runs and prints.
     *
     * @param arguments how many blocks
     */
    public static void main(String[] arguments) {
        Bench.main(RoutineBench.class, arguments);
    }

    @Command(description = "Routines interpreted, compiled and in plain Java, in turn in blocks.",
        footer = "Example: perf/bench ardma.RoutineBench 100")
    static void run(@Parameters(arity = "0..1", defaultValue = "100", description = "of each variant") int blocks) {
        RoutineBench bench = new RoutineBench();
        bench.addList();
        bench.addTree();
        bench.addChecksum();
        bench.addHistogram();
        bench.addHashTable();
        bench.addSkipList();
        bench.addLargest();
        bench.addQueue();
        bench.addIndex();
        bench.addBarrier();
        for (int i = 0; i < WARM_UPS; i++) {
            bench.variants.forEach(MeterVariant::warmUp);
        }
        for (int i = 0; i < blocks; i++) {
            bench.variants.forEach(MeterVariant::block);
        }
        System.out.println(String.format(Locale.ROOT, "%-12s %-12s %8s %12s %10s %10s %8s", "routine", "variant", "steps", "ns a run",
            "ns a step", "unchecked", "bytes"));
        for (int i = 0; i < bench.variants.size(); i++) {
            MeterVariant each = bench.variants.get(i);
            System.out.println(String.format(Locale.ROOT, "%-12s %-12s %8d %12.0f %10.2f %10.2f %8.0f", each.handler(), each.name(),
                bench.steps.get(i), each.ns(), each.ns() / bench.steps.get(i), each.ratio(), each.bytes()));
        }
        System.out.println(bench.variants.stream().mapToLong(MeterVariant::sum).sum() == 1 ? " " : "");
    }

    private void add(String name, byte[] routine, Buffer memory, int scratch, @Nullable LongUnaryOperator java, long... arguments) {
        RoutineSubject interpreted = new RoutineSubject(routine, memory, scratch, null, arguments);
        RoutineSubject compiled = new RoutineSubject(routine, memory, scratch, Checks.ALL, arguments);
        RoutineSubject unchecked = new RoutineSubject(routine, memory, scratch, Checks.NONE, arguments);
        long made = interpreted.steps();
        if (made != compiled.steps()) {
            throw new IllegalStateException(name + " has other steps compiled: a defect");
        }
        MeterVariant base = new MeterVariant(name, "unchecked", unchecked.loop(), null);
        if (java != null) {
            variants.add(new MeterVariant(name, "java", java, base));
        }
        variants.addAll(List.of(new MeterVariant(name, "interpreted", interpreted.loop(), base),
            new MeterVariant(name, "compiled", compiled.loop(), base), base));
        while (steps.size() < variants.size()) {
            steps.add(made);
        }
    }

    private static Area area(Buffer memory) {
        return new BufferArea(memory, 0, memory.length(), true);
    }

    private void addList() {
        Buffer memory = RoutineSubject.buffer(LinkedList.bytes(ELEMENTS));
        long[] keys = LongStream.range(0, ELEMENTS).toArray();
        LinkedList.layOut(area(memory), keys, keys, IntStream.range(0, ELEMENTS).map(i -> i * 7 % ELEMENTS).toArray());
        add("list", LinkedList.lookupRoutine(), memory, SCRATCH_BYTES, PlainJava.list(memory, ELEMENTS - 1), ELEMENTS - 1, -1);
    }

    private void addTree() {
        Buffer memory = RoutineSubject.buffer(SearchTree.bytes(ELEMENTS, FAN_OUT));
        SearchTree.layOut(area(memory), FAN_OUT, LongStream.range(0, ELEMENTS).toArray(), LongStream.range(0, ELEMENTS).toArray());
        long key = ELEMENTS * 3L / 4;
        add("tree", SearchTree.lookupRoutine(), memory, SCRATCH_BYTES, PlainJava.tree(memory, FAN_OUT, key), key, -1, FAN_OUT);
    }

    private void addChecksum() {
        Buffer memory = RoutineSubject.buffer(BYTES);
        Random random = new Random(SEED);
        IntStream.range(0, BYTES).forEach(i -> memory.put8(i, random.nextInt()));
        byte[] routine = Checksum.routine();
        int table = routine.length - 256 * Integer.BYTES;
        add("checksum", routine, memory, SCRATCH_BYTES, PlainJava.checksum(memory, RoutineSubject.buffer(routine), table, BYTES), 0, BYTES);
    }

    private void addHistogram() {
        Buffer memory = RoutineSubject.buffer(Numbers.bytes(ELEMENTS));
        Numbers.layOut(area(memory), new Random(SEED).longs(ELEMENTS, 0, RANGES * 10).toArray());
        Buffer counts = RoutineSubject.buffer(SCRATCH_BYTES);
        add("histogram", Histogram.routine(), memory, SCRATCH_BYTES, PlainJava.histogram(memory, counts, 10, 9, RANGES), 10, 9, RANGES);
    }

    private void addHashTable() {
        int slots = 2 * Integer.highestOneBit(ELEMENTS);
        Buffer memory = RoutineSubject.buffer(HashTable.bytes(slots));
        long[] keys = LongStream.range(0, ELEMENTS).toArray();
        HashTable.layOut(area(memory), slots, keys, keys);
        add("hash table", HashTable.lookupRoutine(), memory, SCRATCH_BYTES, null, ELEMENTS - 1, -1, slots);
    }

    private void addSkipList() {
        Buffer memory = RoutineSubject.buffer(SkipList.bytes(ELEMENTS));
        long[] keys = LongStream.range(0, ELEMENTS).toArray();
        SkipList.layOut(area(memory), keys, keys);
        add("skip list", SkipList.lookupRoutine(), memory, SCRATCH_BYTES, null, ELEMENTS - 1, -1);
    }

    private void addLargest() {
        Buffer memory = RoutineSubject.buffer(Numbers.bytes(ELEMENTS));
        Numbers.layOut(area(memory), new Random(SEED).longs(ELEMENTS).toArray());
        add("top 100", TopK.routine(), memory, SCRATCH_BYTES, null, 100);
    }

    /** An index that is built anew is what it was. */
    private void addIndex() {
        Buffer memory = RoutineSubject.buffer(SecondaryIndex.tableBytes(RECORDS));
        long[] keys = LongStream.range(0, RECORDS).toArray();
        SecondaryIndex.layOut(area(memory), keys, new Random(SEED).longs(RECORDS, 0, RANGES).toArray(), keys);
        add("index", SecondaryIndex.buildRoutine(), memory, SCRATCH_BYTES, null);
    }

    /** Who arrives alone is the last one, and the count begins anew: each run does the same. */
    private void addBarrier() {
        add("barrier", Barrier.arriveRoutine(), RoutineSubject.buffer(Barrier.BYTES), SCRATCH_BYTES, null, 0, 1);
    }

    /** A queue that is empty stays as it is. */
    private void addQueue() {
        Buffer memory = RoutineSubject.buffer(SharedQueue.bytes(2));
        SharedQueue.layOut(area(memory), 2);
        add("queue", SharedQueue.takeRoutine(), memory, SCRATCH_BYTES, null, -1);
    }
}
