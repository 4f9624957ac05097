package dev.spine.extension.ardma.server;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.ardma.routine.AreaHash;
import dev.spine.extension.ardma.routine.BufferArea;
import dev.spine.extension.ardma.routine.Routine;
import dev.spine.extension.ardma.routine.RoutineException;
import dev.spine.extension.ardma.routine.RoutineReader;
import dev.spine.extension.ardma.routine.RoutineVerifier;
import org.jspecify.annotations.Nullable;

/** A routine in card memory, which is looked at in parts before it can run. */
final class KeptRoutine {
    private static final int LOOKED_AT_ONCE = 2_048;

    /** How two routines of the same hash compare. */
    enum Comparison {
        /** So far they are the same. */
        OPEN,
        /** They are the same. */
        SAME,
        /** They are not. */
        DIFFERENT
    }

    final BufferArea bytes;
    private final Buffer memory;
    /** Who pays for its code. */
    private final Session by;
    private int codeBytes;
    /** Sessions that have installed it, by {@link Session#bit}. */
    int users;
    int runs;
    private long hash;
    private int hashed;
    private @Nullable Routine routine;
    private @Nullable RoutineVerifier proof;
    private boolean proved;
    /** By which the host knows it. */
    int number;
    /** What it has made, until the host was asked for a compiled form. */
    long steps;
    boolean isWanted;
    boolean hasLostForm;
    @Nullable LinkedForm form;
    private @Nullable KeptRoutine comparedWith;
    private int compared;

    KeptRoutine(Buffer memory, Session by) {
        this.memory = memory;
        this.by = by;
        this.bytes = new BufferArea(memory, 0, memory.length(), false);
    }

    /**
     * Goes on with looking at it.
     *
     * @return whether it can run
     * @throws RoutineException when it breaks a rule
     */
    boolean advance(int parts) throws RoutineException {
        int length = (int) bytes.length();
        if (hashed < length) {
            int count = Math.min(LOOKED_AT_ONCE, length - hashed);
            hash = AreaHash.more(hash, bytes, hashed, count);
            hashed += count;
            if (hashed == length) {
                hash = AreaHash.end(hash, length);
            }
            return false;
        }
        if (proved) {
            return true;
        }
        RoutineVerifier verifier = proof;
        if (verifier == null) {
            Routine read = RoutineReader.read(bytes);
            routine = read;
            for (int i = 0; i < read.methods(); i++) {
                codeBytes += read.method(i).codeBytes();
            }
            by.codeBytes += codeBytes;
            proof = new RoutineVerifier(read);
            return false;
        }
        proved = verifier.advance(parts);
        if (proved) {
            proof = null;
        }
        return proved;
    }

    long hash() {
        return hash;
    }

    /** {@return who has sent it first} */
    Session by() {
        return by;
    }

    /** {@return the routine, once it is proved} */
    Routine routine() {
        Routine read = routine;
        if (read == null) {
            throw new IllegalStateException("it was not looked at");
        }
        return read;
    }

    /** Compares some bytes more with those of another one of the same hash: {@return what is known by then} */
    Comparison compare(KeptRoutine other) {
        int length = (int) bytes.length();
        if (other != comparedWith) {
            comparedWith = other;
            compared = 0;
        }
        if (other.bytes.length() != length) {
            return Comparison.DIFFERENT;
        }
        int count = Math.min(length - compared, LOOKED_AT_ONCE);
        if (memory.compare(compared, other.memory, compared, count) != 0) {
            return Comparison.DIFFERENT;
        }
        compared += count;
        return compared == length ? Comparison.SAME : Comparison.OPEN;
    }

    /** Gives back what it has; once more, nothing. */
    void release() {
        memory.release();
        by.codeBytes -= codeBytes;
        codeBytes = 0;
    }
}
