package dev.spine.extension.router.host.fib;

import static com.google.common.base.Preconditions.checkArgument;

import dev.spine.extension.router.fib.FibLayout;
import dev.spine.extension.router.host.address.Prefix;
import java.util.Map;

/**
 * All routes of a router, IPv4 and IPv6, and the image of the forwarding table that each of its cards has.
 *
 * <p>Every change yields a patch, which goes part by part to a sink and from there to all cards. A card that gets all parts in order
 * forwards by the old routes until the last part of a patch, and by the new ones from then on.
 *
 * <p>Confined: one thread at a time, the one that is to call the sink.
 */
public final class RouteTable {
    /** Parts of so many bytes keep an activation of the card within what is never held against an extension. */
    public static final int PART_BYTES = 3 << 10;
    private static final int MIN_PART_BYTES = 1 << 10;
    /** Words in force at once go with one part; of more than so many bytes a copy of the first table is made instead. */
    private static final int MAX_WORD_BYTES = 48 << 10;
    private static final int MAX_HOP = 0xFFFF;
    /** So much of the memory is left for what has to be written in order to remove routes. */
    private static final int RESERVE_SHARE = 64;
    private static final int MIN_RESERVE = 4 << 10;

    private final int bytes;
    private final int partBytes;
    private final PatchSink sink;
    private final TableImage image;
    private final CardSpace space;
    private final int emptyBytes;
    private final Change change;
    private final PatchWriter writer;
    private Family family4;
    private Family family6;

    /**
     * Begins with no route, as a card's new table does.
     *
     * @param bytes of each card's table, as given to {@code Fib.create}
     * @param partBytes of a part of a patch, 1 KiB to 64 KiB; {@link #PART_BYTES} unless something else is known of the cards. Only words
     *     that come into force at once may need a larger part.
     * @param sink gets the parts
     * @throws IllegalArgumentException when there are no such tables or parts
     */
    public RouteTable(int bytes, int partBytes, PatchSink sink) {
        checkArgument(bytes >= FibLayout.MIN_BYTES && bytes <= FibLayout.MAX_BYTES, "a forwarding table has 32 KiB to 1 GiB, not %s bytes",
            bytes);
        checkArgument(partBytes >= MIN_PART_BYTES && partBytes <= FibLayout.MAX_PART_BYTES,
            "a part of a patch has 1 KiB to 64 KiB, not %s bytes", partBytes);
        this.bytes = bytes;
        this.partBytes = partBytes;
        this.sink = sink;
        this.image = new TableImage(bytes);
        this.space = new CardSpace(bytes);
        this.emptyBytes = space.freeBytes();
        this.change = new Change(image, space);
        this.writer = new PatchWriter(image, partBytes, 0);
        this.family4 = newFamily4();
        this.family6 = newFamily6();
    }

    private Family newFamily4() {
        return new Family(FibLayout.firstBits4(bytes), FibLayout.ROOT4);
    }

    private Family newFamily6() {
        return new Family(FibLayout.firstBits6(bytes), FibLayout.ROOT6);
    }

    /**
     * Sets a route, new or other than before.
     *
     * @param prefix of the destinations
     * @param nextHop its number, 1 to 65535
     * @return what became of it
     * @throws IllegalArgumentException when there is no such number
     */
    public Outcome set(Prefix prefix, int nextHop) {
        checkHop(prefix, nextHop);
        return change(prefix, nextHop);
    }

    /**
     * Removes a route.
     *
     * @param prefix of the destinations
     * @return what became of it; SAME when there was none. FULL is possible, because nodes are written anew before the old ones are free;
     *     some memory is kept back for it, and removing a longer prefix first makes more.
     */
    public Outcome remove(Prefix prefix) {
        return change(prefix, 0);
    }

    private static void checkHop(Prefix prefix, int nextHop) {
        checkArgument(nextHop >= 1 && nextHop <= MAX_HOP, "the next hop of %s has a number from 1 to 65535, not %s", prefix, nextHop);
    }

    private Outcome change(Prefix prefix, int hop) {
        Family family = family(prefix);
        if (family.get(prefix) == hop) {
            return Outcome.SAME;
        }
        int keptBack = hop == 0 ? 0 : Math.max(MIN_RESERVE, bytes / RESERVE_SHARE);
        if (!family.change(prefix, hop, change, MAX_WORD_BYTES, keptBack)) {
            return Outcome.FULL;
        }
        commit();
        return Outcome.CHANGED;
    }

    private void commit() {
        change.commit(writer, sink);
        family4.current(image.word(FibLayout.ROOT4));
        family6.current(image.word(FibLayout.ROOT6));
    }

    /**
     * Replaces all routes of both versions at once: a lookup finds its answer among the old ones or among the new ones.
     *
     * @param routes the new ones and the numbers of their next hops, 1 to 65535
     * @return CHANGED, or FULL when there is no room for both tables beside each other: then everything is as before
     * @throws IllegalArgumentException when there is no such number; everything is as before
     */
    public Outcome replaceAll(Map<Prefix, Integer> routes) {
        Family new4 = newFamily4();
        Family new6 = newFamily6();
        routes.forEach((prefix, hop) -> {
            checkHop(prefix, hop);
            (prefix.address().version() == 4 ? new4 : new6).add(prefix, hop);
        });
        family4.drop(change);
        family6.drop(change);
        new4.place(change);
        new6.place(change);
        if (change.isFull()) {
            change.undo();
            return Outcome.FULL;
        }
        family4 = new4;
        family6 = new6;
        commit();
        return Outcome.CHANGED;
    }

    /**
     * Brings the whole table to a card that is new, was reset or has lost a part. It forwards nothing until the last part of this;
     * afterwards it takes the same patches as the others.
     *
     * @param card gets the parts; all patches so far have gone to the others
     */
    public void bringAnew(PatchSink card) {
        int[] parts = new int[1];
        anew(new PatchWriter(image, partBytes, 0), (_, _) -> parts[0]++);
        anew(new PatchWriter(image, partBytes, writer.number() - parts[0]), card);
    }

    private void anew(PatchWriter to, PatchSink card) {
        to.anew();
        int end = space.endPlace();
        for (int from = space.usedFrom(FibLayout.BODY); from < end; from = space.usedFrom(from)) {
            int until = space.usedUntil(from);
            to.stage(from, until - from, card);
            from = until;
        }
        to.room(FibLayout.RECORD_HEADER + FibLayout.HEADER_BYTES, card);
        to.record(0, FibLayout.HEADER_BYTES);
        to.commit(card);
    }

    private Family family(Prefix prefix) {
        return prefix.address().version() == 4 ? family4 : family6;
    }

    /**
     * {@return the number of a prefix's next hop, 0 when there is no route for exactly it}
     *
     * @param prefix of the destinations
     */
    public int get(Prefix prefix) {
        return family(prefix).get(prefix);
    }

    /** {@return how many routes there are, of both versions} */
    public int size() {
        return family4.routes() + family6.routes();
    }

    /** {@return the bytes of each card's memory that routes occupy, all included but the 32 bytes that an empty table has} */
    public int usedBytes() {
        return emptyBytes - space.freeBytes();
    }
}
