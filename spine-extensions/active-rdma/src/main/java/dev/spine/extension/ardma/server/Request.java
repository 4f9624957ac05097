package dev.spine.extension.ardma.server;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.Message;
import dev.spine.extension.ardma.ArdmaProtocol;
import dev.spine.extension.ardma.routine.Area;
import dev.spine.extension.ardma.routine.RoutineFormat;
import org.jspecify.annotations.Nullable;

/** What a client has asked, until the answer has left. */
final class Request {
    /** What is to be done next. */
    enum Step {
        /** It is free. */
        NONE,
        /** A routine is looked at. */
        PROVE,
        /** A machine is to become free. */
        WAIT_FOR_MACHINE,
        /** It runs. */
        RUN,
        /** Bytes that have to be brought are read or written, or flushed. */
        ACCESS,
        /** Bytes of several ranges are read or written. */
        RANGES,
        /** What it has changed is to be taken back before the answer leaves. */
        TAKE_BACK,
        /** A piece of its stream is to leave. */
        PIECE,
        /** The client is to read a piece. */
        WAIT_FOR_READER,
        /** The answer is to leave. */
        ANSWER
    }

    final int[] words = new int[Message.WORDS];
    final @Nullable Area[] areas = new @Nullable Area[RoutineFormat.MAX_AREAS];
    final long[] arguments = new long[RoutineFormat.MAX_PARAMETERS];
    int areaCount;
    int argumentCount;
    Step step = Step.NONE;
    @Nullable Session session;
    int number;
    int kind;
    /** Of an install, or a call; one that is called once goes with the request. */
    @Nullable KeptRoutine routine;
    @Nullable Run run;
    /** Nothing can be done before something comes that was asked for. */
    boolean isBlocked;
    /** Bytes on their way between the client and what is behind an area. */
    @Nullable Buffer own;
    /** Of several ranges, those that are read. */
    @Nullable Buffer out;
    /** Number of the transfer of whole pages under way, or {@link WholePages#NONE}. */
    int transfer = WholePages.NONE;
    /** All of them move at once; how often that had to wait. */
    boolean isWhole;
    int refused;
    /** Of several ranges: how far the one has come whose turn it is; how many there are, and were done; where the next byte is or goes. */
    int accessPlace;
    long accessOffset;
    int accessBytes;
    int accessDone;
    /** Up to which change an area is to be durable. */
    long flushUpTo;
    private long lastChange;
    /** Pieces of its stream that have left and were not read. */
    int unread;
    @Nullable Buffer data;
    int dataOffset;
    int dataBytes;

    void begin(Session by, Message message) {
        session = by;
        number = message.word(0);
        kind = message.user();
        step = Step.ANSWER;
        by.underWay++;
        for (int i = 0; i < words.length; i++) {
            words[i] = 0;
        }
    }

    /** Sets the status of the answer, which is to leave. */
    void answer(int status) {
        words[1] = status;
        step = Step.ANSWER;
    }

    /** Puts a long into two words of the answer. */
    void put(int word, long value) {
        words[word] = (int) (value >>> Integer.SIZE);
        words[word + 1] = (int) value;
    }

    /** Lends bytes to the answer. */
    void lend(@Nullable Buffer from, int offset, int bytes) {
        data = from;
        dataOffset = offset;
        dataBytes = bytes;
    }

    /** Has the answer bring bytes: a few in its words, more as data. */
    void bring(Buffer from, int offset, int bytes) {
        if (bytes > ArdmaProtocol.INLINE_BYTES) {
            lend(from, offset, bytes);
            return;
        }
        int word = ArdmaProtocol.FIRST_WORD;
        int whole = bytes & -Integer.BYTES;
        for (int i = 0; i < whole; i += Integer.BYTES) {
            words[word++] = from.i32(offset + i);
        }
        for (int i = whole; i < bytes; i++) {
            words[word] |= from.u8(offset + i) << (Integer.BYTES - 1 - i + whole) * Byte.SIZE;
        }
    }

    /** Has it use an area, until it is free. */
    void use(Area area) {
        areas[areaCount++] = area;
        if (area instanceof PagedArea host) {
            host.begin();
        }
    }

    /** {@return whether everything that it may have changed is taken back} */
    boolean isTakenBack() {
        boolean clean = true;
        for (int i = 0; i < areaCount; i++) {
            clean &= !(areas[i] instanceof PagedArea host) || host.isTakenBack(lastChange);
        }
        return clean;
    }

    /** It changes nothing any more, and is answered when what it has changed is taken back. */
    void takeBack() {
        step = Step.TAKE_BACK;
        for (int i = 0; i < areaCount; i++) {
            if (areas[i] instanceof PagedArea host) {
                lastChange = host.lastChange();
            }
        }
    }

    /** {@return whether something that was changed was not taken back} */
    boolean hasFailed() {
        for (int i = 0; i < areaCount; i++) {
            if (areas[i] instanceof PagedArea host && host.hasFailed()) {
                return true;
            }
        }
        return false;
    }

    boolean isAnswering() {
        return step == Step.ANSWER || step == Step.PIECE;
    }

    int messageKind() {
        return step == Step.PIECE ? ArdmaProtocol.STREAM : ArdmaProtocol.ANSWER;
    }

    void free() {
        Session by = session;
        if (by != null) {
            by.underWay--;
        }
        if (transfer != WholePages.NONE && areas[0] instanceof PagedArea host) {
            host.cache().whole().leave(transfer);
        }
        transfer = WholePages.NONE;
        isWhole = false;
        for (int i = 0; i < areaCount; i++) {
            if (areas[i] instanceof PagedArea host) {
                host.end();
            }
            areas[i] = null;
        }
        Buffer lent = own;
        if (lent != null) {
            lent.release();
        }
        own = null;
        Buffer read = out;
        if (read != null) {
            read.release();
        }
        out = null;
        areaCount = 0;
        isBlocked = false;
        argumentCount = 0;
        unread = 0;
        session = null;
        routine = null;
        data = null;
        step = Step.NONE;
    }
}
