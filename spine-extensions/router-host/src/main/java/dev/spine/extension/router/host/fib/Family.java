package dev.spine.extension.router.host.fib;

import dev.spine.extension.router.fib.FibLayout;
import dev.spine.extension.router.host.address.Prefix;
import org.jspecify.annotations.Nullable;

/** The routes of one version of IP: those of the first bits, and the nodes behind them. */
final class Family {
    private static final TrieNode[] NO_NODES = {};
    private static final char[] NO_HOPS = {};
    /** An address of 128 bits has no more nodes one behind the other. */
    private static final int MAX_DEPTH = 24;

    private final int firstBits;
    private final int headerPlace;
    /** Of the routes of up to the first bits, numbered as in a heap; empty while there is no table. */
    private char[] hops = NO_HOPS;
    private @Nullable TrieNode[] nodes = NO_NODES;
    /** Where the first table lies; 0 when there is none. */
    private int root;
    private int defaultHop;
    private int routes;

    private final TrieNode[] path = new TrieNode[MAX_DEPTH];
    private final int[] inherited = new int[MAX_DEPTH];

    /**
     * Begins without routes.
     *
     * @param firstBits of an address that the first table decides
     * @param headerPlace where in the header its root is; the default is two words behind it
     */
    Family(int firstBits, int headerPlace) {
        this.firstBits = firstBits;
        this.headerPlace = headerPlace;
    }

    int routes() {
        return routes;
    }

    /** {@return the bits of an address from one on, so many} */
    private static int bits(Prefix prefix, int from, int count) {
        long high = prefix.address().high();
        long low = prefix.address().low();
        long shifted = from >= Long.SIZE ? low << from - Long.SIZE : from == 0 ? high : high << from | low >>> Long.SIZE - from;
        return count == 0 ? 0 : (int) (shifted >>> Long.SIZE - count);
    }

    /** {@return the number of a prefix among those that end in the first table} */
    private static int heap(Prefix prefix, int from, int count) {
        return 1 << count | bits(prefix, from, count);
    }

    /** {@return how many strides lie between the first table and the node where a prefix ends} */
    private int depth(Prefix prefix) {
        return (prefix.bits() - firstBits - 1) / FibLayout.STRIDE;
    }

    private int slot(Prefix prefix, int depth) {
        return bits(prefix, firstBits + depth * FibLayout.STRIDE, FibLayout.STRIDE);
    }

    private int route(Prefix prefix, int depth) {
        int from = firstBits + depth * FibLayout.STRIDE;
        return heap(prefix, from, prefix.bits() - from);
    }

    /** {@return the next hop of a prefix, 0 when there is no route for it} */
    int get(Prefix prefix) {
        if (prefix.bits() == 0) {
            return defaultHop;
        }
        if (hops.length == 0) {
            return 0;
        }
        if (prefix.bits() <= firstBits) {
            return hops[heap(prefix, 0, prefix.bits())];
        }
        TrieNode node = nodes[bits(prefix, 0, firstBits)];
        int depth = depth(prefix);
        for (int i = 0; i < depth && node != null; i++) {
            node = node.kid(slot(prefix, i));
        }
        return node == null ? 0 : node.hop(route(prefix, depth));
    }

    /** Makes the arrays of the first table. */
    private void grow() {
        if (hops.length == 0) {
            hops = new char[2 << firstBits];
            nodes = new TrieNode[1 << firstBits];
        }
    }

    /** Sets a route without working out what becomes of it. */
    private void put(Prefix prefix, int hop, int before) {
        routes += (hop == 0 ? 0 : 1) - (before == 0 ? 0 : 1);
        if (prefix.bits() == 0) {
            defaultHop = hop;
        } else if (prefix.bits() <= firstBits) {
            hops[heap(prefix, 0, prefix.bits())] = (char) hop;
        } else {
            walk(prefix);
            int depth = depth(prefix);
            path[depth].setHop(route(prefix, depth), hop);
        }
    }

    /** Fills in the nodes on the way to a prefix, and what each inherits; makes those that are missing. */
    private void walk(Prefix prefix) {
        int first = bits(prefix, 0, firstBits);
        int hop = firstAnswer(first);
        TrieNode node = nodes[first];
        if (node == null) {
            node = new TrieNode(hop);
            nodes[first] = node;
        }
        path[0] = node;
        inherited[0] = hop;
        int depth = depth(prefix);
        for (int i = 0; i < depth; i++) {
            int slot = slot(prefix, i);
            hop = node.answer(slot, hop);
            TrieNode kid = node.kid(slot);
            if (kid == null) {
                kid = new TrieNode(hop);
                node.addKid(slot, kid);
            }
            node = kid;
            path[i + 1] = node;
            inherited[i + 1] = hop;
        }
    }

    private int firstAnswer(int slot) {
        for (int index = 1 << firstBits | slot; index > 1; index >>= 1) {
            if (hops[index] != 0) {
                return hops[index];
            }
        }
        return 0;
    }

    /** Removes nodes on the way to a prefix that have nothing left. */
    private void prune(Prefix prefix) {
        if (prefix.bits() <= firstBits) {
            return;
        }
        for (int i = depth(prefix); i >= 0 && path[i].isEmpty(); i--) {
            if (i == 0) {
                nodes[bits(prefix, 0, firstBits)] = null;
            } else {
                path[i - 1].removeKid(slot(prefix, i - 1));
            }
        }
    }

