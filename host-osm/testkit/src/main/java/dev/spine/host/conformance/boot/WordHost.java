package dev.spine.host.conformance.boot;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What all drivers have in common: taking a frame, posting words, waiting for a reply or a word of memory. Everything else is the
 * script's.
 *
 * <p>Places in host memory: 0x0000 status words, 0x0100 status block, 0x1000 table to send, 0x2000 table to receive (8 KiB), 0x5000 data,
 * from 0x8000 on reply frames.
 */
final class WordHost {
    static final int STATUS = 0x0000;
    static final int BLOCK = 0x0100;
    static final int SEND = 0x1000;
    static final int TABLE = 0x2000;
    static final int TABLE_BYTES = 0x2000;
    static final int DATA = 0x5000;
    static final int REPLIES = 0x8000;
    static final int NOBODY = 0xFFF;

    private static final int INBOUND = 0x40;
    private static final int OUTBOUND = 0x44;
    private static final int EMPTY = 0xFFFF_FFFF;
    private static final int WINDOW_LIMIT = 0x10_0000;
    private static final int FIRST_MFA = 0x1000;
    private static final int PATIENCE = 10_000;
    private static final int HOST = 1;

    private final BootTarget target;
    private final Deque<int[]> others = new ArrayDeque<>();
    private int initiator = HOST;
    private int replySpacing = 512;
    private int replyCount;
    private int replyWords = 128;

    WordHost(BootTarget target) {
        this.target = target;
    }

    BootTarget target() {
        return target;
    }

    /** Says under which TID the host sends. */
    void initiator(int tid) {
        initiator = tid;
    }

    // --- memory

    int at(int offset) {
        return target.memoryAddress() + offset;
    }

    int word(int offset) {
        return target.readMemory(offset);
    }

    void set(int offset, int... words) {
        for (int i = 0; i < words.length; i++) {
            target.writeMemory(offset + 4 * i, words[i]);
        }
    }

    void clear(int offset, int bytes) {
        for (int i = 0; i < bytes; i += 4) {
            target.writeMemory(offset + i, 0);
        }
    }

    // --- expectations

    static void expect(boolean holds, String otherwise) {
        if (!holds) {
            throw new BootFailure(otherwise);
        }
    }

    void await(String what, BooleanSupplier condition) {
        for (int i = 0; i < PATIENCE; i++) {
            if (condition.getAsBoolean()) {
                return;
            }
            target.pause();
        }
        throw new BootFailure("waited in vain for " + what);
    }

    static String hex(int value) {
        return "0x" + Integer.toHexString(value);
    }

    // --- messages

    int w1(int function, int tid) {
        return function << 24 | initiator << 12 | tid;
    }

    int take() {
        int[] mfa = {EMPTY};
        await("a free message frame", () -> {
            mfa[0] = target.read32(INBOUND);
            return mfa[0] != EMPTY;
        });
        expect(mfa[0] >= FIRST_MFA && mfa[0] < WINDOW_LIMIT && (mfa[0] & 3) == 0, "a frame at " + hex(mfa[0]) + ", not in the window");
        return mfa[0];
    }

    void post(int mfa, int... words) {
        for (int i = 0; i < words.length; i++) {
            target.write32(mfa + 4 * i, words[i]);
        }
        target.write32(INBOUND, mfa);
    }

    void post(int[] words) {
        post(take(), words);
    }

    /** The next reply, its frame given back; null when there is none. An empty port is read twice, as all drivers do. */
    private int @Nullable [] nextReply() {
        int address = target.read32(OUTBOUND);
        if (address == EMPTY) {
            address = target.read32(OUTBOUND);
        }
        if (address == EMPTY) {
            return null;
        }
        int offset = address - target.memoryAddress() - REPLIES;
        expect(offset >= 0 && offset < replyCount * replySpacing && offset % replySpacing == 0, "a reply at " + hex(address)
            + ", where no frame was given");
        int words = word(REPLIES + offset) >>> 16;
        expect(words >= 5 && words <= replyWords, "a reply of " + words + " words in a frame of " + replyWords);
        int[] reply = new int[words];
        for (int i = 0; i < words; i++) {
            reply[i] = word(REPLIES + offset + 4 * i);
        }
        target.write32(OUTBOUND, address);
        return reply;
    }

    /** Posts a request and gives its reply: the one with its function and contexts; others are kept. */
    int[] exchange(int... words) {
        post(words);
        List<int[]> found = new ArrayList<>();
        await("the reply to function " + hex(words[1] >>> 24), () -> {
            int[] reply = find(words);
            if (reply != null) {
                found.add(reply);
            }
            return reply != null;
        });
        return found.getFirst();
    }

    private int @Nullable [] find(int[] request) {
        for (int[] next = nextReply(); next != null; next = nextReply()) {
            others.add(next);
        }
        for (Iterator<int[]> all = others.iterator(); all.hasNext();) {
            int[] reply = all.next();
            if (reply[1] == request[1] && reply[2] == request[2] && reply[3] == request[3] || isFailureOf(reply, request)) {
                all.remove();
                return reply;
            }
        }
        return null;
    }

