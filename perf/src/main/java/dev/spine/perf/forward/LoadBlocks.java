package dev.spine.perf.forward;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** The blocks of a load beside each path, and of the load alone, which come first in each round. */
final class LoadBlocks {
    private record Block(double unitsPerSecond, double share, double delivered, long wrong) {}

    /** The load without a path beside it. */
    static final String ALONE = "alone";

    private final Map<String, List<Block>> blocks = new LinkedHashMap<>();
    private double alone = Double.NaN;

    LoadBlocks(List<String> paths) {
        blocks.put(ALONE, new ArrayList<>());
        paths.forEach(path -> blocks.put(path, new ArrayList<>()));
    }

    void add(String name, double unitsPerSecond, double delivered, long wrong) {
        List<Block> own = blocks.get(name);
        if (own == null) {
            throw new IllegalArgumentException("no path '" + name + "'; there are " + blocks.keySet());
        }
        if (ALONE.equals(name)) {
            alone = unitsPerSecond;
        }
        own.add(new Block(unitsPerSecond, alone > 0 ? unitsPerSecond / alone : 0, delivered, wrong));
    }

    /** {@return alone, and the paths} */
    List<String> names() {
        return List.copyOf(blocks.keySet());
    }

    private double median(String name, ToDoubleFunction<Block> value) {
        double[] sorted = blocks.getOrDefault(name, List.of()).stream().mapToDouble(value).sorted().toArray();
        return sorted.length == 0 ? 0 : sorted[sorted.length / 2];
    }

    /** {@return the load's rate, at the pace that the machine had in the median block alone} */
    double unitsPerSecond(String name) {
        return share(name) * median(ALONE, Block::unitsPerSecond);
    }

    /**
     * {@return the median of the load's rate beside the path as a part of its rate alone in the same round; 1 where it was higher, because
     * no path makes a load faster: the machine did}
     */
    double share(String name) {
        return Math.min(1, median(name, Block::share));
    }

    /** {@return the median of the packets a second that arrived} */
    double delivered(String name) {
        return median(name, Block::delivered);
    }

    /** {@return packets that came twice, out of order, or were none of those offered} */
    long wrongPackets(String name) {
        return blocks.getOrDefault(name, List.of()).stream().mapToLong(Block::wrong).sum();
    }
}
