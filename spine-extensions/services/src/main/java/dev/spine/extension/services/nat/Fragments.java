package dev.spine.extension.services.nat;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.services.connection.AgeList;
import dev.spine.extension.services.connection.Chains;
import dev.spine.extension.services.connection.Records;

/**
 * What is known of packets that come in fragments: only the first one has ports, the others are known by their identification. Fragments
 * may come in any order (RFC 4787 REQ-14). The table is small and forgets the longest unused packet first, so a flood of fragments can harm
 * nothing but fragments.
 */
final class Fragments {
    /** Words of a record. */
    static final int WORDS = 9;
    /** Packets that are followed at a time. */
    static final int COUNT = 256;
    /** Lists of the hash. */
    static final int LISTS = 256;
    /** What RFC 791 and hosts give a packet to become whole. */
    static final int TIME_OUT_MS = 30_000;

    /** What becomes of the fragments of a packet. */
    enum Fate {
        /** Its first one has not come yet. */
        WAITING,
        /** They are rewritten; {@link #value} says to what. */
        TRANSLATED,
        /** They are the host's own. */
        HOST,
        /** They are dropped. */
        REFUSED
    }

    private static final int SOURCE = 0;
    private static final int DESTINATION = 1;
    private static final int KEY = 2;
    private static final int FATE = 3;
    private static final int VALUE = 4;
    private static final int USED_AT = 5;
    private static final int NEXT = 6;
    private static final int BEFORE = 7;
    private static final int BEHIND = 8;

    private final Fate[] fates = Fate.values();
    private final Records records;
    private final Chains chains;
    private final AgeList age;
    private final HeldFrames held;

    Fragments(Buffer memory, NatLayout layout, HeldFrames held, int secret) {
        this.records = new Records(memory, layout.fragments(), WORDS, COUNT);
        this.chains = new Chains(records, NEXT, memory, layout.fragmentLists(), LISTS, secret);
        this.age = new AgeList(records, BEFORE, BEHIND);
        this.held = held;
    }

    private int list(int source, int destination, int key) {
        return chains.list(source ^ Integer.rotateLeft(destination, 16), key);
    }

    /**
     * {@return the packet that a fragment is of, entered as WAITING when it is new}
     *
     * @param key protocol and identification
     */
    int of(int source, int destination, int key, int nowMs) {
        for (int at = chains.first(list(source, destination, key)); at != Records.NONE; at = chains.next(at)) {
            if (records.get(at, KEY) == key && records.get(at, SOURCE) == source && records.get(at, DESTINATION) == destination) {
                records.set(at, USED_AT, nowMs);
                age.touch(at);
                return at;
            }
        }
        int made = records.take();
        if (made == Records.NONE) {
            remove(age.oldest());
            made = records.take();
        }
        records.set(made, SOURCE, source);
        records.set(made, DESTINATION, destination);
        records.set(made, KEY, key);
        records.set(made, USED_AT, nowMs);
        chains.add(list(source, destination, key), made);
        age.add(made);
        return made;
    }

    Fate fate(int packet) {
        return fates[records.get(packet, FATE)];
    }

    /** {@return what the fragments are rewritten to: an identification or an address} */
    int value(int packet) {
        return records.get(packet, VALUE);
    }

    void decide(int packet, Fate fate, int value) {
        records.set(packet, FATE, fate.ordinal());
        records.set(packet, VALUE, value);
    }

    private void remove(int packet) {
        held.drop(packet);
        age.remove(packet);
        chains.remove(list(records.get(packet, SOURCE), records.get(packet, DESTINATION), records.get(packet, KEY)), packet);
        records.free(packet);
    }

    /** Forgets packets that have not become whole in time, at most some. */
    void expire(int nowMs, int most) {
        for (int i = 0; i < most && age.oldest() != Records.NONE; i++) {
            if (nowMs - records.get(age.oldest(), USED_AT) < TIME_OUT_MS) {
                return;
            }
            remove(age.oldest());
        }
    }
}