    private static boolean isFailureOf(int[] reply, int[] request) {
        return (reply[0] & 0x2000) != 0 && reply[1] == request[1] && reply[2] == request[2];
    }

    /** As {@link #exchange}, and the reply must say success: byte 19 is 0, and no transport failure. */
    int[] ask(int... words) {
        int[] reply = exchange(words);
        expect((reply[0] & 0x2000) == 0, "a transport failure: word 4 is " + hex(reply[4]));
        expect(reply[4] >>> 24 == 0, "request status " + hex(reply[4] >>> 24) + ", detailed status " + hex(reply[4] & 0xFFFF));
        expect((reply[0] & 0xC000) == 0xC000, "flags of a reply and of the last one: word 0 is " + hex(reply[0]));
        return reply;
    }

    /** Replies that came and were not asked for by {@link #exchange}: events, answers to requests that stay pending. */
    List<int[]> unasked() {
        for (int[] next = nextReply(); next != null; next = nextReply()) {
            others.add(next);
        }
        return new ArrayList<>(others);
    }

    // --- the first steps, which no driver does without

    /** Posts a StatusGet and waits for the last byte; gives the state. */
    int statusGet() {
        clear(BLOCK, 88);
        post(new int[] {0x0009_0001, w1(0xA0, 0), 0, 0, 0, 0, at(BLOCK), 0, 88});
        await("the status block", () -> word(BLOCK + 84) >>> 24 == 0xFF);
        return word(BLOCK + 8) >>> 16 & 0xFF;
    }

    void expectState(int wanted) {
        int state = statusGet();
        expect(state == wanted, "state " + hex(state) + " instead of " + hex(wanted));
    }

    /** IopReset: the whole status word becomes 1, and a frame can be had again. */
    int reset() {
        clear(STATUS, 4);
        others.clear();
        replyCount = 0;
        post(new int[] {0x0008_0001, w1(0xBD, 0), 0, 0, 0, 0, at(STATUS), 0});
        await("the status of the reset", () -> word(STATUS) != 0);
        expect(word(STATUS) == 1, "status word " + hex(word(STATUS)) + " instead of 1");
        return take();
    }

    /** OutboundInit with a header and a size word as given, then reply frames. */
    void outboundInit(int w0, int sizeAndInitCode, int usableWords, int count, int spacing) {
        clear(STATUS, 4);
        post(new int[] {w0, w1(0xA1, 0), 0, 0, 4096, sizeAndInitCode, 0xD000_0004, at(STATUS)});
        await("the outbound queue", () -> word(STATUS) > 1 || word(STATUS) < 0);
        expect(word(STATUS) == 4, "status word " + hex(word(STATUS)) + " instead of 4");
        replyWords = usableWords;
        replyCount = count;
        replySpacing = spacing;
        for (int i = 0; i < count; i++) {
            target.write32(OUTBOUND, at(REPLIES + i * spacing));
        }
    }

    /** A system table with this IOP alone, its number where it belongs. */
    void ownSystemTable() {
        clear(SEND, 48);
        int organization = word(BLOCK) & 0xFFFF;
        int version1AndHold = 0x0004_1000;
        set(SEND, 0x0000_0101, 1, 0, 0, organization, 2, word(BLOCK + 8) & 0xFF00_0000 | version1AndHold, word(BLOCK + 12) & 0xFFFF, 1,
            word(BLOCK + 56), 0xD000_0040, 0);
    }

    /** The LCT entry of a device of a class that nobody has claimed; -1 when there is none. */
    int freeDevice(int deviceClass) {
        int entries = ((word(TABLE) & 0xFFFF) - 3) / 9;
        for (int i = 0; i < entries; i++) {
            int entry = TABLE + 12 + 36 * i;
            int user = word(entry + 20) & 0xFFF;
            if ((word(entry + 12) & 0xFFF) == deviceClass && user == NOBODY) {
                return word(entry) >>> 16 & 0xFFF;
            }
        }
        return -1;
    }

    /** Reads 512 bytes of a disk into memory that was marked before; all of them must come. */
    void readBlock(int tid, int controlWord) {
        for (int i = 0; i < 512; i += 4) {
            target.writeMemory(DATA + i, 0x5A5A_5A5A);
        }
        int[] reply = ask(0x000A_0081, w1(0x30, tid), 3, 4, controlWord, 512, 0, 0, 0xD000_0200, at(DATA));
        expect(reply.length > 5 && reply[5] == 512, "TransferCount must be 512: " + (reply.length > 5 ? reply[5] : "no such word"));
        boolean all = true;
        for (int i = 0; i < 512; i += 4) {
            all &= word(DATA + i) != 0x5A5A_5A5A;
        }
        expect(all, "memory that was not written");
    }
}
