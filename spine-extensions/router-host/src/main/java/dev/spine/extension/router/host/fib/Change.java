package dev.spine.extension.router.host.fib;

import dev.spine.extension.router.fib.FibLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * One change of the table while it is worked out: pieces that were written where no lookup reaches them, words that will lead to them, and
 * what has to be undone when there is no room.
 */
final class Change {
    /** Nodes are written here before it is known whether a piece for them is needed. */
    private final byte[] draft = new byte[FibLayout.MAX_NODE_BYTES + FibLayout.UNIT];
    private final int[] answers = new int[2 * TrieNode.SLOTS];
    private final TableImage image;
    private final CardSpace space;

    private final IntList placed = new IntList();
    private final IntList freed = new IntList();
    private final IntList words = new IntList();
    private final List<TrieNode> touched = new ArrayList<>();
    private final IntList before = new IntList();
    private final int[] header = new int[FibLayout.HEADER_BYTES / Integer.BYTES];
    private boolean headerSet;
    private boolean full;

    Change(TableImage image, CardSpace space) {
        this.image = image;
        this.space = space;
    }

    /** {@return whether something found no room: then everything has to be {@linkplain #undo undone}} */
    boolean isFull() {
        return full;
    }

    /** {@return whether everything found room, and so many bytes are left} */
    boolean hasRoom(int keptBack) {
        return !full && space.freeBytes() >= keptBack;
    }

    /** {@return the bytes of the records of all words} */
    int recordBytes() {
        int bytes = headerSet ? FibLayout.RECORD_HEADER + FibLayout.HEADER_BYTES : 0;
        for (int i = 0; i < words.size(); i += 2) {
            bytes += Integer.BYTES + (i == 0 || words.get(i) != words.get(i - 2) + Integer.BYTES ? FibLayout.RECORD_HEADER : 0);
        }
        return bytes;
    }

    /** {@return a new piece of so many bytes, or -1 when there is no room} */
    int place(int bytes) {
        int place = space.take(bytes);
        if (place < 0) {
            full = true;
            return place;
        }
        placed.add(place);
        placed.add(bytes);
        return place;
    }

    /** A piece is no longer used once this change is in force. */
    void free(int place, int bytes) {
        freed.add(place);
        freed.add(bytes);
    }

    /** A word that lookups reach will be another one. */
    void word(int place, int value) {
        words.add(place);
        words.add(value);
    }

    /** A word of the header will be another one. */
    void header(int place, int value) {
        if (!headerSet) {
            headerSet = true;
            for (int i = 0; i < header.length; i++) {
                header[i] = image.word(i * Integer.BYTES);
            }
        }
        header[place / Integer.BYTES] = value;
    }

    /** Writes a first table into a piece of its own. */
    void fill(int place, int[] entries) {
        if (!full) {
            image.words(place, entries);
        }
    }

    /** Copies a first table into a piece of its own, with all words so far, which are no longer needed where it was. */
    void moveWords(int from, int to, int bytes) {
        image.copy(from, to, bytes);
        for (int i = 0; i < words.size(); i += 2) {
            image.setWord(words.get(i) - from + to, words.get(i + 1));
        }
        words.clear();
    }

    /** Gives a node another entry, which can be undone. */
    private void enter(TrieNode node, int entry, int bytes) {
        touched.add(node);
        before.add(node.entry);
        before.add(node.bytes);
        if (node.bytes != 0) {
            free(node.place(), node.bytes);
        }
        node.entry = entry;
        node.bytes = bytes;
    }

    /** Works out all nodes from one downwards, of which none is on the card yet. */
    void build(TrieNode node, int inherited) {
        for (long left = node.kids(); left != 0; left &= left - 1) {
            int slot = Long.numberOfTrailingZeros(left);
            build(node.kidThere(slot), node.answer(slot, inherited));
        }
        encode(node, inherited);
    }

    /** Works out a node anew, and those below it that inherit from the prefixes below a route of this node. */
    void routeChanged(TrieNode node, int route, int inherited) {
        int shift = FibLayout.STRIDE - (31 - Integer.numberOfLeadingZeros(route));
        int first = (route << shift) - TrieNode.SLOTS;
        for (int slot = first; slot < first + (1 << shift); slot++) {
            TrieNode kid = node.kid(slot);
            if (kid != null) {
                inheritedChanged(kid, node.answer(slot, inherited));
            }
        }
        encode(node, inherited);
    }

