package dev.spine.iop.bus;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/**
 * Who holds what of a card's memory, and how much the card has. The bus enters each region with its owner; what lies in no region of its
 * own (message frames, images and heaps of extensions) is entered by whoever makes it. Any thread; while agents run, a reading is rough.
 */
public final class MemoryLedger {
    /** The limit of a card of which nobody has said how much memory it has. */
    public static final long UNLIMITED = Long.MAX_VALUE;

    /**
     * A holder as it stands.
     *
     * @param what holds memory, for example {@code "nic lan receive memory"}
     * @param bytes at least 0
     * @param isCharged whether it counts: what a device has of its own beside the card's memory does not
     */
    public record Holding(String what, long bytes, boolean isCharged) {}

    private record Entry(String what, LongSupplier bytes, boolean isCharged) {}

    private final List<Entry> entries = new ArrayList<>();
    private long limit = UNLIMITED;
    private String lastRefusal = "";

    MemoryLedger() {}

    /**
     * Says how much memory the card has. Nothing that is held already is refused: ask {@link #left}.
     *
     * @param bytes at least 1
     */
    public synchronized void limit(long bytes) {
        limit = bytes;
    }

    /** {@return bytes that the card has, or {@link #UNLIMITED}} */
    public synchronized long limit() {
        return limit;
    }

    /**
     * Enters a holder.
     *
     * @param what holds memory
     * @param bytes how many it holds whenever somebody asks; called on any thread
     */
    public synchronized void hold(String what, LongSupplier bytes) {
        entries.add(new Entry(what, bytes, true));
    }

    /**
     * A holder, if there is one, holds nothing any more.
     *
     * @param what the name by which it was entered
     */
    public synchronized void release(String what) {
        for (int i = entries.size() - 1; i >= 0; i--) {
            if (entries.get(i).what.equals(what)) {
                entries.remove(i);
                return;
            }
        }
    }

    /**
     * A holder is shown and not counted: its bytes are a device's own, as the pixels of a screen are, or addresses without memory.
     *
     * @param region whose name it was entered by
     */
    public synchronized void exempt(Region region) {
        entries.replaceAll(entry -> entry.what.equals(region.name()) ? new Entry(entry.what, entry.bytes, false) : entry);
    }

    /** {@return all holders, in the order in which they came} */
    public synchronized List<Holding> holdings() {
        return entries.stream().map(entry -> new Holding(entry.what, entry.bytes.getAsLong(), entry.isCharged)).toList();
    }

    /** {@return bytes that are held, of those that count} */
    public synchronized long held() {
        long held = 0;
        // Asked for while heaps grow: without a stream for each.
        for (Entry entry : entries) {
            held += entry.isCharged ? entry.bytes.getAsLong() : 0;
        }
        return held;
    }

    /**
     * Something is refused because the card has no room for it.
     *
     * @param why in words that the holders complete
     * @return the words, and who holds what, a line each
     */
    public synchronized String refuse(String why) {
        lastRefusal = why + lines();
        return lastRefusal;
    }

    /** {@return why something was refused last, with who held what; empty when nothing was} */
    public synchronized String lastRefusal() {
        return lastRefusal;
    }

    private String lines() {
        return holdings().stream().filter(Holding::isCharged).sorted(Comparator.comparingLong(Holding::bytes).reversed())
            .map(held -> String.format(Locale.ROOT, "\n%,12d  %s", held.bytes, held.what)).collect(Collectors.joining());
    }

    /** {@return bytes that the card has left; below 0 when more is held than it has, {@link #UNLIMITED} without a limit} */
    public synchronized long left() {
        return limit == UNLIMITED ? UNLIMITED : limit - held();
    }
}