    /** Sets a route of a table that is not on the cards yet. */
    void add(Prefix prefix, int hop) {
        grow();
        put(prefix, hop, get(prefix));
    }

    /**
     * Works out a route's change, which is then to be committed.
     *
     * @param hop 0 for none
     * @param maxWordBytes of records that come into force at once
     * @param keptBack bytes that have to be free still
     * @return false when there is no room: then everything is as before
     */
    boolean change(Prefix prefix, int hop, Change change, int maxWordBytes, int keptBack) {
        int before = get(prefix);
        if (prefix.bits() == 0) {
            put(prefix, hop, before);
            change.header(headerPlace + FibLayout.DEFAULT4, hop);
            return true;
        }
        grow();
        put(prefix, hop, before);
        if (root == 0) {
            place(change);
        } else if (routes == (defaultHop == 0 ? 0 : 1)) {
            drop(change);
            return true;
        } else if (prefix.bits() <= firstBits) {
            firstChanged(prefix, hop, change);
            if (change.recordBytes() > maxWordBytes) {
                copyRoot(change);
            }
        } else {
            nodesChanged(prefix, change);
        }
        boolean made = change.hasRoom(keptBack);
        if (!made) {
            change.undo();
            put(prefix, before, hop);
        }
        prune(prefix);
        if (!made && root == 0) {
            current(0);
        }
        return made;
    }

    private void nodesChanged(Prefix prefix, Change change) {
        int depth = depth(prefix);
        TrieNode node = path[depth];
        int entry = node.entry;
        change.routeChanged(node, route(prefix, depth), inherited[depth]);
        for (int i = depth - 1; i >= 0; i--) {
            if (node.entry == entry) {
                return;
            }
            TrieNode parent = path[i];
            if (entry < 0 && node.isOnCard()) {
                change.lead(parent, slot(prefix, i), node);
                return;
            }
            entry = parent.entry;
            node = parent;
            change.encode(node, inherited[i]);
        }
        if (node.entry != entry) {
            change.word(root + Integer.BYTES * bits(prefix, 0, firstBits), node.entry);
        }
    }

    /** A prefix of the first table has changed: so have the entries that no longer prefix covers. */
    private void firstChanged(Prefix prefix, int hop, Change change) {
        int index = heap(prefix, 0, prefix.bits());
        int answer = hop;
        for (int above = index >> 1; answer == 0 && above > 1; above >>= 1) {
            answer = hops[above];
        }
        descend(index, answer, change);
    }

    private void descend(int index, int answer, Change change) {
        if (index < 1 << firstBits) {
            for (int below = 2 * index; below <= 2 * index + 1; below++) {
                if (hops[below] == 0) {
                    descend(below, answer, change);
                }
            }
            return;
        }
        int slot = index - (1 << firstBits);
        TrieNode node = nodes[slot];
        int entry = answer;
        if (node != null) {
            int before = node.entry;
            change.inheritedChanged(node, answer);
            entry = node.entry;
            if (entry == before) {
                return;
            }
        }
        change.word(root + Integer.BYTES * slot, entry);
    }

    /** Works out everything and places it, and the first table. */
    void place(Change change) {
        change.header(headerPlace + FibLayout.DEFAULT4, defaultHop);
        int place = hops.length == 0 ? 0 : change.place(rootBytes());
        change.header(headerPlace, place);
        if (place <= 0) {
            return;
        }
        int[] entries = new int[1 << firstBits];
        fill(1, 0, entries);
        for (int slot = 0; slot < entries.length; slot++) {
            TrieNode node = nodes[slot];
            if (node != null) {
                change.build(node, entries[slot]);
                entries[slot] = node.entry;
            }
        }
        change.fill(place, entries);
    }

    private int rootBytes() {
        return Integer.BYTES << firstBits;
    }

    private void fill(int index, int answer, int[] entries) {
        if (index >= entries.length) {
            entries[index - entries.length] = answer;
            return;
        }
        for (int below = 2 * index; below <= 2 * index + 1; below++) {
            fill(below, hops[below] == 0 ? answer : hops[below], entries);
        }
    }

    /** The words of a change are too many for one part: a copy of the first table gets them, and becomes the first table as a whole. */
    private void copyRoot(Change change) {
        int place = change.place(rootBytes());
        if (place >= 0) {
            change.moveWords(root, place, rootBytes());
            change.free(root, rootBytes());
            change.header(headerPlace, place);
        }
    }

    /** The change is in force. */
    void current(int newRoot) {
        root = newRoot;
        if (newRoot == 0) {
            hops = NO_HOPS;
            nodes = NO_NODES;
        }
    }

    /** Frees everything that is on the cards. */
    void drop(Change change) {
        if (root != 0) {
            change.free(root, rootBytes());
            change.header(headerPlace, 0);
            for (TrieNode node : nodes) {
                if (node != null) {
                    free(node, change);
                }
            }
        }
    }

    private static void free(TrieNode node, Change change) {
        if (node.bytes != 0) {
            change.free(node.place(), node.bytes);
        }
        for (long left = node.kids(); left != 0; left &= left - 1) {
            free(node.kidThere(Long.numberOfTrailingZeros(left)), change);
        }
    }
}
