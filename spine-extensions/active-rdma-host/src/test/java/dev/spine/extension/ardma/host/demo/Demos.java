package dev.spine.extension.ardma.host.demo;

import java.util.List;

/** The routines of all demonstrations. */
public final class Demos {
    private Demos() {}

    public static List<byte[]> routines() {
        return List.of(LinkedList.lookupRoutine(), LinkedList.valuesRoutine(), HashTable.lookupRoutine(), SearchTree.lookupRoutine(),
            SkipList.lookupRoutine(), SkipList.rangeRoutine(), SharedQueue.putRoutine(), SharedQueue.takeRoutine(), TopK.routine(),
            Histogram.routine(), Checksum.routine(), SecondaryIndex.buildRoutine(), SecondaryIndex.keysRoutine());
    }
}