    /** What a node inherits is another next hop. */
    void inheritedChanged(TrieNode node, int inherited) {
        for (long left = node.kids(); left != 0; left &= left - 1) {
            int slot = Long.numberOfTrailingZeros(left);
            if (node.answer(slot, -1) == -1) {
                inheritedChanged(node.kidThere(slot), inherited);
            }
        }
        encode(node, inherited);
    }

    /** Writes a node as it now is, if that is other than before. */
    void encode(TrieNode node, int inherited) {
        node.answers(answers, inherited);
        long kids = 0;
        int length = FibLayout.NODE_BODY;
        for (long left = node.kids(); left != 0; left &= left - 1) {
            int slot = Long.numberOfTrailingZeros(left);
            int entry = node.kidThere(slot).entry;
            if (entry < 0) {
                kids |= 1L << slot;
                putWord(length, entry & ~FibLayout.NODE);
                length += Integer.BYTES;
            } else {
                answers[TrieNode.SLOTS + slot] = entry;
            }
        }
        long starts = 0;
        int last = -1;
        for (int slot = 0; slot < TrieNode.SLOTS; slot++) {
            int hop = answers[TrieNode.SLOTS + slot];
            if (hop != last && (kids >>> slot & 1) == 0) {
                starts |= 1L << slot;
                draft[length++] = (byte) (hop >>> 8);
                draft[length++] = (byte) hop;
                last = hop;
            }
        }
        if (kids == 0 && Long.bitCount(starts) == 1) {
            if (node.entry != last) {
                enter(node, last, 0);
            }
            return;
        }
        putWord(0, (int) (kids >>> 32));
        putWord(4, (int) kids);
        putWord(8, (int) (starts >>> 32));
        putWord(12, (int) starts);
        int bytes = CardSpace.rounded(length);
        Arrays.fill(draft, length, bytes, (byte) 0);
        if (bytes == node.bytes && image.same(node.place(), draft, bytes)) {
            return;
        }
        int place = place(bytes);
        if (place >= 0) {
            image.write(place, draft, bytes);
            enter(node, FibLayout.NODE | place, bytes);
        }
    }

    private void putWord(int at, int value) {
        draft[at] = (byte) (value >>> 24);
        draft[at + 1] = (byte) (value >>> 16);
        draft[at + 2] = (byte) (value >>> 8);
        draft[at + 3] = (byte) value;
    }

    /** A node that lookups reach has another place: the word in its parent will lead there. */
    void lead(TrieNode parent, int slot, TrieNode kid) {
        long vector = image.vector(parent.place() + FibLayout.NODE_KIDS);
        word(parent.place() + FibLayout.NODE_BODY + Integer.BYTES * Long.bitCount(vector & (1L << slot) - 1), kid.place());
    }

    /** Puts everything back as it was. */
    void undo() {
        for (int i = touched.size() - 1; i >= 0; i--) {
            TrieNode node = touched.get(i);
            node.entry = before.get(2 * i);
            node.bytes = before.get(2 * i + 1);
        }
        putBack(placed);
        clear();
    }

    /** Writes the words into the image, and yields the patch. */
    void commit(PatchWriter writer, PatchSink sink) {
        if (placed.size() == 0 && words.size() == 0 && !headerSet) {
            clear();
            return;
        }
        int from = 0;
        for (int i = 0; i < placed.size(); i += 2) {
            int end = placed.get(i) + CardSpace.rounded(placed.get(i + 1));
            if (i + 2 == placed.size() || placed.get(i + 2) != end) {
                writer.stage(placed.get(from), end - placed.get(from), sink);
                from = i + 2;
            }
        }
        for (int i = 0; i < words.size(); i += 2) {
            image.setWord(words.get(i), words.get(i + 1));
        }
        writer.room(recordBytes(), sink);
        from = 0;
        for (int i = 0; i < words.size(); i += 2) {
            if (i + 2 == words.size() || words.get(i + 2) != words.get(i) + Integer.BYTES) {
                writer.record(words.get(from), words.get(i) + Integer.BYTES - words.get(from));
                from = i + 2;
            }
        }
        if (headerSet) {
            image.words(0, header);
            writer.record(0, FibLayout.HEADER_BYTES);
        }
        writer.commit(sink);
        putBack(freed);
        clear();
    }

    private void putBack(IntList pieces) {
        for (int i = 0; i < pieces.size(); i += 2) {
            space.putBack(pieces.get(i), pieces.get(i + 1));
        }
    }

    private void clear() {
        placed.clear();
        freed.clear();
        words.clear();
        before.clear();
        touched.clear();
        headerSet = false;
        full = false;
    }
}
