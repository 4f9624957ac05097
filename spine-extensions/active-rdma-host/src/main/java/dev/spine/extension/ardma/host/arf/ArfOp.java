package dev.spine.extension.ardma.host.arf;

/** Numbers of operations; {@link Program} says what each takes. Those up to {@link #LAST_READING} only read. */
final class ArfOp {
    static final int PEEK = 0;
    static final int STAT = 1;
    static final int READ = 2;
    static final int LIST = 3;
    static final int TOTALS = 4;
    static final int SIZE = 5;
    static final int CREATE = 6;
    static final int REMOVE = 7;
    static final int RENAME = 8;
    static final int LINK = 9;
    static final int WRITE = 10;
    static final int RESIZE = 11;
    static final int SET = 12;
    static final int SYNC = 13;
    static final int RECOVER = 14;
    static final int ATTACH = 15;
    static final int DETACH = 16;
    static final int HOLD = 17;
    static final int WRITTEN = 18;
    static final int GIVE_UP = 19;
    static final int LAST_READING = SIZE;
    /** With the number of an operation that only reads: under the lock. */
    static final int LOCKED = 0x100;

    private ArfOp() {}

    /** {@return whether what an operation has changed may not be durable when it returns: it has one word, or bytes over others} */
    static boolean mayBeUnsafe(int op) {
        return op >= WRITE && op <= SET || op >= HOLD;
    }
}
