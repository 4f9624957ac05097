package dev.spine.extension.ardma.host.arf;

import dev.spine.extension.ardma.routine.Area;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntPredicate;

/**
 * An area on a disk with a volatile cache whose power fails at some change or flush. It keeps what was flushed, and of each sector of the
 * rest as many of its changes, from the first one on, as it had got around to.
 */
final class PowerCutArea extends Area {
    /** Power has failed. */
    static final class CutException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        CutException() {
            super("power has failed");
        }
    }

    static final int SECTOR_BYTES = 512;

    private record Change(int offset, long value, int bytes) {}

    private final byte[] now;
    private final byte[] durable;
    private final List<Change> unflushed = new ArrayList<>();
    private long left = Long.MAX_VALUE;
    private long done;
    private long flushes;
    private boolean cutsFlush;

    PowerCutArea(byte[] bytes) {
        now = bytes.clone();
        durable = bytes.clone();
    }

    /** Power fails at the change or flush of this number from here, counted from 0. */
    void cutAt(long change) {
        left = change;
    }

    /** Power fails at the next flush. */
    void cutAtFlush() {
        cutsFlush = true;
    }

    /** How many changes and flushes there were. */
    long done() {
        return done;
    }

    long flushes() {
        return flushes;
    }

    private void count() {
        if (left-- == 0) {
            throw new CutException();
        }
        done++;
    }

    /** The bytes that are there when power is back. */
    byte[] afterCut(SplittableRandom random) {
        byte[] bytes = durable.clone();
        int[] kept = new int[now.length / SECTOR_BYTES + 1];
        int[] changes = new int[kept.length];
        BitSet changed = new BitSet();
        for (Change change : unflushed) {
            changes[change.offset / SECTOR_BYTES]++;
            changed.set(change.offset / SECTOR_BYTES);
        }
        int mode = random.nextInt(4);
        changed.stream().forEach(sector -> kept[sector] = switch (mode) {
            case 0 -> 0;
            case 1 -> changes[sector];
            case 2 -> random.nextBoolean() ? changes[sector] : 0;
            default -> random.nextInt(changes[sector] + 1);
        });
        for (Change change : unflushed) {
            if (kept[change.offset / SECTOR_BYTES]-- > 0) {
                store(bytes, change);
            }
        }
        return bytes;
    }

    /** The same, and of the sectors it had got around to some, whole, and to the others not at all. */
    byte[] afterCut(IntPredicate isKept) {
        byte[] bytes = durable.clone();
        unflushed.stream().filter(change -> isKept.test(change.offset / SECTOR_BYTES)).forEach(change -> store(bytes, change));
        return bytes;
    }

    private static void store(byte[] bytes, Change change) {
        for (int i = 0; i < change.bytes; i++) {
            bytes[change.offset + i] = (byte) (change.value >>> 8 * (change.bytes - 1 - i));
        }
    }

    private void change(long offset, long value, int bytes) {
        count();
        Change change = new Change((int) offset, value, bytes);
        unflushed.add(change);
        store(now, change);
    }

    @Override
    public long length() {
        return now.length;
    }

    @Override
    public boolean isWritable() {
        return true;
    }

    @Override
    public int get8(long offset) {
        return now[(int) offset] & 0xFF;
    }

    @Override
    public void put8(long offset, int value) {
        change(offset, value, 1);
    }

    /** At a multiple of eight, as everything in the file system is. */
    @Override
    public void put64(long offset, long value) {
        change(offset, value, Long.BYTES);
    }

    @Override
    public int flushed(long lastChange) {
        if (cutsFlush) {
            throw new CutException();
        }
        count();
        flushes++;
        System.arraycopy(now, 0, durable, 0, now.length);
        unflushed.clear();
        return 1;
    }
}
