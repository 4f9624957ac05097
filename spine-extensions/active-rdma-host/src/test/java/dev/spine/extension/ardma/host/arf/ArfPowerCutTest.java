package dev.spine.extension.ardma.host.arf;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Power fails at any change or flush, again and again, and also while the file system is recovered: afterwards it is whole, has all that
 * was done before, and of what was being done all or nothing. {@code -Dspine.arf.cuts} says how often, {@code -Dspine.seed} how.
 */
@Tag("AR-14")
class ArfPowerCutTest {
    private static final int CUTS = Integer.getInteger("spine.arf.cuts", 50);
    /** So many cuts of a file system, then there is a new one. */
    private static final int CUTS_OF_EACH = 20;
    private static final int MAX_WRITTEN = 8_192;
    /** About half of the writes are larger. */
    private static final int MAX_BY_ROUTINE = 3_000;
    /** Changes between two cuts, at most. */
    private static final int MAX_CHANGES = 60_000;

    private final long seed = Long.getLong("spine.seed", new SplittableRandom().nextLong());
    private final SplittableRandom random = new SplittableRandom(seed);
    private ModelTree before = new ModelTree();
    private ModelTree after = before;
    private RandomOperations.@Nullable Operation last;

    private static ArfVolume open(PowerCutArea area) throws IOException {
        return ArfVolume.open(new PlainlyMoving(new LocalPlacement(area), () -> MAX_BY_ROUTINE), InstantSource.system());
    }

    private void workUntilCut(ArfVolume volume, RandomOperations operations) throws IOException {
        while (true) {
            RandomOperations.Operation operation = operations.next(before);
            after = before.copy();
            boolean isPossible = true;
            try {
                operation.onModel(after);
            } catch (FileSystemException e) {
                isPossible = false;
                after = before;
            }
            try {
                last = operation;
                operation.onVolume(volume);
                assertTrue(isPossible, operation::toString);
                before = after;
            } catch (FileSystemException e) {
                // Impossible, or no space.
                after = before;
            }
        }
    }

    /** The model when an operation was begun. */
    private ModelTree before(RandomOperations.Operation operation) throws IOException {
        ModelTree begun = before.copy();
        try {
            operation.begun(begun);
        } catch (FileSystemException e) {
            // It cannot be done.
        }
        return begun;
    }

    private byte[] recover(byte[] bytes) throws IOException {
        byte[] left = bytes;
        while (true) {
            PowerCutArea area = new PowerCutArea(left);
            area.cutAt(random.nextBoolean() ? Long.MAX_VALUE : random.nextInt(2_000));
            try {
                open(area).close();
                area.cutAt(Long.MAX_VALUE);
                area.flushed(0);
                return area.afterCut(random);
            } catch (PowerCutArea.CutException e) {
                left = area.afterCut(random);
            }
        }
    }

    /** A new file system: its journal has room for many transactions or few, and its blocks are used again soon or late. */
    private byte[] make() {
        int journalBytes = (int) ArfSizes.MIN_JOURNAL_BYTES << random.nextInt(5);
        PowerCutArea made = new PowerCutArea(new byte[journalBytes + random.nextInt(200_000, 500_000)]);
        new ArfSizes(300, journalBytes, 2, MAX_WRITTEN).make(made, 0);
        return made.afterCut(random);
    }

    @Test
    void powerFails() throws IOException {
        byte[] bytes = {};
        RandomOperations operations = new RandomOperations(random, MAX_WRITTEN);
        for (int cut = 0; cut < CUTS; cut++) {
            if (cut % CUTS_OF_EACH == 0) {
                bytes = make();
                operations = new RandomOperations(random, MAX_WRITTEN);
                before = new ModelTree();
            }
            PowerCutArea area = new PowerCutArea(bytes);
            ArfVolume volume = open(area);
            area.cutAt(random.nextInt(MAX_CHANGES));
            try {
                workUntilCut(volume, operations);
            } catch (PowerCutArea.CutException e) {
                bytes = recover(area.afterCut(random));
            }
            String what = "-Dspine.seed=" + seed + ", cut " + cut;
            PowerCutArea recovered = new PowerCutArea(bytes);
            assertEquals(List.of(), ArfCheck.of(recovered), what);
            try (ArfVolume there = open(recovered)) {
                before = before(Objects.requireNonNull(last));
                String differs = TreeComparison.of(there, before);
                if (!differs.isEmpty()) {
                    assertEquals("", TreeComparison.of(there, after), what + ", and before: " + differs);
                    before = after;
                }
                // What is there now is what counts: bytes that were not flushed may have been lost.
                ModelFill.fill(there, before);
            }
        }
    }
}
