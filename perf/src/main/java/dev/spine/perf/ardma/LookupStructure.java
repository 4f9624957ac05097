package dev.spine.perf.ardma;

import dev.spine.extension.ardma.host.demo.HashTable;
import dev.spine.extension.ardma.host.demo.LinkedList;
import dev.spine.extension.ardma.host.demo.SearchTree;
import dev.spine.extension.ardma.routine.ArrayArea;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * A structure in an area, and a routine that looks a key up in it. Keys are {@code 3, 6, 9 ...}, each with the value of its square. Any
 * thread.
 *
 * @param kind which structure
 * @param depth how many elements or nodes the lookup looks at; of a table, how many slots it has
 */
public record LookupStructure(Kind kind, int depth) {
    /** The most elements of a list. */
    public static final int MAX_LIST = 1_000;
    /** The most levels of a tree. */
    public static final int MAX_TREE = 5;

    /** Entries of a node of a tree. */
    static final int FAN_OUT = 8;

    private static final int KEY_STEP = 3;
    private static final long OTHERWISE = -1;
    private static final int HALF = 50;
    private static final int NEARLY_FULL = 90;
    private static final int PERCENT = 100;
    private static final Pattern WRITTEN = Pattern.compile("(list|tree)-([0-9]{1,4})");

    /** Which structure. */
    public enum Kind {
        /** A list whose last element is wanted. */
        LIST("list"),
        /** A B-tree. */
        TREE("tree"),
        /** A hash table with open addressing, half of whose slots are taken. */
        TABLE_50("table50"),
        /** One of whose slots nine of ten are taken. */
        TABLE_90("table90");

        private final String title;

        Kind(String title) {
            this.title = title;
        }
    }

    /** {@return its name in records and tables: {@code list-10}} */
    public String title() {
        return kind.title + "-" + depth;
    }

    /**
     * {@return a structure by its name; null when there is none of it}
     *
     * @param name {@code list-1} to {@code list-1000} or {@code tree-1} to {@code tree-5}
     */
    public static @Nullable LookupStructure of(String name) {
        Matcher matcher = WRITTEN.matcher(name);
        if (!matcher.matches()) {
            return null;
        }
        int depth = Integer.parseInt(matcher.group(2));
        Kind kind = Kind.LIST.title.equals(matcher.group(1)) ? Kind.LIST : Kind.TREE;
        return depth < 1 || depth > mostDepth(kind) ? null : new LookupStructure(kind, depth);
    }

    private static int mostDepth(Kind kind) {
        return kind == Kind.LIST ? MAX_LIST : MAX_TREE;
    }

    /** {@return how many keys it has} */
    int keys() {
        return switch (kind) {
            case LIST -> depth;
            // One more than a tree of one level less has room for.
            case TREE -> (int) Math.pow(FAN_OUT, depth - 1.0) + 1;
            case TABLE_50 -> depth * HALF / PERCENT;
            case TABLE_90 -> depth * NEARLY_FULL / PERCENT;
        };
    }

    /**
     * {@return a key}
     *
     * @param number 0 to {@link #keys} less 1
     */
    static long key(int number) {
        return (long) KEY_STEP * (number + 1);
    }

    /** {@return the value of a key} */
    static long value(long key) {
        return key * key;
    }

    /** {@return its bytes} */
    byte[] bytes(long seed) {
        long[] keys = IntStream.range(0, keys()).mapToLong(LookupStructure::key).toArray();
        long[] values = LongStream.of(keys).map(LookupStructure::value).toArray();
        byte[] bytes = new byte[(int) switch (kind) {
            case LIST -> LinkedList.bytes(keys.length);
            case TREE -> SearchTree.bytes(keys.length, FAN_OUT);
            case TABLE_50, TABLE_90 -> HashTable.bytes(depth);
        }];
        ArrayArea area = new ArrayArea(bytes, true);
        switch (kind) {
            case LIST -> LinkedList.layOut(area, keys, values, places(keys.length, seed));
            case TREE -> SearchTree.layOut(area, FAN_OUT, keys, values);
            case TABLE_50, TABLE_90 -> HashTable.layOut(area, depth, keys, values);
        }
        return bytes;
    }

    /** Elements lie in any order but the first one. */
    private static int[] places(int count, long seed) {
        Random random = new Random(seed);
        int[] places = IntStream.range(0, count).toArray();
        for (int i = count - 1; i > 1; i--) {
            int other = 1 + random.nextInt(i);
            int place = places[i];
            places[i] = places[other];
            places[other] = place;
        }
        return places;
    }

    /** {@return the routine} */
    byte[] routine() {
        return switch (kind) {
            case LIST -> LinkedList.lookupRoutine();
            case TREE -> SearchTree.lookupRoutine();
            case TABLE_50, TABLE_90 -> HashTable.lookupRoutine();
        };
    }

    /** {@return the arguments that look a key up} */
    long[] arguments(long key) {
        return switch (kind) {
            case LIST -> new long[] {key, OTHERWISE};
            case TREE -> new long[] {key, OTHERWISE, FAN_OUT};
            case TABLE_50, TABLE_90 -> new long[] {key, OTHERWISE, depth};
        };
    }

    /** {@return the key whose lookup is as deep as the structure} */
    long deepestKey() {
        return key(keys() - 1);
    }

    /** {@return the most elements or levels that such a structure can have here} */
    int mostDepth() {
        return mostDepth(kind);
    }
}
