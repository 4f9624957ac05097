package dev.spine.i2o.unit.ring;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The position of one side of a ring, with at least 128 bytes to anything that another thread writes.
 *
 * <p>HotSpot lays out the fields of a superclass before those of its subclasses, so padding is one class above and one below.
 */
final class PaddedPosition extends PositionWords {
    private static final VarHandle POSITION;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            POSITION = lookup.findVarHandle(PositionWords.class, "position", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    long after0;
    long after1;
    long after2;
    long after3;
    long after4;
    long after5;
    long after6;
    long after7;
    long after8;
    long after9;
    long after10;
    long after11;
    long after12;
    long after13;
    long after14;
    long after15;

    /** The position, for a thread that does not write it: all that its writer did before is seen. */
    long seen() {
        return (long) POSITION.getAcquire(this);
    }

    /** Sets the position and shows what was done before. For the one thread that writes it. */
    void publish(long next) {
        POSITION.setRelease(this, next);
    }
}
